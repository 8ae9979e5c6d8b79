import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { historyQueue } from '#server/features/receiving/history/history-queue.ts';
import type { Role } from '#server/operations/roles.ts';
import { makeLog } from '#server/platform/log.ts';
import { type EvolutionIncoming, upsert } from '#test/gateways/evolution-messages.ts';
import { type Fields, secondsNow, webId } from '#test/gateways/gateway.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { newPhone, useMessaging } from '#test/support/messaging/fixture.ts';
import { makePerson } from '#test/support/people.ts';

/*
 * Past messages of an inbox (docs/adr/0191-past-messages.md): they are stored once, at their own times, whatever the gateway answers, and
 * nothing follows from them.
 */

const messaging = useMessaging();
const day = 86_400;

const personOf = (team: TestTeam, role: Role = 'admin') =>
  makePerson({ app: messaging.app, database: messaging.service.database }, team, role);

/** A record of the gateway's database. */
const recordOf = (message: EvolutionIncoming, ...statuses: string[]): Fields => ({
  ...upsert(message, 'instance'),
  MessageUpdate: statuses.map((status) => ({ status })),
});

const pauses = [0, 0];

/** Runs the worker's part until nothing is due. @param stopped aborted to hand the rest over */
async function work(team: TestTeam, stopped = new AbortController().signal): Promise<void> {
  const { database, secrets, messaging: parts } = messaging.service;
  const db = database.team(team.id);
  const rows = await messaging.service.sql(
    `select id from inbox_histories where team_id = $1 and state = 'running'`,
    [team.id],
  );
  for (const { id } of rows) {
    const using = { service: parts.service, secrets, jidSuffix: 's.msgapp.net', pauses };
    const log = makeLog('silent');
    const queue = historyQueue(db, String(id), { ...using, log }, stopped);
    const { jobs } = await queue.claimJobs(1);
    for (const job of jobs) await queue.work(job);
  }
}

async function stage() {
  const team = await messaging.service.team();
  const fixture = await messaging.evolution({ team });
  const admin = await personOf(team);
  const { inbox, fake } = fixture;
  const path = `/inboxes/${inbox}/history`;
  const past = (message: Partial<EvolutionIncoming> & { from: string }, ...statuses: string[]) =>
    fake.history.push(recordOf({ name: 'Ana', ...message }, ...statuses));
  const read = async (period = 'all') => {
    const begun = await admin.post(path, { period });
    expect(begun.status, begun.text).toBe(201);
    await work(team);
    return result();
  };
  const result = async () => (await admin.get(path)).data.history as Json;
  const thread = async () =>
    (await messaging.service.sql(
      `select coalesce(k.phone, c.lid, c.group_id) as chat, m.direction, m.origin, m.content as text, m.status, m.message_type as type,
         extract(epoch from m.sent_at)::int as at, m.history_id is not null as is_past, m.media ->> 'reason' as media_reason,
         q.content as quoted
       from messages m join conversations c on c.team_id = m.team_id and c.id = m.conversation_id
         left join contacts k on k.team_id = c.team_id and k.id = c.contact_id
         left join messages q on q.team_id = m.team_id and q.id = m.reply_to
       where m.inbox_id = $1 order by coalesce(m.sent_at, m.created_at), m.created_at, m.id`,
      [inbox],
    )) as Json[];
  const conversations = async () =>
    (await messaging.service.sql(
      `select coalesce(k.phone, c.lid, c.group_id) as chat, coalesce(k.push_name, c.push_name) as name, c.status, c.waiting_since,
         c.first_answered_at, extract(epoch from c.last_message_at)::int as last, extract(epoch from c.last_incoming_at)::int as last_incoming,
         c.activity_at = c.last_message_at as is_counted
       from conversations c left join contacts k on k.team_id = c.team_id and k.id = c.contact_id
       where c.inbox_id = $1 order by 1`,
      [inbox],
    )) as Json[];
  return { ...fixture, fixture, admin, path, past, read, result, thread, conversations };
}

const traces = [
  'events',
  'deliveries',
  'workflow_runs',
  'notifications',
  'automatic_replies',
  'gateway_reads',
  'lookups',
];

