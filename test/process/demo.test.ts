import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill, sizes } from '#server/demo/fill.ts';
import { bareTaxId, hasCnpjDigits, hasCpfDigits } from '#server/features/crm/clients/tax-ids.ts';
import { openFile } from '#server/features/files/store.ts';
import { resumeSandbox } from '#server/features/receiving/sweeps.ts';
import { resources } from '#server/features/registry.ts';
import type { Table } from '#server/records/table.ts';
import { scratch } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

const service = useService({ workers: 0 });
const files = scratch();
afterAll(() => files.remove());
/** A team that was filled once, and not changed since. */
let team: TestTeam;

const filling = (id: string) =>
  fill(
    service.database,
    { secrets: service.secrets, jidSuffix: 's.msgapp.net', storage: service.storage },
    id,
    'small',
  );

/** Records of all pages of a list. */
async function all(of: TestTeam, path: string): Promise<Json[]> {
  const records: Json[] = [];
  for (let page = 1; ; page++) {
    const { body } = await of.get(`${path}?limit=100&page=${page}`);
    records.push(...(body.data as Json[]));
    if (page >= (body.pagination as { pages: number }).pages) return records;
  }
}

async function total(path: string, query: Record<string, string>): Promise<number> {
  const { body, status } = await team.get(`${path}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return (body.pagination as { total: number }).total;
}

beforeAll(async () => {
  team = await service.team('Agência Modelo');
  expect(await filling(team.id)).toEqual({
    created: sizes.small,
    owner: expect.stringMatching(/^\S+@agencia-modelo(-\d+)?\.example$/),
  });
});

/** Records of which the demo data has every kind. Contracts and their hours are a few. */
const varied = resources
  .map(({ table: resource }) => [resource.name, resource] as const)
  .filter(([name]) => name !== 'contracts' && name !== 'time_entries');

describe('demo data', () => {
  test('has the promised number of records, including a task in the trash', async () => {
    for (const [table, count] of Object.entries(sizes.small)) {
      const [row] = await service.sql(
        `select count(*)::int as count from ${table} where team_id = $1`,
        [team.id],
      );
      // The team already had three users, a squad, a contract and an inbox.
      const before = { users: 3, squads: 1, contracts: 1, inboxes: 1 }[table] ?? 0;
      expect(row?.count, table).toBe(count + before);
    }
    expect(await total('/tasks', {})).toBe(sizes.small.tasks - 1);
  });

  test('contracts have several statuses, and hours of which some are nearly used', async () => {
    const contracts = await all(team, '/contracts');
    const statuses = new Set(contracts.map(({ status }) => status));
    expect(statuses).toEqual(new Set(['active', 'paused']));
    const [row] = await service.sql(
      `select sum(e.minutes)::float8 as used from time_entries e join contract_projects p using (team_id, project_id)
      join contracts c on c.team_id = e.team_id and c.id = p.contract_id and c.status = 'active' and c.carry_over = 0
      where e.team_id = $1 and e.started_at > now() - interval '20 days'`,
      [team.id],
    );
    expect(row).toEqual({ used: 0.9 * 20 * 60 });
  });

  test('docs/first-steps.md has the numbers and names of the demo data', async () => {
    const page = readFileSync(new URL('../../docs/first-steps.md', import.meta.url), 'utf8');
    const [, listed = ''] = /^CREATED\n(.+?)\nOne task/ms.exec(page) ?? [];
    const rows = listed.split('\n').map((line) => line.split(/\s+/));
    expect(Object.fromEntries(rows.map(([name, count]) => [name, Number(count)]))).toEqual(
      sizes.small,
    );
    const reads = [
      ...page.matchAll(
        /```sh\ncurl "\$PAUTA\/v1(\S+)"[^`]+```\n+```json\n(\{ "success": true[^`]+"pagination"[^`]+)```/g,
      ),
    ];
    expect(reads.map(([, path]) => path)).toEqual([
      '/projects?sort=due_date&limit=2',
      '/deals?status=ativo&min_value=20000&sort=-value',
      '/clients?search=joao',
    ]);
    for (const [, path = '', answer = ''] of reads) {
      const { body } = await team.get(path);
      const shownAnswer = JSON.parse(answer) as Json;
      expect(shownAnswer.pagination, path).toEqual(body.pagination);
      const names = (data: unknown) =>
        (data as (Json | string)[])
          .filter((each) => typeof each !== 'string')
          .map(({ name, title }) => name ?? title);
      const shownNames = names(shownAnswer.data);
      expect(shownNames, path).toEqual(names(body.data).slice(0, shownNames.length));
    }
    // The most recent conversation, and its messages.
    const [, section = ''] = /## 6\..+?```json\n(.+?)```/s.exec(page) ?? [];
    const [conversations, messages] = section
      .split(/^(?=\{ "success")/m)
      .map((answer) => JSON.parse(answer) as Json & { data: readonly Json[] });
    const { body } = await team.get('/msgapp/conversations?sort=-last_message_at&limit=1');
    const [latest] = body.data as Json[];
    expect(conversations?.pagination).toEqual(body.pagination);
    const nameOf = (conversation: Json | undefined) =>
      (conversation?.contact as Json | undefined)?.name;
    expect(nameOf(latest)).toEqual(expect.any(String));
    expect(nameOf(conversations?.data[0])).toBe(nameOf(latest));
    const thread = (await team.get(`/msgapp/conversations/${latest?.id}/messages?sort=created_at`))
      .body;
    expect(messages?.pagination).toEqual(thread.pagination);
    const what = ({ direction, content, status }: Json) => ({ direction, content, status });
    expect(messages?.data.map(what)).toEqual((thread.data as Json[]).map(what));
  });

  test.each(varied)(
    'every filter of %s finds something, for every allowed value',
    async (_, resource) => {
      const records = await all(team, resource.path);
      for (const name of Object.keys(resource.filters)) {
        for (const value of valuesOf(resource, name, records)) {
          const count = await total(resource.path, { [name]: value });
          expect(count, `${name}=${value}`).toBeGreaterThan(0);
          if (!['from', 'min_value', 'updated_since'].includes(name)) {
            expect(count, `${name}=${value}`).toBeLessThan(records.length);
          }
        }
      }
    },
  );

  test.each(varied)('every field of %s is set in some record', async (name, resource) => {
    const records = await all(team, resource.path);
    const unset = Object.keys(resource.fields).filter((field) =>
      records.every((record) => {
        const value = record[field];
        return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
      }),
    );
    const never: Record<string, string[]> = {
      contacts: ['profile_picture_url'],
      deals: ['ai_summary', 'ai_win_probability'],
      tasks: ['deleted_at'],
      webhooks: ['disabled_reason', 'disabled_reason_details'],
    };
    expect(unset).toEqual(never[name] ?? []);
  });

  test('every boolean has both values, and every priority occurs', async () => {
    const values = async (path: string, field: string) =>
      [...new Set((await all(team, path)).map((record) => record[field]))].sort();
    expect(await values('/deals', 'is_starred')).toEqual([false, true]);
    expect(await values('/deals', 'priority')).toEqual(['alta', 'baixa', 'media']);
    expect(await values('/activities', 'is_completed')).toEqual([false, true]);
    expect(await values('/activities', 'priority')).toEqual(['high', 'low', 'medium', null]);
    const inboxes = await service.sql(
      'select distinct is_active from inboxes where team_id = $1 order by 1',
      [team.id],
    );
    expect(inboxes).toEqual([{ is_active: false }, { is_active: true }]);
  });

  test.each([
    ['/clients', 'joao'],
    ['/clients', 'clinica'],
    ['/clients', 'são joão'],
    ['/deals', 'joao'],
    ['/projects', 'clinica'],
    ['/tasks', 'CLÍNICA'],
    ['/tasks', 'joao'],
    ['/campaigns', 'aniversario'],
    ['/activities', 'clinica'],
    ['/msgapp/contacts', 'joao'],
    ['/msgapp/contacts', '55 11 90'],
  ])('%s?search=%s finds something', async (path, search) => {
    expect(await total(path, { search })).toBeGreaterThan(0);
  });

  test('CPF and CNPJ are valid: with and without punctuation, with and without letters', async () => {
    const clients = await all(team, '/clients');
    const cpfs = clients.flatMap(({ cpf }) => (typeof cpf === 'string' ? [cpf] : []));
    const cnpjs = clients.flatMap(({ cnpj }) => (typeof cnpj === 'string' ? [cnpj] : []));
    expect(cpfs.length + cnpjs.length).toBe(clients.length);
    for (const cpf of cpfs) expect(hasCpfDigits(bareTaxId(cpf)), cpf).toBe(true);
    for (const cnpj of cnpjs) expect(hasCnpjDigits(bareTaxId(cnpj)), cnpj).toBe(true);
    for (const ids of [cpfs, cnpjs]) {
      const bare = ids.filter((id) => id === bareTaxId(id)).length;
      expect(bare).toBeGreaterThan(0);
      expect(bare).toBeLessThan(ids.length);
    }
    const lettered = cnpjs.filter((cnpj) => /[A-Z]/.test(cnpj)).length;
    expect(lettered).toBeGreaterThan(1);
    expect(lettered).toBeLessThan(cnpjs.length);
  });

  test('records are spread over the past, and none is older than the record it belongs to', async () => {
    const dated: Record<string, Json[]> = {};
    for (const { table: resource } of resources) {
      const records = await all(team, resource.path);
      dated[resource.name] = records;
      for (const { created_at, updated_at } of records) {
        expect(String(created_at) < new Date().toISOString(), resource.name).toBe(true);
        expect(String(updated_at) >= String(created_at), resource.name).toBe(true);
      }
    }
    const months = new Set(dated.deals?.map((deal) => String(deal.created_at).slice(0, 7)));
    expect(months.size).toBeGreaterThan(2);
    const born = new Map(
      Object.values(dated).flatMap((records) =>
        records.map(({ id, created_at }) => [id, created_at]),
      ),
    );
    for (const record of Object.values(dated).flat()) {
      for (const link of ['client_id', 'project_id', 'deal_id']) {
        const parent = born.get(record[link]);
        if (parent) expect(String(record.created_at) > String(parent), link).toBe(true);
      }
    }
  });

  test('completed work has its dates too', async () => {
    const [row] = await service.sql(
      `select
        (select count(*)::int from clients where team_id = $1 and deactivated_at <> updated_at) +
        (select count(*)::int from projects where team_id = $1
          and coalesce(completed_at, archived_at) <> updated_at) +
        (select count(*)::int from tasks where team_id = $1
          and coalesce(deleted_at, completed_at) <> updated_at) +
        (select count(*)::int from deals where team_id = $1 and archived_at <> updated_at) +
        (select count(*)::int from activities where team_id = $1 and completed_at <> updated_at)
          as elsewhere`,
      [team.id],
    );
    expect(row?.elsewhere).toBe(0);
    for (const task of await all(team, '/tasks')) {
      expect(task.completed_at !== null).toBe(task.column === 'done');
    }
  });

  test('the board of deals has its phases in order', async () => {
    const [row] = await service.sql('select deal_phases from teams where id = $1', [team.id]);
    const phases = ['lead', 'contato', 'proposta', 'negociacao', 'ganho', 'perdido'];
    expect(row?.deal_phases).toEqual(phases);
    const { body } = await team.get('/deals?limit=100&sort=phase');
    const seen = new Set((body.data as Json[]).map(({ phase }) => phase));
    expect([...seen]).toEqual(phases);
    for (const deal of body.data as Json[]) {
      expect(deal.loss_reason !== null).toBe(deal.phase === 'perdido');
    }
  });

  test('nothing is sent: an endpoint with a url is inactive', async () => {
    const endpoints = await all(team, '/webhooks');
    const [receiving, delivering] = [
      endpoints.filter((e) => e.is_active),
      endpoints.filter((e) => e.url),
    ];
    expect(receiving).toMatchObject([{ target_column_id: expect.any(String), url: null }]);
    expect(delivering).toMatchObject([{ is_active: false, events: expect.any(Array) }]);
  });
});

