import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey, type NewKey } from '#server/features/accounts/teams.ts';
import { tools } from '#server/mcp/tools.ts';
import { answerOf, type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Tools for working with clients, colleagues and conversations (docs/mcp.md): what they do, refuse, and hide from other teams. */

const service = useSharedService();
let ours: TestTeam;
let theirs: TestTeam;
let ana: TestPerson;
/** Key of a member. */
let key: string;
let readKey: string;

const keyOf = async (team: TestTeam, options: Partial<NewKey>) => {
  const all: NewKey = { name: 'Agente', scope: 'full', userId: null, expiresAt: null, ...options };
  return (await createKey(service.database.platform, team.id, all)).api_key;
};

beforeAll(async () => {
  [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  ana = await makePerson(service, ours, 'member', { name: 'Ana' });
  key = await keyOf(ours, { userId: ana.userId });
  readKey = await keyOf(ours, { userId: ana.userId, scope: 'read' });
});

async function ask(of: string, method: string, params: object): Promise<Json> {
  const response = await service.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${of}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return answerOf(response).body;
}

/** Calls a tool. */
async function call(of: string, name: string, args: Json = {}) {
  const body = await ask(of, 'tools/call', { name, arguments: args });
  const result = body.result as { isError?: true; content: { text: string }[] } | undefined;
  const text = result?.content[0]?.text ?? JSON.stringify(body.error);
  return { text, isError: result?.isError === true, data: JSON.parse(text) as Json };
}
/** Result of a call that must succeed. */
async function used(name: string, args?: Json, of = key): Promise<Json> {
  const { isError, data, text } = await call(of, name, args);
  expect(isError, text).toBe(false);
  return data;
}
/** Refusal that names these arguments. */
const refusing = (code: string, ...names: string[]) => ({
  isError: true,
  data: {
    error: {
      code,
      ...(names.length > 0 && {
        fields: expect.arrayContaining(names.map((name) => expect.objectContaining({ name }))),
      }),
    },
  },
});
const recordsOf = ({ records }: Json) => records as Json[];
const writers = ['update_record', 'add_comment', 'request_approval', 'change_conversation'];

async function conversationOf(team: TestTeam, content: string): Promise<string> {
  const phone = `55119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const { data } = await team.post('/msgapp/messages', { inbox_id: team.inbox, phone, content });
  return data.conversation_id as string;
}

test('a read-only key has the tools that read, and none that write', async () => {
  const { tools } = (await ask(readKey, 'tools/list', {})).result as { tools: { name: string }[] };
  const names = tools.map(({ name }) => name);
  for (const name of ['client_summary', 'find_duplicates', 'search_messages', 'report'])
    expect(names).toContain(name);
  for (const name of [...writers, 'create_project', 'create_contact']) {
    expect(names).not.toContain(name);
    expect((await call(readKey, name, {})).data, name).toMatchObject({ code: -32602 });
  }
});

test('a tool that a newer one replaces is called and selected, but not listed', async () => {
  const listed = async (params: object = {}) =>
    JSON.stringify(await ask(key, 'tools/list', params));
  expect(await listed()).not.toContain('"update_deal"');
  const { id } = await ours.create('deals');
  expect(await used('update_deal', { id, title: 'Velho' })).toMatchObject({ title: 'Velho' });
});

describe('client_summary', () => {
  test('has everything about a client within the limit', async () => {
    const client = await ours.create('clients', { notes: 'é'.repeat(20_000) });
    const deal = await ours.create('deals', { client_id: client.id, title: 'Site novo' });
    for (let i = 0; i < 30; i++)
      await ours.create('activities', { client_id: client.id, title: `Passo ${i}` });
    const { text, data } = await call(key, 'client_summary', { client_id: client.id });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_000);
    expect(data.client).toMatchObject({ id: client.id });
    expect(data.deals).toMatchObject([{ id: deal.id, title: 'Site novo' }]);
    expect((data.timeline as Json[]).length).toBeGreaterThan(0);
    expect(data.counts).toMatchObject({ deals: 1 });
  });

  test('refuses a client of another team like an unknown one', async () => {
    const foreign = await theirs.create('clients');
    for (const client_id of [foreign.id, uuidv7()])
      expect(await call(key, 'client_summary', { client_id })).toMatchObject(refusing('NOT_FOUND'));
    expect(await call(key, 'client_summary', { client_id: 'x' })).toMatchObject(
      refusing('VALIDATION_ERROR', 'client_id'),
    );
  });
});

test('find_duplicates finds numbers in any notation, of the team only', async () => {
  const client = await ours.create('clients', { phone: '+55 11 97777-1234', name: 'Padaria' });
  await theirs.create('clients', { phone: '+55 11 97777-1234' });
  const twins = await used('find_duplicates', { phone: '(11) 97777-1234' });
  expect(recordsOf(twins)).toMatchObject([{ kind: 'clients', id: client.id, field: 'phone' }]);
  expect(await call(key, 'find_duplicates')).toMatchObject(
    refusing('VALIDATION_ERROR', 'cpf', 'cnpj', 'phone', 'email', 'name'),
  );
});

test('find_duplicates finds e-mail addresses and names without regard to case and accents, and says which is equal', async () => {
  const [mail, name] = [`Joao.${Date.now()}@Example.com`, `Padaria São João ${Date.now()}`];
  const client = await ours.create('clients', { name, email: mail });
  const phone = `55119${String(Date.now()).slice(-8)}`;
  const contact = await ours.create('contacts', { phone, custom_name: name.toUpperCase() });
  await theirs.create('clients', { name, email: mail });
  await ours.create('clients', { name: `${name} Filial`, email: `x${mail}` });
  const duplicatesOf = async (args: Json, of = key) =>
    recordsOf(await used('find_duplicates', args, of)).map(({ field, id }) => [field, id]);
  expect(await duplicatesOf({ email: mail.toLowerCase() })).toEqual([['email', client.id]]);
  const typed = name.toLowerCase().replace('ã', 'a');
  expect(new Set(await duplicatesOf({ name: typed, email: mail }, readKey))).toEqual(
    new Set([
      ['email', client.id],
      ['name', client.id],
      ['name', contact.id],
    ]),
  );
  expect(await duplicatesOf({ name: '%' })).toEqual([]);
  expect(await duplicatesOf({ email: '_' })).toEqual([]);
});

describe('whoami', () => {
  const zoned = (zone: string) =>
    service.sql('update teams set time_zone = $2 where id = $1', [ours.id, zone]);

  test('has the team’s current day, in its time zone, and its language and currency', async () => {
    // Fourteen hours ahead and eleven behind: at any moment, the two days differ.
    const days: unknown[] = [];
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await zoned(zone);
      const me = await used('whoami');
      const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
      expect(me).toMatchObject({ time_zone: zone, today: local, language: 'pt-BR' });
      expect(me).toMatchObject({ currency: 'BRL', is_open: true, user_id: ana.userId });
      const weekday = new Date(`${me.today}T00:00:00Z`).getUTCDay();
      const names = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'];
      expect(me.weekday).toBe(`${names[weekday]}day`);
      expect(me.local_time).toMatch(/^\d\d:\d\d$/);
      days.push(me.today);
    }
    expect(days[0]).not.toBe(days[1]);
    await zoned('America/Sao_Paulo');
  });

  test('has the business hours and next holidays, and the language of the key’s user', async () => {
    const team = await service.team();
    const admin = await makePerson(service, team, 'admin');
    const holidays = [{ date: '2020-06-24', name: 'São João', yearly: true }];
    const weekly = [{ weekday: 1, from: '09:00', to: '18:00' }];
    const hours = { weekly, national_holidays: true, holidays };
    expect((await admin.put('/business-hours', { hours })).status).toBe(200);
    await service.sql(`update people set locale = 'en' where id = $1`, [admin.personId]);
    const me = await used('whoami', {}, await keyOf(team, { userId: admin.userId }));
    expect(me).toMatchObject({ language: 'en', business_hours: { weekly } });
    expect(me.is_open).toEqual(expect.any(Boolean));
    expect(Date.parse(String(me.changes_at))).toBeGreaterThan(Date.now());
    expect(me.coming_holidays).toHaveLength(10);
    expect(me.coming_holidays).toContainEqual(expect.objectContaining({ national: 'christmas' }));
    const { text } = await call(key, 'whoami');
    expect(text).not.toContain('christmas');
    expect(await used('whoami', {}, team.key)).toMatchObject({ language: 'pt-BR' });
  });
});

test('search_messages finds words in the conversations of the team, page by page', async () => {
  const word = `abacaxi${Date.now()}`;
  const conversation = await conversationOf(ours, `Um ${word} maduro`);
  await conversationOf(ours, `Outro ${word}`);
  await conversationOf(theirs, `Deles ${word}`);
  const { hits } = await used('search_messages', { query: word });
  expect(hits).toHaveLength(2);
  expect(JSON.stringify(hits)).not.toContain('Deles');
  const one = await used('search_messages', { query: word, conversation_id: conversation });
  expect(one.hits).toMatchObject([{ conversation_id: conversation }]);
  expect(await call(key, 'search_messages', {})).toMatchObject(
    refusing('VALIDATION_ERROR', 'query'),
  );
});

describe('report', () => {
  test('returns numbers, and the records behind one', async () => {
    await ours.create('tasks', { assignee_ids: [ana.userId] });
    const report = await used('report', { report: 'tasks', by: 'person', user_id: 'me' });
    expect(report).toMatchObject({ report: 'tasks', by: 'person', rows: expect.any(Array) });
    const funnel = await used('report');
    expect(funnel).toMatchObject({ report: 'funnel' });
    const behind = await used('report', { report: 'funnel', measure: 'entries' });
    expect(behind).toMatchObject({ measure: 'entries', records: expect.any(Array) });
  });

  test('hides amounts from members who may not see them, and refuses wrong arguments by name', async () => {
    const { userId } = await makePerson(service, ours, 'member', { seesValues: false });
    const blind = await keyOf(ours, { userId });
    expect(await used('report', { report: 'forecast' }, blind)).toMatchObject({ is_masked: true });
    for (const [args, name] of [
      [{ report: 'weather' }, 'report'],
      [{ report: 'hours', by: 'reason' }, 'by'],
      [{ from: 'yesterday', to: '2026-01-01' }, 'from'],
      [{ colour: 'red' }, 'colour'],
    ] as const)
      expect(await call(key, 'report', args)).toMatchObject(refusing('VALIDATION_ERROR', name));
  });
});

describe('update_record', () => {
  test('changes and empties fields of each kind', async () => {
    const made = {
      deals: await ours.create('deals', { value: 10 }),
      tasks: await ours.create('tasks'),
      clients: await ours.create('clients'),
      projects: await ours.create('projects'),
      activities: await ours.create('activities'),
      campaigns: await ours.create('campaigns'),
    };
    const titled = ['deals', 'tasks', 'activities'];
    for (const [kind, { id }] of Object.entries(made)) {
      const changes = { [titled.includes(kind) ? 'title' : 'name']: 'Novo nome' };
      expect(await used('update_record', { kind, id, changes }), kind).toMatchObject(changes);
    }
    const { id } = made.deals;
    const emptied = await used('update_record', { kind: 'deals', id, clear: ['value'] });
    expect(emptied).not.toHaveProperty('value');
    const phone = `55119${String(Date.now()).slice(-8)}`;
    const contact = await used('create_contact', { phone, custom_name: 'Rita' });
    const changes = { custom_name: 'Rita Lee' };
    const changed = await used('update_record', { kind: 'contacts', id: contact.id, changes });
    expect(changed).toMatchObject(changes);
  });

  test('changes many at once, reports those it could not, and stops at fifty', async () => {
    const [first, second] = [await ours.create('tasks'), await ours.create('tasks')];
    const foreign = await theirs.create('tasks');
    const due_date = '2030-05-06';
    const outcome = await used('update_record', {
      kind: 'tasks',
      ids: [first.id, foreign.id, second.id],
      changes: { due_date, assignee_ids: ['me'] },
    });
    expect(outcome).toEqual({
      changed: [first.id, second.id],
      refused: [{ id: foreign.id, code: 'NOT_FOUND', message: expect.any(String) }],
    });
    for (const { id } of [first, second])
      expect((await ours.get(`/tasks/${id}`)).data).toMatchObject({
        due_date,
        assignee_ids: [ana.userId],
      });
    expect((await theirs.get(`/tasks/${foreign.id}`)).data.due_date).not.toBe(due_date);
    const ids = Array.from({ length: 51 }, () => uuidv7());
    expect(
      await call(key, 'update_record', { kind: 'tasks', ids, changes: { due_date } }),
    ).toMatchObject(refusing('VALIDATION_ERROR', 'ids'));
  });

  test('refuses wrong arguments by their names', async () => {
    const { id } = await ours.create('deals');
    for (const [args, ...names] of [
      [{ kind: 'deals', id, changes: { titel: 'x' } }, 'titel'],
      [{ kind: 'deals', id, changes: { value: -1 } }, 'value'],
      [{ kind: 'deals', id, changes: {} }, 'changes'],
      [{ kind: 'deals', id, clear: ['title'] }, 'clear'],
      [{ kind: 'deals', id, changes: { value: 1 }, clear: ['value'] }, 'clear'],
      [{ kind: 'deals', changes: { value: 1 } }, 'id', 'ids'],
      [{ kind: 'deals', id, ids: [id], changes: { value: 1 } }, 'id', 'ids'],
      [{ kind: 'inboxes', id, changes: { value: 1 } }, 'kind'],
      [{ kind: 'deals', id, changes: { phase: 'nenhuma' } }, 'phase'],
    ] as const)
      expect(await call(key, 'update_record', args), JSON.stringify(args)).toMatchObject(
        refusing('VALIDATION_ERROR', ...names),
      );
  });

  test('does not let members write what they may not see', async () => {
    const { userId } = await makePerson(service, ours, 'member', { seesValues: false });
    const blind = await keyOf(ours, { userId });
    const { id } = await ours.create('deals', { value: 5 });
    const args = { kind: 'deals', id, changes: { value: 1 } };
    expect(await call(blind, 'update_record', args)).toMatchObject(refusing('FORBIDDEN'));
  });
});

test('me is the user of the key in filters and arguments, and refused without one', async () => {
  const mine = await ours.create('tasks', { assignee_ids: [ana.userId], title: 'Minha' });
  await ours.create('tasks', { title: 'De outra pessoa' });
  const { records } = await used('list_tasks', { assignee_id: 'me', search: 'Minha' });
  expect(records).toMatchObject([{ id: mine.id }]);
  expect(await used('create_deal', { title: 'Meu', responsible_id: 'me' })).toMatchObject({
    responsible_id: ana.userId,
  });
  const activity = await used('create_activity', {
    title: 'Ligar',
    type: 'call',
    assigned_to: 'me',
  });
  const listed = await used('list_records', {
    kind: 'activities',
    filters: { assigned_to: 'me' },
  });
  expect(recordsOf(listed).map(({ id }) => id)).toContain(activity.id);
  expect(await call(ours.key, 'list_tasks', { assignee_id: 'me' })).toMatchObject(
    refusing('VALIDATION_ERROR', 'assignee_id'),
  );
});

describe('projects', () => {
  test('are created, once per key, also from a template', async () => {
    const args = { name: 'Campanha de verão', idempotency_key: uuidv7() };
    const first = await used('create_project', args);
    expect(await used('create_project', args)).toEqual({ ...first, replayed: true });
    const owner = await makePerson(service, ours, 'owner');
    await ours.create('tasks', { project_id: first.id, title: 'Briefing' });
    const template = await owner.post('/project-templates', {
      name: `Modelo ${Date.now()}`,
      project_id: first.id,
    });
    expect(template.status, template.text).toBe(201);
    const templates = await used('list_records', { kind: 'project_templates' });
    const template_id = template.data.id;
    expect(recordsOf(templates).map(({ id }) => id)).toContain(template_id);
    const retried = { name: 'Do modelo', template_id, idempotency_key: uuidv7() };
    const made = await used('create_project', retried);
    expect(await used('create_project', retried)).toMatchObject({ id: made.id, replayed: true });
    const { records } = await used('list_tasks', { project_id: made.id });
    expect(records).toMatchObject([{ title: 'Briefing' }]);
    for (const template_id of [uuidv7(), (await theirs.create('projects')).id])
      expect(await call(key, 'create_project', { name: 'X', template_id })).toMatchObject(
        refusing('NOT_FOUND'),
      );
    expect(await call(key, 'create_project', { name: ' ' })).toMatchObject(
      refusing('VALIDATION_ERROR', 'name'),
    );
  });
});

describe('comments', () => {
  test('are written as the user, and listed', async () => {
    const { id: record_id } = await ours.create('tasks');
    const args = { record_type: 'tasks', record_id, content: 'Falta o **logo**' };
    const comment = await used('add_comment', args);
    expect(comment).toMatchObject({ author_id: ana.userId, content: 'Falta o **logo**' });
    const listed = await used('list_records', {
      kind: 'comments',
      filters: { record_type: 'tasks', record_id },
    });
    expect(recordsOf(listed)).toMatchObject([{ id: comment.id, author_id: ana.userId }]);
    const foreign = await theirs.create('tasks');
    for (const record_id of [foreign.id, uuidv7()])
      expect(await call(key, 'add_comment', { ...args, record_id })).toMatchObject(
        refusing('NOT_FOUND'),
      );
    expect(await call(key, 'add_comment', { ...args, content: ' ' })).toMatchObject(
      refusing('VALIDATION_ERROR', 'content'),
    );
    expect(await call(ours.key, 'add_comment', args)).toMatchObject(
      refusing('VALIDATION_ERROR', 'content'),
    );
  });
});

describe('approvals', () => {
  test('are requested with a link for the client, and listed', async () => {
    const client = await ours.create('clients');
    const project = await ours.create('projects', { client_id: client.id });
    const campaign = await ours.create('campaigns', { project_id: project.id });
    const request = await used('request_approval', {
      campaign_ids: [campaign.id],
      title: 'Posts de maio',
    });
    expect(request).toMatchObject({ title: 'Posts de maio', stage: 'client' });
    expect(request.link).toMatch(/^http:\/\/.+\/approve\/.+\/[\w-]{43}$/);
    const listed = await used('list_records', {
      kind: 'approvals',
      filters: { campaign_id: campaign.id },
    });
    expect(recordsOf(listed)).toMatchObject([{ id: request.id, status: 'open' }]);
    const again = { campaign_ids: [campaign.id] };
    expect(await call(key, 'request_approval', again)).toMatchObject(refusing('CONFLICT'));
    const foreign = await theirs.create('campaigns');
    for (const id of [foreign.id, uuidv7()])
      expect(await call(key, 'request_approval', { campaign_ids: [id] })).toMatchObject(
        refusing('NOT_FOUND', 'campaign_ids'),
      );
    expect(await call(key, 'request_approval', { campaign_ids: [] })).toMatchObject(
      refusing('VALIDATION_ERROR', 'campaign_ids'),
    );
  });
});

describe('change_conversation', () => {
  test('assigns, snoozes, resolves and reopens', async () => {
    const id = await conversationOf(ours, 'Oi');
    const change = (args: Json) => used('change_conversation', { id, ...args });
    expect(await change({ action: 'assign', assignee_id: 'me' })).toMatchObject({
      assignee_id: ana.userId,
    });
    expect(await change({ action: 'unassign' })).not.toHaveProperty('assignee_id');
    const until = '2999-01-01T12:00:00Z';
    expect(await change({ action: 'snooze', until })).toMatchObject({ status: 'snoozed' });
    expect(await change({ action: 'resolve' })).toMatchObject({ status: 'resolved' });
    expect(await change({ action: 'reopen' })).toMatchObject({ status: 'open' });
  });

  test('refuses wrong arguments by name, and conversations of another team', async () => {
    const id = await conversationOf(ours, 'Oi');
    for (const [args, name] of [
      [{ action: 'close' }, 'action'],
      [{ action: 'snooze' }, 'until'],
      [{ action: 'resolve', until: '2999-01-01T12:00:00Z' }, 'until'],
      [{ action: 'snooze', until: '2000-01-01T12:00:00Z' }, 'until'],
      [{ action: 'assign' }, 'assignee_id'],
    ] as const)
      expect(await call(key, 'change_conversation', { id, ...args })).toMatchObject(
        refusing('VALIDATION_ERROR', name),
      );
    const foreign = await conversationOf(theirs, 'Oi');
    for (const each of [foreign, uuidv7()])
      expect(await call(key, 'change_conversation', { id: each, action: 'resolve' })).toMatchObject(
        refusing('NOT_FOUND'),
      );
  });

  test('and search reach no conversation of an inbox that is hidden from the member', async () => {
    const word = `segredo${Date.now()}`;
    const id = await conversationOf(ours, word);
    await service.sql('update inboxes set is_restricted = true where id = $1', [ours.inbox]);
    try {
      const { userId } = await makePerson(service, ours, 'member');
      const outside = await keyOf(ours, { userId });
      expect((await used('search_messages', { query: word }, outside)).hits ?? []).toEqual([]);
      expect(await call(outside, 'change_conversation', { id, action: 'resolve' })).toMatchObject(
        refusing('NOT_FOUND'),
      );
    } finally {
      await service.sql('update inboxes set is_restricted = false where id = $1', [ours.inbox]);
    }
  });
});

describe('every tool that reads', () => {
  const readers = tools.filter(({ effect }) => effect === 'reads');

  /** Arguments of calls: each value of an enumeration, with each id, and with the word wherever an argument takes one. */
  function argumentsOf({ inputSchema }: (typeof readers)[number], ids: Json, word: string): Json[] {
    const { properties, required = [] } = inputSchema as {
      properties: Record<string, { format?: string; enum?: string[] }>;
      required?: string[];
    };
    const texts = ['query', 'search', 'name'].filter((name) => name in properties);
    const linked = Object.keys(properties).filter((name) => name in ids);
    const choice = Object.keys(properties).find((name) => properties[name]?.enum) ?? '';
    const selections = [texts, ...linked.map((name) => [name])];
    return (properties[choice]?.enum ?? [undefined]).flatMap((chosen) =>
      selections.map((names) =>
        Object.fromEntries(
          [...new Set([...required, ...names, ...(chosen === undefined ? [] : [choice])])].map(
            (name) => [name, name === choice ? chosen : (ids[name] ?? word)],
          ),
        ),
      ),
    );
  }

  test('returns nothing from a hidden inbox to a member, and nothing to another team', async () => {
    const word = `oculto${Date.now()}`;
    const id = await conversationOf(ours, word);
    await service.sql('update inboxes set is_restricted = true where id = $1', [ours.inbox]);
    try {
      const { userId } = await makePerson(service, ours, 'member');
      const outside = await keyOf(ours, { userId });
      const { data } = await ours.get(`/msgapp/conversations/${id}`);
      const ids = { id, conversation_id: id, inbox_id: ours.inbox, user_id: ours.users[0] };
      const seers = new Set<string>();
      for (const reader of readers)
        for (const args of argumentsOf(reader, { ...ids, client_id: data.client_id }, word)) {
          for (const of of [outside, theirs.key]) {
            const { text } = await call(of, reader.name, args);
            // Errors repeat arguments.
            const answer = text.replaceAll(JSON.stringify(word), '');
            expect(answer, `${reader.name} ${JSON.stringify(args)}`).not.toContain(word);
            expect(answer, `${reader.name} ${JSON.stringify(args)}`).not.toContain(`"${id}"`);
          }
          const { text, isError } = await call(ours.key, reader.name, args);
          if (!isError && text.includes(word)) seers.add(reader.name);
        }
      // The team's key sees it, so the calls reach the conversation.
      expect([...seers].sort()).toEqual(
        expect.arrayContaining(['list_events', 'list_messages', 'search_messages']),
      );
    } finally {
      await service.sql('update inboxes set is_restricted = false where id = $1', [ours.inbox]);
    }
  });
});