describe('the history of an inbox', () => {
  test('is stored at its times, by its authors, and nothing follows from it', async () => {
    const { team, inbox, past, read, thread, conversations, admin, fake } = await stage();
    await messaging.service.sql(
      `update inboxes set greeting = 'Olá!', away_message = 'Fechado' where id = $1`,
      [inbox],
    );
    const { database } = messaging.service;
    const from = newPhone();
    const start = secondsNow() - 10 * day;
    past({ from, text: 'Oi', at: start, id: 'A' });
    past({ from, text: 'Bom dia!', at: start + 60, fromMe: true, id: 'B' }, 'SERVER_ACK', 'READ');
    past({ from, text: 'Quanto custa?', at: start + 120, quoted: 'B' });
    past({ from, kind: 'image', at: start + 180 });
    past({ from, text: 'Mil', at: start + 240, fromMe: true });
    const counts = async () =>
      Promise.all(
        traces.map(async (table) => {
          const [row] = await messaging.service.sql(
            `select count(*)::int as n from ${table} where team_id = $1`,
            [team.id],
          );
          return row?.n;
        }),
      );
    const before = await counts();
    expect(await read()).toMatchObject({
      ...{ state: 'done', chats: 1, chats_done: 1, conversations: 1, stored: 5, present: 0 },
      ...{ media: 1, media_missing: 0, skipped: [], skipped_chats: [], reason: null },
    });
    expect(await counts()).toEqual(before);
    expect(await thread()).toMatchObject([
      { text: 'Oi', direction: 'incoming', origin: 'contact', status: 'received', at: start },
      { text: 'Bom dia!', direction: 'outgoing', origin: 'phone', status: 'read' },
      { text: 'Quanto custa?', quoted: 'Bom dia!' },
      { type: 'image', media_reason: 'past: it is fetched when a user requests it' },
      { text: 'Mil', status: 'sent', is_past: true },
    ]);
    expect(await conversations()).toMatchObject([
      {
        ...{ chat: from, name: 'Ana', status: 'resolved', waiting_since: null },
        ...{ first_answered_at: null, last: start + 240, last_incoming: start + 180 },
        is_counted: true,
      },
    ]);
    expect((await admin.get('/msgapp/unread')).data).toMatchObject({ conversations: 0 });
    const hits = await admin.get('/msgapp/message-hits?q=custa');
    expect(hits.text).toContain('custa');
    // A file of a past message is fetched when a user requests it.
    const [image] = await messaging.service.sql(
      `select id, msgapp_message_id from messages where inbox_id = $1 and message_type = 'image'`,
      [inbox],
    );
    const requested = await admin.post(`/msgapp/messages/${image?.id}/fetch`, {});
    expect(requested.data.media).toMatchObject({ status: 'pending' });
    // The contact writes again: the conversation opens, with this message only unread and waiting.
    await fake.receive(`${messaging.origin}/api/gateways/${team.slug}/${inbox}`, {
      ...{ from, name: 'Ana', text: 'Ainda?' },
    });
    const unread = (await admin.get('/msgapp/unread')).data;
    expect(unread).toMatchObject({ conversations: 1, unread: [{ unread: 1 }] });
    expect(await conversations()).toMatchObject([{ status: 'open', first_answered_at: null }]);
    expect(database.team(team.id)).toBeDefined();
  });

  test('leaves out what it cannot place, and says how much', async () => {
    const { past, read, thread, fake, conversations } = await stage();
    const [ana, bia] = [newPhone(), newPhone()];
    const at = secondsNow() - day;
    past({ from: ana, text: 'com hora', at });
    const timeless = recordOf({ from: ana, name: 'Ana', text: 'sem hora' });
    delete timeless.messageTimestamp;
    fake.history.push(timeless);
    past({ from: ana, kind: 'reaction', at });
    past({ from: ana, kind: 'call', at });
    past({ from: ana, kind: 'product', at: at + 1 });
    past({ from: bia, text: 'oculta', lid: '700', hidden: true, at, name: '5511999990000' });
    past({ from: ana, text: 'no grupo', group: true, at });
    fake.history.push({ ...recordOf({ from: ana, name: '', text: 'x', at }), key: null });
    fake.history.push({
      ...recordOf({ from: ana, name: '', text: 'status', at }),
      key: { remoteJid: 'status@broadcast', id: webId(), fromMe: false },
    });
    const history = await read();
    expect(history).toMatchObject({ state: 'done', stored: 3, conversations: 2, chats: 2 });
    expect(history.skipped).toEqual([
      { reason: 'call', n: 1 },
      { reason: 'no_time', n: 1 },
      { reason: 'reaction', n: 1 },
    ]);
    expect(history.skipped_chats).toEqual([
      { reason: 'group', n: 1 },
      { reason: 'status', n: 1 },
    ]);
    expect((await thread()).map(({ text, type }) => text || type)).toEqual(
      expect.arrayContaining(['com hora', 'oculta', 'Camisa']),
    );
    expect((await conversations()).map(({ chat, name }) => [chat, name])).toEqual(
      expect.arrayContaining([
        ['700', null],
        [ana, 'Ana'],
      ]),
    );
  });

  test('has groups if the inbox shows them, with their members', async () => {
    const { past, read, thread, inbox, fake, conversations } = await stage();
    await messaging.service.sql(`update inboxes set groups = 'show' where id = $1`, [inbox]);
    const at = secondsNow() - day;
    const group = '120363000000000099@g.us';
    fake.chatNames.set(group, 'Projeto');
    past({ from: newPhone(), text: 'no grupo', group, at, name: 'Ana' });
    past({ from: newPhone(), text: 'eu', group, at: at + 1, fromMe: true });
    expect(await read()).toMatchObject({ stored: 2, conversations: 1, skipped_chats: [] });
    expect(await thread()).toMatchObject([
      { chat: group, text: 'no grupo' },
      { chat: group, direction: 'outgoing' },
    ]);
    expect(await conversations()).toMatchObject([{ name: 'Projeto', status: 'resolved' }]);
    const members = await messaging.service.sql(
      'select m.name from group_members m join conversations c on c.id = m.conversation_id where c.inbox_id = $1',
      [inbox],
    );
    expect(members).toEqual([{ name: 'Ana' }]);
  });

  test('of a period has only its messages', async () => {
    const { past, read, thread } = await stage();
    const from = newPhone();
    past({ from, text: 'velha', at: secondsNow() - 40 * day });
    past({ from, text: 'nova', at: secondsNow() - 20 * day });
    expect(await read('month')).toMatchObject({ stored: 1 });
    expect(await thread()).toMatchObject([{ text: 'nova' }]);
    // A longer one adds the rest.
    expect(await read('quarter')).toMatchObject({ stored: 1, present: 1 });
    expect(await thread()).toMatchObject([{ text: 'velha' }, { text: 'nova' }]);
  });

  test('keeps messages that are there, also ours whose answer was lost', async () => {
    const { fixture, past, read, thread, fake, address, conversations } = await stage();
    const from = newPhone();
    await fake.receive(address, { from, name: 'Ana', text: 'ao vivo', id: 'LIVE' });
    const { network } = await fixture.sent('enviada', from);
    fake.mode = 'reset';
    await fixture.send('perdida', from);
    fake.mode = 'ok';
    const at = secondsNow() - 1;
    past({ from, text: 'ao vivo', id: 'LIVE', at });
    past({ from, text: 'enviada', id: network, at, fromMe: true });
    past({ from, text: 'perdida', id: webId(), at, fromMe: true });
    past({ from, text: 'antiga', at: at - day });
    const [before] = await conversations();
    expect(await read()).toMatchObject({ stored: 1, present: 3 });
    expect((await thread()).map(({ text, is_past }) => [text, is_past])).toEqual([
      ['antiga', true],
      ['ao vivo', false],
      ['enviada', false],
      ['perdida', false],
    ]);
    expect((await conversations())[0]).toEqual(before);
  });

  test('does not answer or ask in an open conversation', async () => {
    const { past, read, fake, address, conversations } = await stage();
    const from = newPhone();
    await fake.receive(address, { from, name: 'Ana', text: 'Oi?', at: secondsNow() - 60 });
    const [before] = await conversations();
    past({ from, text: 'sim', at: secondsNow() - 30, fromMe: true });
    past({ from, text: 'velha', at: secondsNow() - day });
    await read();
    const [after] = await conversations();
    expect(after).toMatchObject({ status: 'open', waiting_since: before?.waiting_since });
    expect(after?.first_answered_at).toBeNull();
  });

  test('is exact with pages that repeat, overlap or fail midway', async () => {
    const { past, read, thread, fake } = await stage();
    const [ana, bia] = [newPhone(), newPhone()];
    const start = secondsNow() - 2 * day;
    for (let i = 0; i < 450; i += 1) past({ from: ana, text: `a${i}`, at: start + i });
    for (let i = 0; i < 5; i += 1) past({ from: bia, text: `b${i}`, at: start + i });
    let requests = 0;
    const answers = new Map<string, Fields>();
    fake.onPage = (body) => {
      requests += 1;
      // Every third request fails, and the second page of a chat is the first one again.
      if (requests % 3 === 2) return { status: 500, body: { message: 'Internal server error' } };
      const key = JSON.stringify(body.where);
      if (body.page === 2 && !answers.has(key)) {
        answers.set(key, body);
        return fake.pageOf({ ...body, page: 1 });
      }
      return undefined;
    };
    const history = await read();
    // 200 messages were hidden by the repeated page.
    expect(history).toMatchObject({ state: 'done', stored: 255, present: 0, chats_failed: 0 });
    fake.onPage = () => undefined;
    expect(await read()).toMatchObject({ stored: 200, present: 255 });
    expect(await thread()).toHaveLength(455);
  });

  test('continues after the gateway failed, or a process ended, without doubles', async () => {
    const { team, past, admin, path, result, thread, fake } = await stage();
    const start = secondsNow() - 2 * day;
    const people = Array.from({ length: 5 }, () => newPhone());
    for (const from of people)
      for (let i = 0; i < 250; i += 1) past({ from, text: `${from} ${i}`, at: start + i });
    await admin.post(path, { period: 'all' });
    expect((await admin.post(path, { period: 'all' })).status).toBe(409);
    // A process ends after its third page: its claim expires, and another one takes over.
    const ends = new AbortController();
    fake.onPage = () => {
      if (fake.pages.length === 3) ends.abort();
      return undefined;
    };
    await work(team, ends.signal);
    expect(await result()).toMatchObject({ state: 'running' });
    // The gateway fails from then on.
    fake.onPage = () => ({ status: 500, body: { message: 'Internal server error' } });
    await work(team);
    expect(await result()).toMatchObject({
      state: 'failed',
      reason_details: { code: 'gateway_failed', cause: 'gateway' },
    });
    fake.onPage = () => undefined;
    expect((await admin.put(path, { state: 'running' })).status).toBe(200);
    await work(team);
    expect(await result()).toMatchObject({
      ...{ state: 'done', stored: 1_250, present: 0, chats: 5, chats_done: 5, chats_failed: 0 },
    });
    expect(await thread()).toHaveLength(1_250);
    expect((await admin.put(path, { state: 'running' })).status).toBe(409);
  });

  test('stops and continues', async () => {
    const { team, past, admin, path, result, thread, fake } = await stage();
    const from = newPhone();
    for (let i = 0; i < 450; i += 1) past({ from, text: String(i), at: secondsNow() - day + i });
    await admin.post(path, { period: 'all' });
    fake.onPage = () => {
      if (fake.pages.length === 2) stopping = admin.put(path, { state: 'stopped' });
      return undefined;
    };
    let stopping: Promise<unknown> | undefined;
    await work(team);
    await stopping;
    await work(team);
    expect(await result()).toMatchObject({ state: 'stopped' });
    expect((await thread()).length).toBeLessThan(450);
    fake.onPage = () => undefined;
    await admin.put(path, { state: 'running' });
    await work(team);
    expect(await result()).toMatchObject({ state: 'done', stored: 450, present: 0 });
    const entries = (await messaging.service.sql(
      `select actor, operation, after from audit_entries where team_id = $1 and after like '%history%' order by id`,
      [team.id],
    )) as Json[];
    expect(
      entries.map(({ actor, operation, after }) => [
        actor,
        operation,
        JSON.parse(String(after)).history.state,
      ]),
    ).toEqual([
      ['user', 'inboxes.start_history', 'running'],
      ['user', 'inboxes.set_history', 'stopped'],
      ['user', 'inboxes.set_history', 'running'],
      ['system', 'inboxes.end_history', 'done'],
    ]);
  });

  test('belongs to those who manage inboxes, and to their team', async () => {
    const { team, path, past, read } = await stage();
    past({ from: newPhone(), text: 'Oi', at: secondsNow() - day });
    await read();
    const member = await personOf(team, 'member');
    const foreign = await personOf(await messaging.service.team(), 'owner');
    for (const person of [member, foreign]) {
      const status = person === member ? 403 : 404;
      expect((await person.get(path)).status).toBe(status);
      expect((await person.post(path, { period: 'all' })).status).toBe(status);
      expect((await person.put(path, { state: 'stopped' })).status).toBe(status);
    }
    const admin = await personOf(team);
    expect((await admin.post(path, { period: 'ever' })).status).toBe(400);
    expect((await admin.get(`/inboxes/${team.inbox}/history`)).data).toMatchObject({
      ...{ available: false, history: null },
    });
    expect((await admin.post(`/inboxes/${team.inbox}/history`, { period: 'all' })).status).toBe(
      400,
    );
  });
});