describe('conversations', () => {
  /** Each with its messages as the API returns them, in order of time. */
  const talks = async (of: TestTeam) => {
    const conversations = await all(of, '/msgapp/conversations');
    return Promise.all(
      conversations.map(async (conversation) => {
        const path = `/msgapp/conversations/${conversation.id}/messages`;
        const { body, status } = await of.get(`${path}?sort=created_at&limit=100`);
        expect(status).toBe(200);
        return { conversation, messages: body.data as Json[] };
      }),
    );
  };
  const timeOf = (id: unknown) => Number.parseInt(String(id).replace('-', '').slice(0, 12), 16);

  test('the lists return all of them, 3 to 6 messages each', async () => {
    const conversations = await talks(team);
    expect(conversations).toHaveLength(sizes.small.conversations);
    const messages = conversations.flatMap((talk) => talk.messages);
    expect(messages).toHaveLength(sizes.small.messages);
    expect(new Set(conversations.map((talk) => talk.messages.length))).toEqual(
      new Set([3, 4, 5, 6]),
    );
    expect(new Set(messages.map(({ content }) => content)).size).toBe(messages.length);
    expect(messages.filter(({ content }) => /[{}]/.test(String(content)))).toEqual([]);
  });

  test('both sides alternate, in order of time, over the last weeks', async () => {
    const conversations = await talks(team);
    const now = new Date().toISOString();
    for (const { conversation, messages } of conversations) {
      const moments = messages.map(({ created_at }) => String(created_at));
      expect(moments).toEqual([...new Set(moments)].sort());
      expect(conversation.created_at).toBe(moments[0]);
      expect(conversation.last_message_at).toBe(moments.at(-1));
      expect(String(moments.at(-1)) < now).toBe(true);
      for (const record of [conversation, ...messages])
        expect(timeOf(record.id)).toBe(Date.parse(String(record.created_at)));
      for (const [n, { direction }] of messages.entries())
        expect(direction === messages[0]?.direction).toBe(n % 2 === 0);
    }
    const begun = new Set(conversations.map(({ messages }) => messages[0]?.direction));
    expect(begun).toEqual(new Set(['incoming', 'outgoing']));
    const ages = conversations.map(
      (talk) => (Date.now() - Date.parse(String(talk.conversation.last_message_at))) / 86_400_000,
    );
    expect(Math.min(...ages)).toBeLessThan(2);
    expect(Math.max(...ages)).toBeGreaterThan(14);
    expect(Math.max(...ages)).toBeLessThan(40);
  });

  test('most of ours were read; one failed, without reaching the network', async () => {
    const messages = (await talks(team)).flatMap((talk) => talk.messages);
    const withStatus = (wanted: string) => messages.filter(({ status }) => status === wanted);
    const incoming = messages.filter(({ direction }) => direction === 'incoming');
    expect(withStatus('received')).toEqual(incoming);
    expect(withStatus('pending')).toEqual([]);
    expect(withStatus('delivered').length).toBeGreaterThan(0);
    expect(withStatus('sent').length).toBeGreaterThan(0);
    expect(withStatus('read').length * 2).toBeGreaterThan(messages.length - incoming.length);
    expect(withStatus('failed')).toMatchObject([
      {
        msgapp_message_id: null,
        status_reason: 'number: the network has no account with this number',
      },
    ]);
    for (const { id, direction, status, msgapp_message_id, status_reason } of messages) {
      if (status === 'failed') continue;
      expect(msgapp_message_id).toBe(`sandbox.${direction === 'incoming' ? 'in.' : ''}${id}`);
      expect(status_reason).toBeNull();
    }
  });

  test('their states are those of a busy team: with files, replies, reactions, notes, assigned and unassigned, snoozed, resolved', async () => {
    const conversations = await talks(team);
    const messages = conversations.flatMap((talk) => talk.messages);
    const of = (type: string) => messages.filter(({ message_type }) => message_type === type);
    for (const type of ['image', 'document']) {
      expect(of(type), type).toMatchObject([{ media: { status: 'stored', reason: null } }]);
      const [{ media } = {}] = of(type);
      const { file_id: id } = media as { file_id: string };
      const place = { db: service.database.team(team.id), storage: service.storage };
      const { stream, bytes } = await openFile(place, id);
      expect((await buffer(stream)).length).toBe(bytes);
    }
    const ids = new Set(messages.map(({ id }) => id));
    const replies = messages.filter(({ reply_to }) => reply_to !== null);
    expect([replies.length > 0, replies.every(({ reply_to }) => ids.has(reply_to))]).toEqual([
      true,
      true,
    ]);
    expect(messages.some(({ reactions }) => (reactions as unknown[]).length > 0)).toBe(true);
    expect(messages.some(({ edited_at }) => edited_at !== null)).toBe(true);
    const stand = conversations.map(({ conversation }) => conversation);
    expect(new Set(stand.map(({ status }) => status))).toEqual(
      new Set(['open', 'snoozed', 'resolved']),
    );
    for (const { status, snoozed_until: until, waiting_since: since } of stand) {
      expect(until !== null).toBe(status === 'snoozed');
      if (status === 'resolved') expect(since).toBeNull();
      if (until) expect(String(until) > new Date().toISOString()).toBe(true);
    }
    for (const is of [true, false])
      expect(
        stand.some(
          ({ status, waiting_since: since, assignee_id: id }) =>
            status === 'open' && since && (id === null) === is,
        ),
        `${is}`,
      ).toBe(true);
    expect(stand.some(({ window_closes_at: at }) => at !== null)).toBe(true);
    const [notes] = await service.sql(
      'select count(*)::int as n from conversation_notes where team_id = $1',
      [team.id],
    );
    expect(notes?.n).toBeGreaterThan(1);
  });

  test('answered messages are read', async () => {
    for (const { messages } of await talks(team)) {
      const answered = messages.slice(0, -1).filter(({ direction }) => direction === 'outgoing');
      expect(new Set(answered.map(({ status }) => status))).toEqual(new Set(['read']));
    }
  });

  test('everything belongs to the team: an active inbox, and existing contacts', async () => {
    const inboxes = await all(team, '/inboxes');
    const active = inboxes.filter((inbox) => inbox.active).map(({ id }) => id);
    const contacts = new Map((await all(team, '/msgapp/contacts')).map((c) => [c.id, c]));
    const conversations = await talks(team);
    for (const { conversation, messages } of conversations) {
      expect(active).toContain(conversation.inbox_id);
      const contact = contacts.get(conversation.contact_id);
      expect(contact?.push_name).toEqual(expect.any(String));
      expect(conversation.remote_jid).toBe(contact?.jid);
      expect(String(contact?.created_at) < String(conversation.created_at)).toBe(true);
      for (const message of messages) {
        expect(message.inbox_id).toBe(conversation.inbox_id);
        expect(message.remote_jid).toBe(contact?.jid);
      }
    }
    const wrote = new Set(conversations.map(({ conversation }) => conversation.contact_id));
    for (const { id, push_name } of contacts.values())
      expect(push_name !== null).toBe(wrote.has(id));
    const stranger = await service.team();
    expect(await all(stranger, '/msgapp/conversations')).toEqual([]);
    const path = `/msgapp/conversations/${conversations[0]?.conversation.id}/messages`;
    expect((await stranger.get(path)).status).toBe(404);
  });

  test('the sandbox resumes none of them, in either size', { timeout: 300_000 }, async () => {
    const large = await service.team('Agência grande');
    const settings = { secrets: service.secrets, jidSuffix: 's.msgapp.net' };
    const { created } = await fill(service.database, settings, large.id, 'large');
    expect(created).toEqual(sizes.large);
    const [row] = await service.sql(
      `select count(distinct c.id)::int as conversations, count(*)::int as messages,
        count(distinct i.id)::int as inboxes, bool_and(i.is_active) as are_active,
        bool_and(c.created_at > greatest(k.created_at, i.created_at)) as are_later
      from messages m
        join conversations c on c.team_id = m.team_id and c.id = m.conversation_id
        join contacts k on k.team_id = c.team_id and k.id = c.contact_id
        join inboxes i on i.team_id = c.team_id and i.id = c.inbox_id
      where m.team_id = $1`,
      [large.id],
    );
    const { conversations, messages } = sizes.large;
    expect(row).toEqual({ conversations, messages, inboxes: 3, are_active: true, are_later: true });
    // By days, so that it holds at any time of day.
    const recent = await service.sql(
      `select distinct status from messages where status not in ('received', 'read', 'failed')
        and created_at >= date_trunc('day', now(), 'UTC') - interval '1 day'`,
    );
    expect(recent).toEqual([]);
    expect(await resumeSandbox(service.database, service.messaging, 0)).toBe(0);
  });
});

