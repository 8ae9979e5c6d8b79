import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slotsIn } from '#server/features/installation/endpoint-slots.ts';
import {
  suggestReply,
  writeSummary,
} from '#server/features/intelligence/language-model/operations.ts';
import { perform } from '#server/operations/operation.ts';
import { type LanguageModel, openLanguageModel } from '#server/outbound/language-model.ts';
import { makeLog } from '#server/platform/log.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { modelContext } from '#test/support/intelligence/context.ts';
import {
  type IdentifiedText,
  identifiedText,
  leaksIn,
  readable,
} from '#test/support/intelligence/identifiers.ts';

/*
 * 5,000 synthetic records on the wire: what the service sends to the endpoint of the language model contains none of their identifiers, and what it
 * returns contains the right ones (ADR 247).
 */
const service = useService({ workers: 0, foreignRows: true });

/** A request has at most 30 messages, so that a deal has the records of 25 contacts; and a team may make 20 requests in a minute. */
const perDeal = 25;
const perTeam = 20;
const dealCount = 5_000 / perDeal;

/** Bodies in order. The endpoint answers with one message of each, as it was sent. */
const bodies: string[] = [];
/** Chooses the message of an answer. */
let pick: (messages: readonly string[]) => string;
let endpoint: Server;
let model: LanguageModel;

const messagesIn = (data: string) =>
  data
    .slice(data.indexOf('\n') + 1, data.lastIndexOf('\n'))
    .split(/^Client: /m)
    .slice(1)
    .map((each) => each.trimEnd());

beforeAll(async () => {
  endpoint = createServer(async (request, response) => {
    const body = await textOf(request);
    bodies.push(body);
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const content = pick(messagesIn(messages[1]?.content ?? ''));
    response.setHeader('content-type', 'application/json');
    // As Ollama answers.
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        system_fingerprint: 'fp_ollama',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
      }),
    );
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const { port } = endpoint.address() as AddressInfo;
  const { platform } = service.database;
  model = openLanguageModel(
    { url: `http://127.0.0.1:${port}`, key: undefined, model: 'm' },
    makeLog('silent'),
    slotsIn(platform),
    120_000,
  );
});
afterAll(() => {
  model.close();
  endpoint.close();
});

const contextOf = (team: TestTeam) => modelContext(service, team, { model });

interface StoredDeal {
  readonly team: TestTeam;
  readonly id: string;
  readonly conversations: readonly string[];
  readonly records: readonly IdentifiedText[];
}

/** Stores a deal whose client has a contact with a message for each record. Three records are also in texts of the deal. */
async function storeDeal(team: TestTeam, records: readonly IdentifiedText[]): Promise<StoredDeal> {
  const [a, b, c] = records;
  const rows = await service.sql(
    `
    with c as (insert into clients (team_id, id, type, name) values ($1, uuid7(), 'PJ', 'Quitanda Zulmira') returning id),
    d as (
      insert into deals (team_id, id, title, description, loss_reason, client_id)
      select $1, uuid7(), $3, $4, $5, c.id from c returning id),
    k as (
      insert into contacts (team_id, id, phone, jid, client_id, push_name, custom_name)
      select $1, uuid7(), '55' || (11900000000 + r.n + $6), 'x' || r.n, c.id, r.nickname, r.name
      from c cross join json_to_recordset($2) r (n int, name text, nickname text, text text) returning id, phone),
    v as (
      insert into conversations (team_id, id, inbox_id, contact_id, status, last_message_at)
      select $1, uuid7(), $7, k.id, 'open', now() from k order by k.phone returning id, contact_id),
    m as (
      insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status)
      select $1, uuid7(), v.id, $7, 'x', 'incoming', r.text, 'received'
      from v join k on k.id = v.contact_id join json_to_recordset($2) r (n int, text text)
        on k.phone = '55' || (11900000000 + r.n + $6) returning 1)
    select d.id, (select json_agg(v.id order by k.phone) from v join k on k.id = v.contact_id) as conversations from d`,
    [
      team.id,
      JSON.stringify(records.map(({ name, nickname, text }, n) => ({ n, name, nickname, text }))),
      `${a?.name}: ${a?.identifiers.slice(0, 4).join(' ')}`,
      b?.text,
      `${c?.nickname} não quis (${c?.identifiers.slice(0, 3).join(', ')})`,
      Number(records.length) * Math.floor(Math.random() * 1_000_000),
      team.inbox,
    ],
  );
  const [row] = rows as unknown as { id: string; conversations: string[] }[];
  if (!row) throw new Error('the deal was not stored');
  return { team, ...row, records };
}