test('history and live messages in any order end in the same threads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          person: fc.integer({ min: 0, max: 2 }),
          fromMe: fc.boolean(),
          source: fc.constantFrom('live', 'past', 'both'),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      fc.infiniteStream(fc.nat()),
      async (messages, numbers) => {
        const people = [newPhone(), newPhone(), newPhone()];
        const start = secondsNow() - day;
        const written = messages.map(({ person, fromMe, source }, i) => ({
          source,
          message: {
            ...{ from: people[person] ?? '', name: 'Ana', text: String(i), fromMe },
            ...{ at: start + i, id: `${people[0]}-${i}` },
          },
        }));
        const outcomes: unknown[] = [];
        for (const order of ['first', 'last', 'mixed'] as const) {
          const { fake, address, read, thread } = await stage();
          const live = written.filter(({ source }) => source !== 'past');
          const shuffled = live
            .map((each) => ({ each, at: numbers.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ each }) => each);
          for (const { source, message } of written)
            if (source !== 'live') fake.history.push(recordOf(message));
          const receive = async (some: typeof live) => {
            for (const { message } of some) await fake.receive(address, message);
          };
          const half = Math.floor(shuffled.length / 2);
          if (order === 'last') await receive(shuffled);
          if (order === 'mixed') await receive(shuffled.slice(0, half));
          await Promise.all([
            read(),
            order === 'mixed' ? receive(shuffled.slice(half)) : undefined,
          ]);
          if (order === 'first') await receive(shuffled);
          outcomes.push(
            (await thread()).map(({ chat, text, at, direction }) => ({
              chat,
              text,
              at,
              direction,
            })),
          );
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
        expect(outcomes[2]).toEqual(outcomes[0]);
        expect(outcomes[0]).toHaveLength(written.length);
      },
    ),
    { numRuns: 6 },
  );
});