describe('other teams', () => {
  test('a fresh team gets the same texts as any other', async () => {
    const otherTeam = await service.team('Outra agência');
    await filling(otherTeam.id);
    for (const path of ['/clients', '/tasks', '/deals']) {
      const label = ({ name, title, cpf, cnpj }: Json) => [name ?? title, cpf, cnpj].join();
      const words = async (of: TestTeam) => (await all(of, path)).map(label).sort();
      expect(await words(otherTeam)).toEqual(await words(team));
    }
    const messagesIn = (of: TestTeam) =>
      service.sql(
        'select content, status, created_at from messages where team_id = $1 order by created_at',
        [of.id],
      );
    expect(await messagesIn(otherTeam)).toEqual(await messagesIn(team));
  });

  test('a strict team that is filled again, and twice concurrently, has more', async () => {
    const strict = await service.team('Agência rigorosa');
    await service.sql('update teams set strict_tax_ids = true where id = $1', [strict.id]);
    await filling(strict.id);
    await Promise.all([filling(strict.id), filling(strict.id)]);
    const clients = await all(strict, '/clients');
    expect(clients).toHaveLength(3 * sizes.small.clients);
    expect(new Set(clients.map(({ display_name }) => display_name)).size).toBeGreaterThan(30);
    const conversations = await all(strict, '/msgapp/conversations');
    expect(conversations).toHaveLength(3 * sizes.small.conversations);
    const statuses = await service.sql(
      `select status, count(*)::int as count from messages
        where team_id = $1 and status in ('sent', 'delivered', 'failed') group by status order by status`,
      [strict.id],
    );
    expect(statuses).toEqual([
      { status: 'sent', count: 3 },
      { status: 'delivered', count: 6 },
      { status: 'failed', count: 3 },
    ]);
  });

  test("a team's own phases are kept, and used", async () => {
    const freshTeam = await service.team();
    const phases = ['novo', 'em conversa', 'fechado'];
    await service.sql('update teams set deal_phases = $2 where id = $1', [freshTeam.id, phases]);
    await filling(freshTeam.id);
    const deals = await all(freshTeam, '/deals');
    expect(new Set(deals.map(({ phase }) => phase))).toEqual(new Set(phases));
    expect(new Set(deals.map(({ status }) => status))).toEqual(new Set(['ativo', 'arquivado']));
    const [row] = await service.sql('select deal_phases from teams where id = $1', [freshTeam.id]);
    expect(row?.deal_phases).toEqual(phases);
  });
});