/** A message as an answer repeats it: on one line, without links. */
const oneLine = (text: string) =>
  readable(text)
    .replaceAll(/instagram\.com\/\S+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('5,000 records have no identifier on the wire, and answers have theirs again', {
  timeout: 600_000,
}, async () => {
  const deals: StoredDeal[] = [];
  let team: TestTeam | undefined;
  for (let n = 0; n < dealCount; n += 1) {
    if (!team || n % perTeam === 0) {
      team = await service.team();
      await service.sql(
        'insert into intelligence_settings (team_id, uses_endpoint) values ($1, true)',
        [team.id],
      );
    }
    const records = Array.from({ length: perDeal }, (_, i) => identifiedText(n * perDeal + i));
    deals.push(await storeDeal(team, records));
  }
  const leaks: string[] = [];
  for (const [n, { team, id, records }] of deals.entries()) {
    let message = '';
    pick = (messages) => {
      expect(messages).toHaveLength(perDeal);
      message = messages[n % perDeal] ?? '';
      return message;
    };
    const { summary } = (await perform(writeSummary, contextOf(team), { path: { id } })) as {
      summary: string;
    };
    // The messages are in no particular order: each has its own.
    const isRestored = records.some(
      ({ text }) =>
        oneLine(text) === summary ||
        // An answer and a message have at most 600 characters.
        oneLine(text).startsWith(summary.replace(/…$/, '').slice(0, 300)),
    );
    if (!isRestored) leaks.push(`deal ${n} is not restored: ${message} became ${summary}`);
  }
  expect(bodies).toHaveLength(dealCount);
  for (const [n, body] of bodies.entries()) {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const data = (messages[1]?.content ?? '').replaceAll(
      /data-[0-9a-f]{12}|\b\d\d\/\d\d\/\d{4}/g,
      '',
    );
    for (const record of deals[n]?.records ?? [])
      leaks.push(...leaksIn(data, record).map((leak) => `deal ${n}: ${leak} in ${data}`));
    if (/quitanda|zulmira/i.test(data)) leaks.push(`deal ${n} names its client`);
  }
  expect(leaks.slice(0, 3)).toEqual([]);
});

test('a reply has no identifier on the wire, and the right ones in the draft', async () => {
  const team = await service.team();
  await service.sql(
    'insert into intelligence_settings (team_id, uses_endpoint) values ($1, true)',
    [team.id],
  );
  const records = Array.from({ length: 15 }, (_, n) => identifiedText(90_000 + n));
  const { conversations } = await storeDeal(team, records);
  for (const [n, record] of records.entries()) {
    pick = ([message]) => message ?? '';
    const { text } = (await perform(suggestReply, contextOf(team), {
      path: { id: String(conversations[n]) },
    })) as { text: string };
    expect(oneLine(text)).toBe(oneLine(record.text));
    const { messages } = JSON.parse(bodies.at(-1) ?? '') as { messages: { content: string }[] };
    const data = (messages[1]?.content ?? '').replaceAll(
      /data-[0-9a-f]{12}|\b\d\d\/\d\d\/\d{4}/g,
      '',
    );
    expect(leaksIn(data, record), data).toEqual([]);
  }
});
