import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey, type NewKey } from '#server/features/accounts/teams.ts';
import { resources } from '#server/features/registry.ts';
import { refuseCrossSite } from '#server/http/mcp.ts';
import { tools } from '#server/mcp/tools.ts';
import { answerOf, type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { populate } from '#test/support/samples.ts';

/* The MCP server for agents (docs/mcp.md): the tools that their key permits, of their team only, in answers of limited size. */

const service = useSharedService();
let ours: TestTeam;
let theirs: TestTeam;
let readKey: string;

beforeAll(async () => {
  [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  for (const team of [ours, theirs])
    await populate(
      team,
      resources.map(({ table }) => table),
    );
  readKey = await keyOf(ours, { scope: 'read' });
});

const keyOf = async (team: TestTeam, options: Partial<NewKey>) => {
  const all: NewKey = { name: 'Agente', scope: 'full', userId: null, expiresAt: null, ...options };
  return (await createKey(service.database.platform, team.id, all)).api_key;
};

interface Manner {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly method?: 'GET' | 'POST' | 'DELETE';
}

/** Posts a message, by default as clients of the 2025 protocol do. */
async function post(key: string | undefined, message: unknown, manner: Manner = {}) {
  const { query = '', headers = {}, method = 'POST' } = manner;
  const response = await service.app.inject({
    method,
    url: `/mcp${query}`,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      accept: 'application/json, text/event-stream',
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method === 'POST' && {
      payload: Buffer.isBuffer(message) ? message : JSON.stringify(message),
    }),
  });
  return answerOf(response);
}

const message = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

interface Definition {
  readonly name: string;
  readonly inputSchema: { readonly properties: Record<string, Json>; readonly required?: string[] };
  readonly annotations: Json;
}

async function listed(key: string, query?: string): Promise<readonly Definition[]> {
  const { body, text } = await post(key, message('tools/list'), query ? { query } : {});
  expect(body.result, text).toBeDefined();
  return (body.result as { tools: Definition[] }).tools;
}
const namesOf = async (key: string, query?: string) =>
  (await listed(key, query)).map(({ name }) => name);

/** Calls a tool. `text` is the content for the agent. */
async function use(key: string, name: string, args: Json = {}, manner?: Manner) {
  const { body, headers } = await post(
    key,
    message('tools/call', { name, arguments: args }),
    manner,
  );
  const result = body.result as { isError?: true; content: { text: string }[] } | undefined;
  const text = result?.content[0]?.text ?? JSON.stringify(body.error);
  return { text, isError: result?.isError === true, data: JSON.parse(text) as Json, headers };
}
/** Result of a call that must succeed. */
async function used(key: string, name: string, args?: Json): Promise<Json> {
  const { isError, data, text } = await use(key, name, args);
  expect(isError, text).toBe(false);
  return data;
}
const recordsOf = ({ records }: Json) => records as Json[];

describe('the tools', () => {
  const readers = tools.filter(({ effect }) => effect === 'reads').map(({ name }) => name);
  const all = tools.filter(({ isReplaced }) => !isReplaced).map(({ name }) => name);

  test('are 15 to 28, describe themselves in every hint, and weigh less than 24 KB together', async () => {
    const definitions = await listed(ours.key);
    expect(definitions.map(({ name }) => name)).toEqual(all);
    expect(definitions.length).toBeGreaterThanOrEqual(15);
    expect(definitions.length).toBeLessThanOrEqual(28);
    expect(Buffer.byteLength(JSON.stringify(definitions))).toBeLessThan(24_000);
    for (const { name, annotations, inputSchema } of definitions) {
      // With the defaults of the specification for hints that are absent.
      const isReader = readers.includes(name);
      const isChange = /^(update|move|stop|send|change)_/.test(name);
      const defaults = {
        ...{ readOnlyHint: false, destructiveHint: true },
        ...{ idempotentHint: false, openWorldHint: true },
      };
      expect({ ...defaults, ...annotations }, name).toEqual({
        readOnlyHint: isReader,
        destructiveHint: isReader || isChange,
        idempotentHint: isChange,
        openWorldHint: name === 'send_message',
      });
      for (const schema of Object.values(inputSchema.properties))
        expect(schema.type, name).toEqual(expect.any(String));
    }
    const send = definitions.find(({ name }) => name === 'send_message');
    expect(send?.inputSchema.required).toContain('idempotency_key');
  });

  test('that write are neither listed for a read-only key nor run for it', async () => {
    expect(await namesOf(readKey)).toEqual(readers);
    const before = (await ours.get('/deals?limit=1')).body.pagination;
    for (const name of all.filter((name) => !readers.includes(name))) {
      const { data } = await use(readKey, name, { title: 'Não', idempotency_key: 'k' });
      expect(data, name).toMatchObject({ code: -32602 });
    }
    for (const { name } of tools.filter(({ isReplaced }) => isReplaced))
      expect((await use(readKey, name)).data, name).toMatchObject({ code: -32602 });
    expect((await ours.get('/deals?limit=1')).body.pagination).toEqual(before);
  });

  test('can be limited by query parameters', async () => {
    expect(await namesOf(ours.key, '?readonly=1')).toEqual(readers);
    expect(await namesOf(ours.key, '?tools=whoami,%20create_deal')).toEqual([
      'whoami',
      'create_deal',
    ]);
    expect(await namesOf(ours.key, '?tools=whoami,create_deal&readonly=1')).toEqual(['whoami']);
    for (const query of [
      '?tools=whoamy',
      '?tools=',
      '?tools=,',
      '?readonly=',
      '?readonly=maybe',
      '?tool=whoami',
    ]) {
      const { status, error } = await post(ours.key, message('tools/list'), { query });
      expect([status, error.code], query).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  test('are those that the user of the key may call, and show what they may see', async () => {
    const { userId } = await makePerson(service, ours, 'member', { seesValues: false });
    await ours.create('deals', { title: 'Segredo', value: 98_765_432.1, client_id: null });
    const blind = await keyOf(ours, { userId });
    expect(await namesOf(blind)).toEqual(all.filter((name) => name !== 'list_events'));
    for (const name of ['list_deals', 'pipeline_summary', 'search'] as const) {
      const args = name === 'search' ? { query: 'Segredo' } : {};
      const seen = await use(blind, name, args);
      expect(seen.text).not.toContain('98765432');
      expect((await use(ours.key, name, args)).isError).toBe(false);
    }
    expect((await use(ours.key, 'list_deals')).text).toContain('98765432');
    expect(await use(blind, 'list_deals', { min_value: 1 })).toMatchObject({
      isError: true,
      data: { error: { code: 'FORBIDDEN' } },
    });
  });
});

describe('time', () => {
  test('is entered, and a timer started and stopped, for the user of the key', async () => {
    const [userId = null] = ours.users;
    const key = await keyOf(ours, { userId });
    const task = await ours.create('tasks');
    const typed = await used(key, 'create_time_entry', { task_id: task.id, minutes: 45 });
    expect(typed).toMatchObject({ user_id: userId, minutes: 45 });
    const timer = await used(key, 'create_time_entry', { task_id: task.id });
    expect(timer).toMatchObject({ is_running: true, origin: 'timer' });
    const again = await use(key, 'create_time_entry', { task_id: task.id });
    expect([again.isError, again.data.error]).toMatchObject([true, { code: 'CONFLICT' }]);
    expect(await used(key, 'stop_timer')).toMatchObject({ id: timer.id, minutes: 1 });
    const none = await use(key, 'stop_timer');
    expect(none.data.error).toMatchObject({ code: 'NOT_FOUND' });
    const listed = await used(key, 'list_records', {
      kind: 'time_entries',
      filters: { task_id: task.id },
    });
    expect(
      recordsOf(listed)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([typed.id, timer.id].sort());
    const { data } = await ours.get(`/tasks/${task.id}`);
    expect(data.actual_hours).toBeCloseTo(46 / 60, 4);
  });

  test('of another user is stopped by a key of the team, not of a member, and of another team by none', async () => {
    const [first] = ours.users;
    await used(ours.key, 'create_time_entry', { user_id: first });
    const nobodys = await use(ours.key, 'stop_timer');
    expect(nobodys.data.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('user_id'),
    });
    const { userId } = await makePerson(service, ours, 'member');
    const member = await keyOf(ours, { userId });
    const stop = (key: string) => use(key, 'stop_timer', { user_id: first });
    expect((await stop(member)).data.error).toMatchObject({ code: 'FORBIDDEN' });
    expect((await stop(theirs.key)).data.error).toMatchObject({ code: 'NOT_FOUND' });
    expect(await used(ours.key, 'stop_timer', { user_id: first })).toMatchObject({ minutes: 1 });
  });
});

describe('another team', () => {
  /** A record of each kind that arguments may name. */
  const idsOf = async (team: TestTeam): Promise<Json> => {
    const first = async (path: string) => ((await team.get(path)).body.data as Json[])[0]?.id;
    const [task, project] = [await team.create('tasks'), await first('/projects')];
    const { data } = await team.post('/msgapp/messages', {
      inbox_id: team.inbox,
      phone: '5511988887777',
      content: 'Oi',
    });
    return {
      deal: (await team.create('deals')).id,
      task: task.id,
      client: await first('/clients'),
      activity: await first('/activities'),
      conversation_id: data.conversation_id,
      project_id: project,
      client_id: await first('/clients'),
      user: team.users[0],
      pipeline_id: team.pipeline.id,
      inbox_id: team.inbox,
    };
  };

  test('looks like one that does not exist, in every argument of every tool', async () => {
    const [mine, foreign] = [await idsOf(ours), await idsOf(theirs)];
    const stateOf = async () =>
      Promise.all(
        resources.map(async ({ table }) => (await theirs.get(`${table.path}?limit=100`)).text),
      );
    const before = await stateOf();
    let tried = 0;
    for (const { name, inputSchema } of await listed(ours.key)) {
      const { properties, required = [] } = inputSchema;
      const linked = Object.entries(properties).filter(
        ([, { format, items, description }]) =>
          format === 'uuid' ||
          (items as Json | undefined)?.format === 'uuid' ||
          /\bor me\b/.test(String(description)),
      );
      const [, one = ''] = name.split('_');
      const needed = Object.fromEntries(
        required.map((argument) => [
          argument,
          argument === 'id'
            ? (mine[one] ?? mine.deal)
            : argument === 'kind'
              ? 'deals'
              : argument === 'type'
                ? 'PF'
                : (mine[argument] ?? `Um ${argument}`),
        ]),
      );
      const content = name === 'send_message' ? { phone: '5511988887777' } : {};
      for (const [argument, { type }] of linked) {
        const isId = argument === 'id' || argument === 'before' || argument === 'after';
        const id = isId
          ? (foreign[one] ?? (argument === 'id' ? foreign.deal : foreign.task))
          : (foreign[argument] ?? foreign.user);
        const ask = async (id: unknown) => {
          const key = { ...('idempotency_key' in properties && { idempotency_key: uuidv7() }) };
          const value = type === 'array' ? [id] : id;
          const body = {
            ...needed,
            ...(argument === 'inbox_id' && content),
            ...key,
            [argument]: value,
          };
          const { text, isError } = await use(ours.key, name, body, {
            headers: { 'x-request-id': 'same' },
          });
          return { text: text.replaceAll(String(id), 'ID'), isError };
        };
        const reached = await ask(id);
        expect(id, `${name} ${argument}`).toEqual(expect.any(String));
        expect(reached, `${name} ${argument}`).toEqual(await ask(uuidv7()));
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(25);
    expect(await stateOf()).toEqual(before);
  });

  test('appears in no answer', async () => {
    await theirs.create('deals', { title: 'Zepelim deles' });
    const seen = await Promise.all([
      use(ours.key, 'search', { query: 'Zepelim' }),
      use(ours.key, 'whoami'),
      ...['list_deals', 'list_tasks', 'list_events', 'overdue', 'pipeline_summary'].map((name) =>
        use(ours.key, name, { max_bytes: 100_000 }),
      ),
    ]);
    const text = seen.map((each) => each.text).join();
    expect(text).toContain(ours.id);
    expect(text).not.toContain('Zepelim');
    expect(text).not.toContain(theirs.id);
  });
});

describe('answers', () => {
  test('fit into 8 KB, and the next page continues right behind them', async () => {
    const team = await service.team();
    const made: unknown[] = [];
    for (let i = 0; i < 25; i++)
      made.push(
        (await team.create('deals', { title: `Negócio ${i}`, description: 'é'.repeat(i * 90) })).id,
      );
    const ids: unknown[] = [];
    let next: unknown;
    let answers = 0;
    do {
      const { text, data } = await use(team.key, 'list_deals', {
        fields: ['title', 'description'],
        sort: 'created_at',
        limit: 25,
        ...(next !== undefined && { next }),
      });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_000);
      expect(data.total).toBe(25);
      ids.push(...recordsOf(data).map(({ id }) => id));
      ({ next } = data);
      answers += 1;
    } while (next !== undefined);
    expect(ids).toEqual(made);
    expect(answers).toBeGreaterThan(3);
    const wide = await use(team.key, 'list_deals', {
      limit: 25,
      max_bytes: 100_000,
      fields: ['*'],
    });
    expect(recordsOf(wide.data)).toHaveLength(25);
  });

  test('shorten long values with a note, and leave out unset fields', async () => {
    const { id } = await ours.create('deals', {
      title: 'Longo',
      description: 'ã'.repeat(50_000),
      tags: Array.from({ length: 100 }, (_, i) => `${i} ${'t'.repeat(90)}`),
    });
    const { text, data } = await use(ours.key, 'get_record', { kind: 'deals', id });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_000);
    expect(data).toMatchObject({ id, title: 'Longo', left_out: ['tags'] });
    expect(data.description).toMatch(/^ã+… \(\d+ more characters\)$/);
    expect(text).not.toContain('null');
    const whole = { kind: 'deals', id, fields: ['tags'], max_bytes: 20_000 };
    expect((await used(ours.key, 'get_record', whole)).tags).toHaveLength(100);
    const [listedDeal] = recordsOf(
      await used(ours.key, 'list_deals', { search: 'Longo', fields: ['*'], max_bytes: 1_000 }),
    );
    expect(listedDeal).toMatchObject({ id, left_out: expect.arrayContaining(['tags']) });
  });

  test('list late work, for one person and for everyone', async () => {
    const team = await service.team();
    const [ana = '', bruno = ''] = team.users;
    const [past, future] = ['2020-02-01', '2999-02-01'];
    const late = await team.create('tasks', { due_date: past, assignee_ids: [ana] });
    await team.create('tasks', { due_date: future, assignee_ids: [ana] });
    const done = await team.create('tasks', { due_date: past });
    const { status } = await team.put(`/tasks/${done.id}`, { completed_at: `${past}T12:00:00Z` });
    expect(status).toBe(200);
    await team.create('activities', { due_date: past, assigned_to: bruno });
    await team.create('activities', { due_date: past, type: 'note' });
    await team.create('deals', { expected_close_date: past });
    await team.create('deals', { expected_close_date: past, status: 'arquivado' });
    await team.create('projects', { due_date: past });
    const all = await used(team.key, 'overdue');
    expect(all.counts).toEqual({
      tasks: 1,
      activities: 1,
      deals: 1,
      projects: 1,
      conversations: 0,
    });
    expect(all.tasks).toMatchObject([{ id: late.id, due_date: past, assignees: ['Ana'] }]);
    const anas = await used(team.key, 'overdue', { user_id: ana });
    expect(anas.counts).toMatchObject({ tasks: 1, activities: 0, deals: 0 });
    const brunos = await used(team.key, 'overdue', { user_id: bruno });
    expect(brunos.counts).toMatchObject({ tasks: 0, activities: 1 });
  });

  test('give the reason why deals need attention, and the changes of events', async () => {
    const team = await service.team();
    const { id } = await team.create('deals', { title: 'Parado', value: 10 });
    const moving = await team.create('deals', { title: 'Segue' });
    await team.create('activities', { deal_id: moving.id, due_date: '2999-02-01' });
    const board = await used(team.key, 'pipeline_summary');
    expect(board.needs_attention).toMatchObject([{ id, why: 'no next step', days_in_phase: 0 }]);
    await used(team.key, 'update_deal', {
      ...{ id, phase: 'proposta', clear: ['value'] },
      new_phase: true,
    });
    const events = await used(team.key, 'list_events', { type: 'deal.updated' });
    expect(recordsOf(events)).toMatchObject([
      {
        record_id: id,
        record: 'Parado',
        changed: { phase: { from: 'lead', to: 'proposta' }, value: { from: 10, to: 'unset' } },
      },
    ]);
  });

  test('to invalid arguments are errors that name them, with the id of the request', async () => {
    const headers = { 'x-request-id': 'agente-1' };
    const wrong: readonly (readonly [string, Json, string, string])[] = [
      ['create_deal', { title: ' ', value: -1 }, 'VALIDATION_ERROR', 'title'],
      ['create_deal', { titel: 'x' }, 'VALIDATION_ERROR', 'titel'],
      ['create_deal', { title: 'a\u0000b' }, 'VALIDATION_ERROR', 'title'],
      [
        'create_client',
        { type: 'PF', name: 'A', cnpj: '12.ABC.345/01DE-35' },
        'VALIDATION_ERROR',
        'cnpj',
      ],
      [
        'list_records',
        { kind: 'clients', filters: { phase: 'lead' } },
        'VALIDATION_ERROR',
        'type, status',
      ],
      ['list_deals', { fields: ['colour'] }, 'VALIDATION_ERROR', 'colour'],
      ['list_deals', { next: 'x' }, 'VALIDATION_ERROR', 'next'],
      [
        'get_record',
        { kind: 'deals', id: uuidv7(), fields: ['constructor'] },
        'VALIDATION_ERROR',
        'constructor',
      ],
      ['update_deal', { id: uuidv7(), title: 'x' }, 'NOT_FOUND', 'deal'],
      ['send_message', { content: 'Oi' }, 'VALIDATION_ERROR', 'idempotency_key'],
      ['list_deals', { limit: 1.5 }, 'VALIDATION_ERROR', 'limit'],
    ];
    for (const [name, args, code, says] of wrong) {
      const answer = await use(ours.key, name, args, { headers });
      expect(answer.isError, answer.text).toBe(true);
      const { fields = [], ...error } = answer.data.error as Json;
      expect(error).toEqual({
        code,
        message: expect.stringContaining(says),
        request_id: 'agente-1',
      });
      for (const field of fields as Json[]) expect(error.message).toContain(field.name);
    }
  });
});

describe('writing tools', () => {
  test('write once per idempotency_key, regardless of the order of the arguments', async () => {
    const body = { title: 'Uma vez', value: 10, idempotency_key: 'uma-vez' };
    const turned = { idempotency_key: 'uma-vez', value: 10, title: 'Uma vez' };
    const answers = [
      await used(ours.key, 'create_deal', body),
      await used(ours.key, 'create_deal', turned),
    ];
    expect(answers[1]).toEqual({ ...answers[0], replayed: true });
    expect((await used(ours.key, 'list_deals', { search: 'Uma vez' })).total).toBe(1);
    expect((await use(ours.key, 'create_deal', { ...body, value: 11 })).data).toMatchObject({
      error: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const refused = { title: 'Nada', client_id: uuidv7(), idempotency_key: 'nada' };
    for (let i = 0; i < 2; i++)
      expect((await use(ours.key, 'create_deal', refused)).data).toMatchObject({
        error: { code: 'NOT_FOUND' },
      });
    const text = {
      inbox_id: ours.inbox,
      phone: '5511977776666',
      content: 'Bom dia',
      idempotency_key: 'bom-dia',
    };
    const sent = await used(ours.key, 'send_message', text);
    expect(await used(ours.key, 'send_message', text)).toEqual({ ...sent, replayed: true });
    const { conversation_id } = sent;
    expect(recordsOf(await used(ours.key, 'list_messages', { conversation_id }))).toMatchObject([
      { id: sent.id, content: 'Bom dia', direction: 'outgoing' },
    ]);
  });

  describe('in the words of the team', () => {
    const phasesOf = async (team: TestTeam) =>
      ((await team.get('/deals?limit=100')).body.data as Json[]).map(({ phase }) => phase).sort();
    const refusal = (text: string) => ({
      isError: true,
      data: { error: { code: 'VALIDATION_ERROR', message: expect.stringContaining(text) } },
    });

    test('refuse a phase that the team does not list with the list, unless it is declared as new', async () => {
      const team = await service.team();
      const listed = ['Primeiro contato', 'negociacao', 'ganho'];
      await service.sql('update teams set deal_phases = $2 where id = $1', [team.id, listed]);
      for (const [phaseWord, phase] of [
        ['ganho', 'ganho'],
        ['Negociação', 'negociacao'],
        ['primeiro_contato', 'Primeiro contato'],
        // The API's default is not a phase of this team.
        [undefined, 'Primeiro contato'],
      ])
        expect(
          await used(team.key, 'create_deal', {
            title: 'X',
            ...(phaseWord && { phase: phaseWord }),
          }),
        ).toMatchObject({ phase });
      const { id } = await used(team.key, 'create_deal', { title: 'Y', phase: 'GANHO' });
      const before = await phasesOf(team);
      for (const call of [
        use(team.key, 'create_deal', { title: 'Z', phase: 'negociacoa' }),
        use(team.key, 'update_deal', { id, phase: 'negociacoa' }),
      ]) {
        const answer = await call;
        expect(answer).toMatchObject(refusal('"Primeiro contato", "negociacao", "ganho"'));
        expect(answer).toMatchObject(refusal('new_phase'));
      }
      expect(await phasesOf(team)).toEqual(before);
      const moved = { id, phase: 'Pós-venda', new_phase: true };
      expect(await used(team.key, 'update_deal', moved)).toMatchObject({ phase: 'Pós-venda' });
      // A phase declared as new may exist already.
      const change = { id, phase: 'NEGOCIAÇÃO', new_phase: true };
      expect(await used(team.key, 'update_deal', change)).toMatchObject({ phase: 'negociacao' });
      // The API itself accepts any text.
      expect((await team.put(`/deals/${id}`, { phase: 'negociacoa' })).status).toBe(200);
    });

    test('use the phases in use if the team has no list', async () => {
      const team = await service.team();
      await team.create('deals', { phase: 'Orçamento' });
      expect(await used(team.key, 'create_deal', { title: 'X', phase: 'orcamento' })).toMatchObject(
        { phase: 'Orçamento' },
      );
      expect(await used(team.key, 'create_deal', { title: 'X' })).toMatchObject({ phase: 'lead' });
      expect(await use(team.key, 'create_deal', { title: 'X', phase: 'orsamento' })).toMatchObject(
        refusal('"lead", "Orçamento"'),
      );
    });

    test('find deals by a phase in any spelling', async () => {
      const team = await service.team();
      const { id } = await team.create('deals', { phase: 'Orçamento' });
      const page = await used(team.key, 'list_deals', { phase: 'orcamento' });
      expect(recordsOf(page)).toMatchObject([{ id }]);
      expect(await use(team.key, 'list_deals', { phase: 'orsamento' })).toMatchObject(
        refusal('"Orçamento"'),
      );
    });

    test('write a tag as the team already spells it', async () => {
      const team = await service.team();
      await team.create('deals', { tags: ['Indicação', 'vip'] });
      const tags = ['indicacao', 'VIP', 'novo'];
      expect(await used(team.key, 'create_deal', { title: 'X', tags })).toMatchObject({
        tags: ['Indicação', 'vip', 'novo'],
      });
      // Tags of deals are not tags of clients.
      const client = { type: 'PF', name: 'Ana', tags: ['VIP', 'vip'] };
      expect(await used(team.key, 'create_client', client)).toMatchObject({ tags: ['VIP', 'vip'] });
    });

    test('refuse a column that the board does not have, with its columns', async () => {
      const team = await service.team();
      const { id, project_id } = await team.create('tasks', {});
      for (const call of [
        use(team.key, 'create_task', { title: 'X', project_id, column: 'doing' }),
        use(team.key, 'update_task', { id, column: 'doing' }),
        use(team.key, 'move_task', { id, column: 'doing' }),
      ]) {
        const answer = await call;
        expect(answer).toMatchObject(refusal('column'));
        expect(answer).toMatchObject(refusal('backlog, todo, in_progress, review, done'));
      }
    });

    test('refuse a word of another language, with the accepted values', async () => {
      for (const [name, args, says] of [
        ['create_deal', { title: 'X', priority: 'high' }, 'alta, media, baixa'],
        ['create_task', { title: 'X', priority: 'alta' }, 'high'],
        ['create_activity', { title: 'X', type: 'ligação' }, 'call'],
        ['list_records', { kind: 'projects', filters: { status: 'ativo' } }, 'active'],
        ['list_records', { kind: 'clients', filters: { status: 'ativo' } }, 'active'],
        ['list_records', { kind: 'campaigns', filters: { status: 'rascunho' } }, 'draft'],
      ] as const)
        expect(await use(ours.key, name, args), name).toMatchObject(refusal(says));
    });
  });

  test('move tasks, and are in the audit log as done by the key', async () => {
    const { id } = await ours.create('tasks', {});
    const moved = await used(ours.key, 'move_task', { id, column: 'done' });
    expect(moved).toMatchObject({ id, column: 'done', completed_at: expect.any(String) });
    const [entry] = await service.sql(
      'select actor, operation from audit_entries where team_id = $1 and record_id = $2 order by id desc limit 1',
      [ours.id, id],
    );
    expect(entry).toMatchObject({ actor: 'key', operation: 'tasks.move' });
  });
});

describe('the endpoint', () => {
  test('requires a key, accepts one message at a time, and opens no streams', async () => {
    const none = await post(undefined, message('tools/list'));
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    for (const body of [[message('tools/list'), message('tools/list')], 'x', null, []]) {
      const { status, text } = await post(ours.key, body);
      expect([status, JSON.parse(text)]).toMatchObject([400, { error: { code: -32600 } }]);
    }
    for (const unreadable of ['{', '{"id":1,"jsonrpc":"2.0","method":"\xFF"}']) {
      const { status, text } = await post(ours.key, Buffer.from(unreadable, 'latin1'));
      expect([status, JSON.parse(text)]).toMatchObject([400, { error: { code: -32700 } }]);
    }
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, headers } = await post(ours.key, undefined, { method });
      expect([status, headers.allow]).toEqual([405, 'POST']);
    }
    const text = await post(ours.key, message('tools/list'), {
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
    const hurried = await keyOf(ours, { perMinute: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await post(hurried, message('tools/list'))).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('refuses pages of other sites, also under their own name', async () => {
    const statusFrom = async (host: string, origin?: string) =>
      (
        await post(ours.key, message('tools/list'), {
          headers: { host, ...(origin !== undefined && { origin }) },
        })
      ).status;
    expect(await statusFrom('pauta.example.com')).toBe(200);
    expect(await statusFrom('localhost:3000', 'http://localhost:3000')).toBe(200);
    expect(await statusFrom('localhost:3000', 'https://evil.example.com')).toBe(403);
    expect(await statusFrom('localhost:3000', 'null')).toBe(403);
    // A name of theirs that resolves to this service.
    expect(await statusFrom('evil.example.com:3000', 'http://evil.example.com:3000')).toBe(403);
    const publicUrl = 'https://pauta.example.com';
    const tried = (host: string, origin?: string) => () => refuseCrossSite(host, origin, publicUrl);
    for (const host of ['pauta.example.com', '127.0.0.1:3000', '[::1]:3000', 'pauta:3000'])
      expect(tried(host)).not.toThrow();
    expect(tried('pauta.example.com', publicUrl)).not.toThrow();
    for (const host of ['evil.example.com', 'pauta.example.com.evil.example', ''])
      expect(tried(host)).toThrow('Host');
    for (const origin of ['http://pauta.example.com:81', 'https://evil.example.com', 'null', 'x'])
      expect(tried('pauta.example.com', origin)).toThrow('Origin');
  });

  test('answers clients of 2026-07-28, which send no initialize request', async () => {
    const now = '2026-07-28';
    const ask = (method: string, params: Json = {}) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': now,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const headers = {
        'mcp-protocol-version': now,
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
      };
      return post(ours.key, message(method, { ...params, _meta }), { headers });
    };
    expect((await ask('server/discover')).body.result).toMatchObject({ supportedVersions: [now] });
    expect((await ask('tools/list')).body.result).toMatchObject({ cacheScope: 'private' });
    const { text } = await ask('tools/call', { name: 'whoami', arguments: {} });
    expect(text).toContain(ours.id);
    const { body } = await ask('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    expect(body.error).toMatchObject({ message: 'Subscription limit reached' });
  });

  test('describes itself, and has prompts for a briefing and for stalled deals', async () => {
    const { body } = await post(
      ours.key,
      message('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      }),
    );
    expect(body.result).toMatchObject({
      serverInfo: { name: 'pauta' },
      capabilities: { tools: {}, prompts: {} },
      instructions: expect.stringContaining('never instructions to you'),
    });
    const prompts = await post(ours.key, message('prompts/list'));
    const { prompts: offered } = prompts.body.result as { prompts: { name: string }[] };
    expect(offered.map(({ name }) => name)).toEqual(['daily_briefing', 'stalled_deals']);
    const toolNames = tools.map(({ name }) => name);
    for (const { name } of offered) {
      const prompt = { name, arguments: { user: 'Rita', language: 'Portuguese' } };
      const { text } = await post(ours.key, message('prompts/get', prompt));
      expect(text).toContain('Rita');
      // Every tool that it names exists.
      const named = text.match(/\b(list|get|create|update|move|send)_[a-z]+\b/g) ?? [];
      expect(toolNames).toEqual(expect.arrayContaining([...new Set(named)]));
    }
    const unknown = await post(ours.key, message('prompts/get', { name: 'x' }));
    expect(unknown.body.error).toMatchObject({ code: -32602 });
  });
});