describe('the command', () => {
  test('prints one JSON object', async () => {
    const { slug } = await service.team('Pela linha de comando');
    const { status, output } = await pauta('demo', '--team', slug, '--json');
    expect(status).toBe(0);
    const { owner, ...answer } = JSON.parse(output) as Json;
    expect(answer).toEqual({ team: slug, created: sizes.small });
    // A person to sign in as: the link sets the owner's password.
    const { email, link } = owner as { email: string; link: string };
    const [person] = await service.sql(
      `select u.role, t.purpose from people p join users u on u.person_id = p.id join person_tokens t on t.person_id = p.id
        where p.email = $1 and $2 like '%/reset#' || p.id || '.%'`,
      [email, link],
    );
    expect(person).toEqual({ role: 'owner', purpose: 'reset' });
  });

  test('reports an unknown team', async () => {
    const { status, errors } = await pauta('demo', '--team', 'nobody');
    expect(status).toBe(1);
    expect(errors).toMatch(/^pauta: There is no team with the slug nobody;.*\n$/);
  });
});

/** Values for a filter: all that it allows, or those that the records have. */
function valuesOf(resource: Table, name: string, records: readonly Json[]): string[] {
  const schema = resource.filters[name]?.field.schema as { enum?: string[]; type?: string };
  const { enum: values, type } = schema;
  if (values) return values;
  if (type === 'boolean') return ['true', 'false'];
  switch (name) {
    case 'min_value':
    case 'max_value':
      return ['10000'];
    case 'from':
    case 'to':
    case 'updated_since':
      return [new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)];
    case 'tag':
      return held('tags');
    case 'assignee_id':
      return held('assignee_ids');
    default:
      return held(name);
  }
  function held(field: string): string[] {
    const values = records.flatMap((record) => record[field] as string | string[] | null);
    return [...new Set(values)].filter((value) => value !== null);
  }
}

/** Runs the program on the test's database. */
async function pauta(
  ...words: string[]
): Promise<{ status: number; output: string; errors: string }> {
  const { connectionString, host, port, user, database } = service.connection;
  const query = new URLSearchParams({ host: String(host), port: String(port) });
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../bin/pauta.js', import.meta.url)), ...words],
    {
      env: {
        DATABASE_URL: connectionString ?? `postgres://${user}@localhost/${database}?${query}`,
        SECRET_KEY: randomBytes(32).toString('base64'),
        DATA_DIR: files.path,
      },
    },
  );
  const exit = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? -1)));
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exit,
  ]);
  return { status, output, errors };
}