describe.each(['NOWEB', 'GOWS', 'WEBJS'] as const)('WAHA with %s', (engine) => {
  test('is read page by page, each message once, by its author and with its status', async () => {
    const team = await messaging.service.team();
    const { fake, inbox } = await messaging.waha({ team, engine });
    const admin = await personOf(team);
    const path = `/inboxes/${inbox}/history`;
    const from = newPhone();
    const start = secondsNow() - day;
    fake.chatNames.set(`${from}@c.us`, 'Ana da loja');
    const add = (message: Parameters<typeof fake.networkMessage>[0]) =>
      fake.history.push(fake.networkMessage(message));
    for (let i = 0; i < 250; i += 1)
      add({ from, name: 'Ana', text: String(i), timestamp: start + i, fromMe: i % 2 === 1 });
    add({ from, name: 'Ana', text: 'velha', timestamp: start - 60 * day });
    add({ from, name: 'Ana', text: 'no grupo', group: true, timestamp: start });
    let requests = 0;
    fake.onPage = () => {
      requests += 1;
      return requests === 2
        ? { status: 500, body: { statusCode: 500, exception: { message: 'Evaluation failed' } } }
        : undefined;
    };
    expect((await admin.post(path, { period: 'month' })).status).toBe(201);
    await work(team);
    expect((await admin.get(path)).data.history).toMatchObject({
      ...{ state: 'done', stored: 250, present: 0, conversations: 1, chats_failed: 0 },
      skipped_chats: [{ reason: 'group', n: 1 }],
    });
    const stored = (await messaging.service.sql(
      'select content as text, direction, origin, status, media from messages where inbox_id = $1 order by sent_at',
      [inbox],
    )) as Json[];
    expect(stored).toHaveLength(250);
    expect(stored.slice(0, 2)).toMatchObject([
      { text: '0', direction: 'incoming', origin: 'contact', status: 'received' },
      { text: '1', direction: 'outgoing', origin: 'phone', status: 'read' },
    ]);
    expect(stored.map(({ text }) => Number(text))).toEqual(stored.map((_, i) => i));
    // A second pass adds nothing.
    await admin.post(path, { period: 'month' });
    await work(team);
    expect((await admin.get(path)).data.history).toMatchObject({ stored: 0, present: 250 });
  });
});
