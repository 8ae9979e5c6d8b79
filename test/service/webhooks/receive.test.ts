import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  answerOf,
  call,
  inputsOf,
  type Json,
  resourceNamed,
  type TestTeam,
  useService,
} from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { day, earlier } from '#test/support/webhooks/time.ts';

/*
 * Calls of an endpoint's address by other systems, POST /api/hooks/{team}/{slug}: authentication, the created task, and what is stored of
 * refused calls.
 */
const service = useService();
const strict = useService({ perMinute: 60 });

let ours: TestTeam;
let theirs: TestTeam;
let admins: Record<'ours' | 'theirs', TestPerson>;
/** A project of each team, with its board. */
let project: Json;
let board: { id: string; columns: { id: string; slug: string }[] };

/** A project's pipeline, with its columns in order. */
async function boardOf(team: TestTeam, id: unknown): Promise<typeof board> {
  const [pipeline] = (await team.get(`/pipelines?project_id=${id}`)).body.data as (typeof board)[];
  if (!pipeline) throw new Error('a project has a pipeline');
  return pipeline;
}

beforeAll(async () => {
  ours = await service.team('Nossa');
  theirs = await service.team('Deles');
  project = await ours.create('projects');
  board = await boardOf(ours, project.id);
  admins = {
    ours: await makePerson(service, ours, 'admin'),
    theirs: await makePerson(service, theirs, 'admin'),
  };
});

/** An endpoint and how to call it. */
interface Hook {
  readonly team: TestTeam;
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly secret: string;
  /** A call signed with its secret. */
  tell(payload: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The task created by a call. */
  task(payload: unknown, headers?: Record<string, string>): Promise<Json>;
  receptions(query?: string): Promise<Json[]>;
}

const signature = (secret: string, body: string | Buffer) =>
  createHmac('sha256', secret).update(body).digest('hex');

/** A call with any headers. */
async function post(
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  on = service,
): Promise<Answer> {
  const response = await on.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
  return answerOf(response);
}

const headersAreNone = (headers: Record<string, string>) => Object.keys(headers).length === 0;

/** Result of the mapping tester for a body, if it can be pasted; every call below is first tested with it. */
async function tryOn({ team, id }: Hook, body: string | Buffer, mapping?: Json) {
  if (Buffer.isBuffer(body) || body.length > 700_000) return undefined;
  const before = await rowCounts();
  const fields = mapping && { field_mapping: mapping };
  const person = team === ours ? admins.ours : admins.theirs;
  const { status, text, data } = await person.post(`/webhooks/${id}/try`, {
    payload: body,
    ...fields,
  });
  expect(await rowCounts()).toEqual(before);
  if (status === 404) return undefined;
  expect(status, text.slice(0, 400)).toBe(200);
  return data as unknown as Tried;
}

interface Tried {
  readonly task: Json | null;
  readonly found: Json;
  readonly problems: readonly { readonly field: string | null; readonly message: string }[];
  readonly missing: readonly string[];
}

/** Expects that the call had the predicted outcome. */
async function expectForeseen(hook: Hook, tried: Tried, { status, data, error }: Answer) {
  const { task, problems, missing } = tried;
  if (status === 202) {
    const made = (await hook.team.get(`/tasks/${data.task_id}`)).data;
    expect(made).toMatchObject(task ?? { task: null });
    const [newest] = await hook.receptions('?limit=1');
    const reason = `The payload has no value for ${missing.join(', ')}.`;
    expect(newest?.reason).toBe(missing.length > 0 ? reason : null);
  } else if (status === 400) {
    expect(task).toBeNull();
    const reasons = problems.map(({ message }) => message.replace(/\.$/, '')).join('; ');
    expect(`${reasons}.`).toBe(error.message);
  }
}

async function newHook(fields: Json = {}, team = ours): Promise<Hook> {
  const endpoint = await team.create('webhooks', {
    target_pipeline_id: team === ours ? board.id : team.pipeline.id,
    ...fields,
  });
  const hook: Hook = {
    team,
    id: String(endpoint.id),
    name: String(endpoint.name),
    path: `/api/hooks/${team.slug}/${endpoint.slug}`,
    secret: String(endpoint.secret_token),
    async tell(payload, headers = {}) {
      const raw = typeof payload === 'string' || Buffer.isBuffer(payload);
      const body = raw ? payload : JSON.stringify(payload);
      const tried = headersAreNone(headers) ? await tryOn(hook, body) : undefined;
      const answer = await post(hook.path, body, {
        'x-webhook-signature': signature(hook.secret, body),
        ...headers,
      });
      if (tried) await expectForeseen(hook, tried, answer);
      return answer;
    },
    async task(payload, headers) {
      const answer = await hook.tell(payload, headers);
      expect(answer.status, answer.text).toBe(202);
      expect(answer.body).toEqual({ success: true, data: { task_id: expect.any(String) } });
      return (await team.get(`/tasks/${answer.data.task_id}`)).data;
    },
    receptions: async (query = '') =>
      (await team.get(`/webhooks/${hook.id}/receptions${query}`)).body.data as Json[],
  };
  return hook;
}

/** Everything that must not change when a call is refused. */
const rowCounts = () =>
  service.sql(
    `select (select count(*)::int from tasks) as tasks, (select count(*)::int from receptions) as receptions,
      (select count(*)::int from events) as events`,
  );

describe('authentication', () => {
  test('accepts a signature over the raw body, with any spacing of the JSON', async () => {
    const hook = await newHook({ field_mapping: { title: 'lead.name' } });
    for (const body of [
      '{"lead":{"name":"Ana"}}',
      ' {\r\n\t"lead" : { "name" :\n"Ana" } } \n',
      '{"lead":{"name":"\\u0041na"},"x":1.0}',
      '{"lead":{"name":"velha"},"lead":{"name":"Ana"}}',
    ])
      expect((await hook.task(body)).title).toBe('Ana');
    const body = '{"lead":{"name":"João"}}';
    const hex = signature(hook.secret, body);
    for (const headers of [
      { 'x-webhook-signature': hex.toUpperCase() },
      { authorization: `Bearer ${hook.secret}` },
      { authorization: `bearer   ${hook.secret} ` },
      { 'x-webhook-signature': 'wrong', authorization: `Bearer ${hook.secret}` },
      { 'x-webhook-signature': hex, authorization: 'Basic abc' },
    ])
      expect((await post(hook.path, body, headers)).status).toBe(202);
  });

  test('never accepts a secret in the address: 401 without another proof, 400 with one', async () => {
    const hook = await newHook();
    const before = await rowCounts();
    for (const secret of [hook.secret, ours.key, encodeURIComponent(hook.secret)]) {
      const path = `${hook.path}?token=${secret}`;
      expect((await post(path, '{}')).status).toBe(401);
      const answer = await post(path, '{}', {
        'x-webhook-signature': signature(hook.secret, '{}'),
      });
      expect([answer.status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.error.message).toMatch(/Authorization header.*rotate/);
      expect(answer.text).not.toContain(secret.slice(6, 20));
    }
    expect(await rowCounts()).toEqual(before);
  });

  test('refuses all others: 401, and nothing is stored', async () => {
    const [hook, otherHook] = [await newHook(), await newHook()];
    const foreign = await newHook({}, theirs);
    const body = '{"a":1}';
    const hex = signature(hook.secret, body);
    const before = await rowCounts();
    const cases: Record<string, string>[] = [
      {},
      { 'x-webhook-signature': '' },
      { 'x-webhook-signature': hex.slice(0, -1) },
      { 'x-webhook-signature': `sha256=${hex}` },
      { 'x-webhook-signature': signature(hook.secret, '{"a": 1}') },
      { 'x-webhook-signature': signature(hook.secret.slice(6), body) },
      { 'x-webhook-signature': signature('', body) },
      { 'x-webhook-signature': signature(otherHook.secret, body) },
      { 'x-webhook-signature': signature(foreign.secret, body) },
      { authorization: `Bearer ${otherHook.secret}` },
      { authorization: `Bearer ${foreign.secret}` },
      { authorization: `Bearer ${ours.key}` },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: hook.secret },
      { authorization: `Bearer ${hook.secret.toUpperCase()}` },
      { authorization: `Bearer ${hook.secret}x` },
      { authorization: `Bearer ${hex}` },
      { 'x-webhook-signature': hook.secret },
    ];
    for (const headers of cases) {
      const answer = await post(hook.path, body, headers);
      expect([answer.status, answer.error.code], JSON.stringify(headers)).toEqual([
        401,
        'UNAUTHORIZED',
      ]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.text).not.toContain(hook.secret);
    }
    // Without proof, invalid JSON is not even parsed.
    expect((await post(hook.path, 'not JSON')).status).toBe(401);
    // A signature is valid for one body.
    expect((await post(hook.path, '{"a":2}', { 'x-webhook-signature': hex })).status).toBe(401);
    expect(await rowCounts()).toEqual(before);
  });

  test('accepts the previous secret for a day after a rotation', async () => {
    const hook = await newHook();
    const rotate = async () =>
      String((await ours.post(`/webhooks/${hook.id}/rotate-secret`)).data.secret_token);
    const body = '{}';
    const status = async (secret: string) => [
      (await post(hook.path, body, { 'x-webhook-signature': signature(secret, body) })).status,
      (await post(hook.path, body, { authorization: `Bearer ${secret}` })).status,
    ];
    const second = await rotate();
    expect(second).not.toBe(hook.secret);
    expect(await status(hook.secret)).toEqual([202, 202]);
    expect(await status(second)).toEqual([202, 202]);
    const passes = (ms: number) =>
      service.sql(
        `update webhooks set previous_secret_until = ${earlier('previous_secret_until', '$2')} where id = $1`,
        [hook.id, ms],
      );
    await passes(day - 10_000);
    expect(await status(hook.secret)).toEqual([202, 202]);
    await passes(11_000);
    expect(await status(hook.secret)).toEqual([401, 401]);
    expect(await status(second)).toEqual([202, 202]);
    // Only the previous one is accepted.
    await rotate();
    const fourth = await rotate();
    expect(await status(second)).toEqual([401, 401]);
    expect(await status(fourth)).toEqual([202, 202]);
  });
});

describe('addresses', () => {
  test('without an active endpoint are 404 in the same bytes, and nothing is stored', async () => {
    const hook = await newHook();
    const foreign = await newHook({}, theirs);
    const off = await newHook({ is_active: false });
    const before = await rowCounts();
    const slug = (path: string) => path.split('/').at(-1);
    const paths = [
      off.path,
      `/api/hooks/${ours.slug}/nada`,
      `/api/hooks/nada/${slug(hook.path)}`,
      `/api/hooks/${ours.slug}/${slug(foreign.path)}-x`,
      `/api/hooks/${theirs.slug}/${slug(hook.path)}-x`,
      `/api/hooks/${theirs.slug}/${hook.id}`,
      `/api/hooks/${ours.id}/${slug(hook.path)}`,
      `/api/hooks/${ours.slug.toUpperCase()}/${slug(hook.path)}`,
      `/api/hooks/${ours.slug}/${slug(hook.path)}%00`,
      `/api/hooks/%00/${slug(hook.path)}`,
      `/api/hooks/${ours.slug}/%2e%2e%2f`,
    ];
    const body = '{"a":1}';
    for (const path of paths) {
      const answers = await Promise.all(
        [hook, off, foreign].map(({ secret }) =>
          post(path, body, { 'x-webhook-signature': signature(secret, body) }),
        ),
      );
      for (const { status, text } of answers)
        expect([status, text], path).toEqual([
          404,
          '{"success":false,"error":{"code":"NOT_FOUND","message":"No active webhook endpoint has this address."}}',
        ]);
    }
    expect(await rowCounts()).toEqual(before);
    // Switched on, it exists.
    await ours.put(`/webhooks/${off.id}`, { is_active: true });
    expect((await off.tell({})).status).toBe(202);
    await ours.delete(`/webhooks/${off.id}`);
    expect((await off.tell({})).status).toBe(404);
  });

  test("an endpoint of the same slug in another team is the other team's", async () => {
    const mine = await newHook({ slug: 'igual' });
    const foreign = await newHook(
      {
        slug: 'igual',
        field_mapping: { project_id: 'p' },
      },
      theirs,
    );
    const theirProject = await theirs.create('projects');
    const body = '{"a":1}';
    const crossed = await post(mine.path, body, {
      'x-webhook-signature': signature(foreign.secret, body),
    });
    expect(crossed.status).toBe(401);
    const task = await foreign.task({ p: theirProject.id });
    expect((await ours.get(`/tasks/${task.id}`)).status).toBe(404);
    expect(await mine.receptions()).toEqual([]);
    expect(await foreign.receptions()).toHaveLength(1);
  });

  test('other methods are 405, and name the allowed one', async () => {
    const hook = await newHook();
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await service.app.inject({ method, url: hook.path });
      expect([method, response.statusCode, response.headers.allow]).toEqual([method, 405, 'POST']);
      expect(JSON.parse(response.payload).error.code).toBe('METHOD_NOT_ALLOWED');
    }
  });

  test('calls count with all other requests of an address: the 61st in a minute is 429', async () => {
    const team = await strict.team();
    const endpoint = await team.create('webhooks', { target_pipeline_id: team.pipeline.id });
    const path = `/api/hooks/${team.slug}/${endpoint.slug}`;
    // Creating the endpoint was one request.
    for (let i = 0; i < 29; i += 1) {
      expect((await post(path, '{}', {}, strict)).status).toBe(401);
      expect((await call(strict.app, team.key, 'GET', '/tasks')).status).toBe(200);
    }
    const last = await post(path, '{}', {}, strict);
    expect([last.status, last.headers.ratelimit]).toEqual([
      401,
      expect.stringMatching(/^"default";r=0;t=\d+$/),
    ]);
    const over = await post(
      path,
      '{}',
      { 'x-webhook-signature': signature(String(endpoint.secret_token), '{}') },
      strict,
    );
    expect([over.status, over.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(strict.app, team.key, 'GET', '/tasks')).status).toBe(429);
    expect(await strict.sql('select 1 from tasks')).toEqual([]);
  });
});

describe('the task', () => {
  test('holds what the mapping specifies, in every field that tasks accept', async () => {
    const mapping = {
      title: '{{lead.name}} — {{items[0].title}}',
      description: 'Mensagem:\n{{lead.message}} {{items}} {{nada}}',
      priority: 'lead.urgency',
      assignee_id: 'owner',
      assignee_ids: 'owners',
      reporter_id: 'reporter',
      blocked_by_ids: 'lead.after',
      parent_id: 'lead.part_of',
      start_date: 'lead.start',
      due_date: 'lead["due.date"]',
      estimated_hours: 'hours',
      tags: ['site', '{{lead.campaign}}'],
      checklist_markdown: 'items[1].list',
    };
    const byEndpoint = ['project_id', 'pipeline_id', 'column'];
    expect([...Object.keys(mapping), ...byEndpoint].sort()).toEqual(
      [...inputsOf(resourceNamed('tasks')).create.accepts].sort(),
    );
    const hook = await newHook({
      target_column_id: board.columns[2]?.id,
      field_mapping: mapping,
    });
    const [a, b, c] = ours.users;
    const [first, parent] = [
      await ours.create('tasks', { project_id: project.id }),
      await ours.create('tasks', { project_id: project.id }),
    ];
    const task = await hook.task({
      lead: {
        name: 'Ana',
        message: 'Olá "vocês"',
        urgency: 'urgent',
        after: [first.id],
        part_of: parent.id,
        start: '2027-02-20',
        'due.date': '2027-03-01',
        campaign: 'verão',
      },
      items: [{ title: 'Logo' }, { list: '- [ ] um' }],
      owner: b,
      owners: [a, b],
      reporter: c,
      hours: '12.5',
    });
    expect(task).toMatchObject({
      title: 'Ana — Logo',
      description: 'Mensagem:\nOlá "vocês" [{"title":"Logo"},{"list":"- [ ] um"}] ',
      project_id: project.id,
      pipeline_id: board.id,
      column: board.columns[2]?.slug,
      priority: 'urgent',
      assignee_id: b,
      assignee_ids: [b, a],
      reporter_id: c,
      blocked_by_ids: [first.id],
      parent_id: parent.id,
      start_date: '2027-02-20',
      due_date: '2027-03-01',
      estimated_hours: 12.5,
      tags: ['site', 'verão'],
      checklist_markdown: '- [ ] um',
    });
    const events = await service.sql('select payload from events where record_id = $1', [task.id]);
    expect(events.map(({ payload }) => JSON.parse(String(payload)))).toMatchObject([
      { type: 'task.created', data: task, previous: null },
    ]);
  });

  test.each<[unknown, Json, Json]>([
    // A path copies the value with its type; texts, numbers and lists are adapted to the field.
    ['v', { v: 'Ana' }, { title: 'Ana' }],
    ['{{v}}', { v: 'Ana' }, { title: 'Ana' }],
    ['v', { v: 42 }, { title: '42' }],
    ['v', { v: true }, { title: 'true' }],
    ['v', { v: { a: [1] } }, { title: '{"a":[1]}' }],
    ['v.length', { v: 'Ana' }, { title: 'Endereço' }],
    ['v.0', { v: ['Ana'] }, { title: 'Ana' }],
    ['v.constructor', { v: {} }, { title: 'Endereço' }],
    // Without a title the endpoint's name is used.
    ['v', {}, { title: 'Endereço' }],
    ['v', { v: null }, { title: 'Endereço' }],
    ['v', { v: '  ' }, { title: 'Endereço' }],
    ['{{v}}', {}, { title: 'Endereço' }],
    ['{{v}} {{w}}', {}, { title: 'Endereço' }],
    [null, { v: 'Ana' }, { title: 'Endereço' }],
    // A value other than text is used as it is.
    [7, {}, { title: '7' }],
    [['{{v}}', 'v'], { v: 'Ana' }, { title: '["Ana","v"]' }],
    // Or it is a constant of the endpoint.
    [{ value: ' v ' }, { v: 'Ana' }, { title: 'v' }],
    [{ value: null }, { v: 'Ana' }, { title: 'Endereço' }],
    [{ value: 7 }, {}, { title: '7' }],
    [{ value: ['v'] }, {}, { title: '["v"]' }],
  ])('title from %j of %j', async (source, payload, expected) => {
    const hook = await newHook({ name: 'Endereço', field_mapping: { title: source } });
    expect(await hook.task(payload)).toMatchObject(expected);
  });

  test.each<[Json, Json, Json]>([
    [{ estimated_hours: 'v' }, { v: '8' }, { estimated_hours: 8 }],
    [{ estimated_hours: 'v' }, { v: ' 8.5 ' }, { estimated_hours: 8.5 }],
    [{ estimated_hours: '{{v}}' }, { v: 8 }, { estimated_hours: 8 }],
    [{ estimated_hours: '1{{v}}' }, { v: 8 }, { estimated_hours: 18 }],
    [{ estimated_hours: 3 }, {}, { estimated_hours: 3 }],
    [{ estimated_hours: 'v' }, { v: null }, { estimated_hours: null }],
    [{ tags: 'v' }, { v: 'a' }, { tags: ['a'] }],
    [{ tags: '{{v}} {{v}}' }, { v: 'a' }, { tags: ['a a'] }],
    [{ tags: 'v' }, { v: ['a', ' b ', 'a'] }, { tags: ['a', 'b'] }],
    [{ tags: ['x'] }, {}, { tags: ['x'] }],
    [{ tags: 'v' }, {}, { tags: [] }],
    [{ priority: 'v' }, {}, { priority: 'none' }],
    [{ description: 'v' }, { v: 1.5 }, { description: '1.5' }],
    [{ description: 'v' }, { v: ['a', 1] }, { description: '["a",1]' }],
    // A form field left empty counts as absent.
    [{ description: 'v' }, { v: '' }, { description: null }],
    [{ estimated_hours: 'v' }, { v: '' }, { estimated_hours: null }],
    [{ estimated_hours: 'v' }, { v: ' ' }, { estimated_hours: null }],
    [{ tags: 'v' }, { v: [1, 'a', '', null, ['b']] }, { tags: ['1', 'a', 'b'] }],
    [{ tags: ['site', '{{v}}'] }, {}, { tags: ['site'] }],
    [{ tags: ['site', '{{v}}'] }, { v: ['a', 'b'] }, { tags: ['site', 'a', 'b'] }],
    [{ due_date: 'v' }, { v: '' }, { due_date: null }],
    [{ assignee_id: 'v' }, { v: '' }, { assignee_id: null }],
    [{ priority: 'v' }, { v: '' }, { priority: 'none' }],
    [{ tags: '{{v}}' }, { v: '' }, { tags: [] }],
    // Constants of the endpoint, whatever arrives.
    [{ priority: { value: 'high' } }, { value: 'low', high: 'low' }, { priority: 'high' }],
    [{ description: { value: '{{v}} v' } }, { v: 'x' }, { description: '{{v}} v' }],
    [{ tags: { value: ['v', '{{v}}'] } }, { v: 'x' }, { tags: ['v', '{{v}}'] }],
    [{ tags: { value: 'v' } }, {}, { tags: ['v'] }],
    [{ estimated_hours: { value: '8' } }, {}, { estimated_hours: 8 }],
    [{ description: { value: 7 } }, {}, { description: '7' }],
    [
      { description: { value: 'v', b: '{{v}}' } },
      { v: 'x' },
      { description: '{"value":"v","b":"x"}' },
    ],
    [{}, { title: 'not asked for' }, { title: 'Endereço' }],
  ])('mapping %j of %j', async (mapping, payload, expected) => {
    const hook = await newHook({ name: 'Endereço', field_mapping: mapping });
    expect(await hook.task(payload)).toMatchObject({ title: 'Endereço', ...expected });
  });

  test('missing paths are reported, and the payload is kept if the title was not found', async () => {
    const hook = await newHook({
      name: 'Endereço',
      field_mapping: { title: 'lead.nome', description: 'texto', tags: ['{{origem}}'] },
    });
    await hook.tell({ lead: { nome: 'Ana' }, texto: 'Oi', origem: 'site' });
    await hook.tell({ lead: { nome: 'Ana' } });
    await hook.tell({ nome: 'Ana' });
    expect(await hook.receptions('?sort=created_at')).toMatchObject([
      { status: 'accepted', reason: null, payload: null },
      {
        status: 'accepted',
        reason: 'The payload has no value for description, tags.',
        payload: null,
      },
      {
        status: 'accepted',
        reason: 'The payload has no value for title, description, tags.',
        payload: '{"nome":"Ana"}',
      },
    ]);
  });

  test.each([['a..b'], ['$.a'], ['items[*].t'], ['{{a'], ['{{a}} {{']])(
    '%s is neither path nor template, and is refused',
    async (title) => {
      const hook = await newHook({ field_mapping: { title, titel: 'a', column: 'b' } });
      const { status, error } = await hook.tell({ a: 'x' });
      expect(status).toBe(400);
      expect(error.message).toContain('field_mapping."title" is neither a path');
      expect(error.message).toContain('field_mapping."titel" cannot be set; title, description');
      expect(error.message).toContain('field_mapping."column" cannot be set');
    },
  );

  test('an empty body creates no task', async () => {
    const hook = await newHook();
    const { status, error } = await hook.tell('');
    expect([status, error.message]).toEqual([400, 'The body is empty; it must be a JSON object.']);
  });

  test("is in the endpoint's column, or in the first", async () => {
    const column = async (fields: Json) => {
      const { pipeline_id, column } = await (await newHook(fields)).task({});
      return [pipeline_id, column];
    };
    const last = board.columns.at(-1);
    expect(await column({})).toEqual([board.id, 'backlog']);
    expect(await column({ target_column_id: last?.id })).toEqual([board.id, last?.slug]);
    expect(await column({ target_pipeline_id: null, target_column_id: last?.id })).toEqual([
      board.id,
      last?.slug,
    ]);
  });

  test("of the team's own pipeline needs a project from the mapping", async () => {
    const { pipeline } = ours;
    const without = await newHook({ target_pipeline_id: pipeline.id });
    const refused = await without.tell({ project: project.id });
    expect([refused.status, refused.error]).toEqual([
      400,
      {
        code: 'VALIDATION_ERROR',
        message:
          "The endpoint's pipeline belongs to no project: field_mapping must give project_id.",
        fields: [{ name: 'project_id', code: 'required' }],
      },
    ]);
    const hook = await newHook({
      target_pipeline_id: pipeline.id,
      target_column_id: pipeline.columns[1]?.id,
      field_mapping: { project_id: 'project' },
    });
    expect(await hook.task({ project: project.id })).toMatchObject({
      project_id: project.id,
      pipeline_id: pipeline.id,
      column: 'last',
    });
    for (const wrong of [null, undefined, 'x', uuidv7(), (await theirs.create('projects')).id]) {
      const answer = await hook.tell({ project: wrong });
      expect([answer.status, answer.error.message], String(wrong)).toEqual([
        400,
        expect.stringContaining('project_id'),
      ]);
    }
  });

  test('follows the current mapping', async () => {
    const hook = await newHook({ field_mapping: { title: 'a' } });
    const payload = { a: 'um', b: 'dois' };
    expect((await hook.task(payload)).title).toBe('um');
    await ours.put(`/webhooks/${hook.id}`, {
      field_mapping: { title: 'b', tags: '{{a}}' },
      target_column_id: board.columns[1]?.id,
    });
    expect(await hook.task(payload)).toMatchObject({
      title: 'dois',
      tags: ['um'],
      column: board.columns[1]?.slug,
    });
  });
});

describe('an unmappable call', () => {
  /** A refusal that is stored. */
  async function rejected(hook: Hook, payload: unknown, says: string | RegExp) {
    const before = (await rowCounts())[0];
    const answer = await hook.tell(payload);
    expect([answer.status, answer.error.code], answer.text).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.error.message).toMatch(says);
    expect((await rowCounts())[0]).toEqual({
      ...before,
      receptions: Number(before?.receptions) + 1,
    });
    const [newest] = await hook.receptions();
    expect(newest).toMatchObject({
      status: 'rejected',
      key: null,
      task_id: null,
      reason: answer.error.message,
    });
    return newest?.payload;
  }

  test.each<[string, Json, Json, string | RegExp]>([
    ['a field that tasks do not have', { titel: 'a' }, {}, '"titel"'],
    ['a field that only answers have', { completed_at: 'a' }, {}, '"completed_at"'],
    ['the column of the endpoint', { column: 'a' }, { a: 'done' }, '"column"'],
    ['another pipeline', { pipeline_id: 'a' }, {}, '"pipeline_id"'],
    ["a project other than the pipeline's", { project_id: 'a' }, {}, '"project_id"'],
    ['a property of every object', { __proto__x: 'a', constructor: 'a' }, {}, '"__proto__x"'],
    ['a title that is too long', { title: 'a' }, { a: 'x'.repeat(256) }, 'title must be'],
    ['a word that is no priority', { priority: 'a' }, { a: 'asap' }, 'priority must be one of'],
    ['a number for a priority', { priority: 'a' }, { a: 1 }, 'priority must be'],
    ['a text that is no number', { estimated_hours: 'a' }, { a: 'dez' }, 'estimated_hours must be'],
    ['a number that is too large', { estimated_hours: 'a' }, { a: 1e300 }, 'estimated_hours'],
    ['a list for a number', { estimated_hours: 'a' }, { a: [1] }, 'estimated_hours must be'],
    ['a text that is no date', { due_date: 'a' }, { a: '31/12/2027' }, 'due_date must be'],
    ['an object for tags', { tags: 'a' }, { a: { b: 1 } }, 'tags must be'],
    ['an unknown user', { assignee_id: 'a' }, { a: uuidv7() }, 'no user has this id'],
    ['a text that is no id', { reporter_id: 'a' }, { a: 'ana' }, 'reporter_id must be'],
    ['several at once', { priority: 'a', due_date: 'a' }, { a: 'x' }, /priority .*; due_date /],
  ])('%s', async (_, mapping, payload, says) => {
    const hook = await newHook({ field_mapping: mapping });
    expect(await rejected(hook, payload, says)).toBe(JSON.stringify(payload));
  });

  test.each([
    ['dez', 'wrong_type'],
    ['1e300', 'too_large'],
  ])('the code of %s as a number', async (a, code) => {
    const hook = await newHook({ field_mapping: { estimated_hours: 'a' } });
    await rejected(hook, { a }, 'estimated_hours must be');
    expect((await hook.receptions())[0]?.fields).toMatchObject([{ name: 'estimated_hours', code }]);
  });

  test("another team's user is unknown", async () => {
    const hook = await newHook({ field_mapping: { assignee_ids: 'a', reporter_id: 'b' } });
    await rejected(hook, { a: theirs.users[0] }, 'no user has this id');
    await rejected(hook, { a: [ours.users[0], theirs.users[0]] }, 'no user has this id');
    await rejected(hook, { b: theirs.users[0] }, 'no user has this id');
    expect((await hook.task({ a: ours.users[0] })).assignee_ids).toEqual([ours.users[0]]);
  });

  test('a long name is shortened', async () => {
    const hook = await newHook({ field_mapping: { ['x'.repeat(60_000)]: 'a' } });
    await rejected(hook, {}, `field_mapping."${'x'.repeat(64)}…" cannot be set`);
  });

  test('of a long payload the beginning is kept', async () => {
    const hook = await newHook({ field_mapping: { priority: 'a' } });
    const payload = { a: 'asap', b: '😀'.repeat(60_000) };
    const reason = String(await rejected(hook, payload, 'priority must be'));
    expect(reason.length).toBe(65_536);
    // Not half a character.
    expect(reason.slice(0, -1)).toBe(JSON.stringify(payload).slice(0, 65_535));
    expect(reason.isWellFormed()).toBe(true);
  });

  test('templates that multiply a long value', async () => {
    const hook = await newHook({ field_mapping: { tags: Array(50).fill('x{{a}}') } });
    await rejected(hook, { a: 'a'.repeat(100_000) }, 'tags: its templates expand to more than');
  });

  test('nothing while the secret cannot be decrypted', async () => {
    const hook = await newHook();
    await service.sql(`update webhooks set secret_token = '\\x00' where id = $1`, [hook.id]);
    const before = await rowCounts();
    const answer = await hook.tell({});
    expect([answer.status, answer.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(await rowCounts()).toEqual(before);
  });

  test('an endpoint without a column for tasks', async () => {
    const hook = await newHook({ target_pipeline_id: null });
    await rejected(hook, {}, 'no target_pipeline_id');
  });

  test.each<[string, string | Buffer, string]>([
    ['no JSON', 'name=Ana', 'not valid JSON'],
    ['incomplete JSON', '{"a":', 'not valid JSON'],
    ['a list', '[{"a":1}]', 'JSON object'],
    ['a text', '"a"', 'JSON object'],
    ['null', 'null', 'JSON object'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'UTF-8'],
    ['a NUL byte', Buffer.from('{"a":"\0"}'), 'not valid JSON'],
    ['an escaped NUL', '{"a":{"b":["\\u0000"]}}', '"a" must not contain a NUL'],
    ['a NUL in a name', '{"a":{"\\u0000":1}}', '"a" must not contain a NUL'],
    ['half a surrogate pair', '{"a":"\\ud83d x"}', 'an unpaired surrogate'],
    ['the other half', '{"\\udc00":1}', 'an unpaired surrogate'],
  ])('%s', async (_, body, says) => {
    const hook = await newHook({ field_mapping: { title: 'a' } });
    const payload = await rejected(hook, body, says);
    expect(payload).toBe(body.toString('utf8').replaceAll('\0', '\u{fffd}'));
  });

  test('names that are special in JavaScript are ordinary names', async () => {
    const hook = await newHook({
      field_mapping: JSON.parse('{"title":"__proto__.x","description":"[{{constructor.name}}]"}'),
    });
    const task = await hook.task(
      '{"__proto__":{"x":"Ana","title":"não"},"hasOwnProperty":1,"toString":null}',
    );
    expect(task).toMatchObject({ title: 'Ana', description: '[]' });
    expect(({} as Json).x).toBeUndefined();
    const bad = await newHook({ field_mapping: JSON.parse('{"__proto__":"a"}') });
    await rejected(bad, '{"a":{"title":"x"}}', '"__proto__"');
  });

  test.each<[string, unknown]>([
    ['by its path', 'a'],
    ['by a template', '{{a}}'],
    ['in a text', 'x {{a}}'],
    ['in a list', ['{{a}}']],
  ])('10,000 levels deep, accepted %s', async (_, source) => {
    for (const field of ['title', 'tags', 'estimated_hours', 'assignee_id']) {
      const hook = await newHook({ field_mapping: { [field]: source } });
      for (const levels of [10_000, 250_000]) {
        const deep = `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
        const answer = await hook.tell(deep);
        expect([202, 400], `${field}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
        expect(await hook.receptions('?limit=1')).toMatchObject([
          { status: answer.status === 202 ? 'accepted' : 'rejected' },
        ]);
      }
    }
  });

  test('a body that is too large, or not declared as JSON, is not stored', async () => {
    const hook = await newHook();
    const before = await rowCounts();
    const large = `{"a":"${'x'.repeat(1_048_570)}"}`;
    expect((await hook.tell(large)).status).toBe(413);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json;x=1'])
      expect((await hook.tell('{"a":1}', { 'content-type': type })).status, type).toBe(415);
    expect((await hook.tell('{"a":1}', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect(await rowCounts()).toEqual(before);
    expect((await hook.tell(`{"a":"${'x'.repeat(1_048_000)}"}`)).status).toBe(202);
    const query = await post(`${hook.path}?token=1`, '{}', {
      'x-webhook-signature': signature(hook.secret, '{}'),
    });
    expect([query.status, query.error.message]).toEqual([400, expect.stringContaining('"token"')]);
  });
});

describe('the mapping tester', () => {
  const wanted = { priority: 'p', due_date: 'd', titel: 'x' };

  test('reports each field’s problem, found values and missing paths', async () => {
    const hook = await newHook({ name: 'Endereço' });
    const trial = await tryOn(hook, '{"a":1}');
    expect(trial).toMatchObject({
      task: { title: 'Endereço' },
      found: {},
      problems: [],
      missing: [],
    });
    expect(await tryOn(hook, '{}', wanted)).toMatchObject({
      task: null,
      problems: [{ field: 'titel', message: expect.stringContaining('cannot be set') }],
    });
    const { titel: _, ...mapping } = wanted;
    expect(await tryOn(hook, '{"p":"asap","d":"31/12/2027"}', mapping)).toMatchObject({
      task: null,
      found: { priority: 'asap', due_date: '31/12/2027' },
      problems: [
        { field: 'priority', message: expect.stringContaining('must be one of') },
        { field: 'due_date', message: expect.stringContaining('must be') },
      ],
    });
    expect(await tryOn(hook, '{"d":"2027-12-31"}', mapping)).toMatchObject({
      task: { due_date: '2027-12-31', priority: 'none', column: 'backlog', project_id: project.id },
      missing: ['priority'],
    });
    const nobody = uuidv7();
    const people = { assignee_ids: 'a', reporter_id: 'r' };
    expect(await tryOn(hook, JSON.stringify({ a: [nobody], r: nobody }), people)).toMatchObject({
      problems: [
        { field: 'assignee_ids', message: 'assignee_ids: no user has this id' },
        { field: 'reporter_id', message: 'reporter_id: no user has this id' },
      ],
    });
    // It saves nothing, and works for an endpoint that is off.
    await ours.put(`/webhooks/${hook.id}`, { is_active: false });
    expect(await tryOn(hook, '{"p":"asap"}', { priority: { value: 'high' } })).toMatchObject({
      task: { priority: 'high' },
    });
    expect((await ours.get(`/webhooks/${hook.id}`)).data.field_mapping).toEqual({});
  });

  test('is limited, stores no secret, and is for admins', async () => {
    const hook = await newHook();
    const path = `/webhooks/${hook.id}/try`;
    const before = await rowCounts();
    const keys = () => service.sql('select count(*)::int as n from idempotency_keys');
    const keysBefore = await keys();
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, 'a']));
    expect((await tryOn(hook, '{}', many))?.problems).toHaveLength(100);
    for (const [body, status] of [
      [{}, 400],
      [{ payload: { a: 1 } }, 400],
      [{ payload: '{}', field_mapping: 'a' }, 400],
      [{ payload: '{}', field_mapping: { title: 'x'.repeat(70_000) } }, 400],
      [{ payload: 'x'.repeat(1_100_000) }, 413],
    ] as const)
      expect((await admins.ours.post(path, body)).status).toBe(status);
    const member = await makePerson(service, ours, 'member');
    expect((await member.post(path, { payload: '{}' })).status).toBe(403);
    expect((await admins.theirs.post(path, { payload: '{}' })).status).toBe(404);
    expect([await rowCounts(), await keys()]).toEqual([before, keysBefore]);
  });
});

describe('once', () => {
  const tasksOf = (team: TestTeam) =>
    service.sql('select id from tasks where team_id = $1', [team.id]);

  test.each(['webhook-id', 'idempotency-key'])('for a %s', async (header) => {
    const hook = await newHook({ field_mapping: { title: 'a' } });
    const first = await hook.tell({ a: 'um' }, { [header]: 'evt-1' });
    const before = await rowCounts();
    const again = await hook.tell({ a: 'um' }, { [header]: 'evt-1' });
    expect([again.status, again.text]).toEqual([202, first.text]);
    // The content under the same id does not matter; the sender does.
    const repeated = await hook.tell({ a: 'dois' }, { [header]: 'evt-1' });
    expect([repeated.status, repeated.text]).toEqual([202, first.text]);
    expect((await hook.tell('no JSON', { [header]: 'evt-1' })).text).toBe(first.text);
    const unsigned = await post(hook.path, '{}', { [header]: 'evt-1' });
    expect(unsigned.status).toBe(401);
    expect(await rowCounts()).toEqual(before);
    expect(await hook.receptions()).toMatchObject([
      {
        status: 'accepted',
        key: 'evt-1',
        task_id: first.data.task_id,
        reason: null,
        payload: null,
      },
    ]);
    const another = await hook.tell({ a: 'um' }, { [header]: 'evt-2' });
    expect(another.data.task_id).not.toBe(first.data.task_id);
    expect((await hook.tell({})).data.task_id).not.toBe((await hook.tell({})).data.task_id);
  });

  test('fifty at once create one task, and all get it', async () => {
    const hook = await newHook();
    const before = await tasksOf(ours);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => hook.tell({ a: 1 }, { 'webhook-id': 'evt-50' })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    expect(await tasksOf(ours)).toHaveLength(before.length + 1);
    expect(await hook.receptions()).toHaveLength(1);
    const [row] = await service.sql(
      `select count(*)::int as told from events where record_id = $1`,
      [answers[0]?.data.task_id],
    );
    expect(row).toEqual({ told: 1 });
  });

  test('a key whose first call was refused may succeed later', async () => {
    const hook = await newHook({ field_mapping: { priority: 'p' } });
    const key = { 'webhook-id': 'evt-r' };
    expect((await hook.tell({ p: 'asap' }, key)).status).toBe(400);
    expect((await hook.tell({ p: 'asap' }, key)).status).toBe(400);
    await ours.put(`/webhooks/${hook.id}`, { field_mapping: {} });
    const taken = await hook.tell({ p: 'asap' }, key);
    expect(taken.status).toBe(202);
    expect((await hook.tell({ p: 'asap' }, key)).text).toBe(taken.text);
    expect(await hook.receptions()).toMatchObject([
      { status: 'accepted', key: 'evt-r', reason: null, payload: null },
      { status: 'rejected', key: 'evt-r', payload: '{"p":"asap"}' },
      { status: 'rejected', key: 'evt-r', payload: '{"p":"asap"}' },
    ]);
  });

  test('endpoints and teams have separate keys; webhook-id precedes Idempotency-Key', async () => {
    const theirProject = await theirs.create('projects');
    const hooks = [
      await newHook(),
      await newHook(),
      await newHook({ field_mapping: { project_id: 'p' } }, theirs),
    ];
    const ids = new Set<unknown>();
    for (const hook of hooks)
      ids.add((await hook.task({ p: theirProject.id }, { 'webhook-id': 'evt-same' })).id);
    expect(ids.size).toBe(3);
    const [hook] = hooks;
    const both = await hook?.tell({}, { 'webhook-id': 'evt-same', 'idempotency-key': 'new' });
    expect(ids).toContain(both?.data.task_id);
  });

  test('a key is 1 to 255 printable characters', async () => {
    const hook = await newHook();
    const before = await rowCounts();
    for (const header of ['webhook-id', 'Idempotency-Key']) {
      for (const key of ['', 'x'.repeat(256), 'ação']) {
        const { status, error } = await hook.tell({}, { [header]: key });
        expect([status, error.message], key).toEqual([
          400,
          `${header} must be 1 to 255 printable ASCII characters.`,
        ]);
      }
    }
    expect(await rowCounts()).toEqual(before);
    expect((await hook.tell({}, { 'webhook-id': 'x'.repeat(255) })).status).toBe(202);
  });
});

describe('receptions', () => {
  test('are listed for the called endpoint, the newest first', async () => {
    const hook = await newHook({ field_mapping: { priority: 'p' } });
    const otherHook = await newHook();
    const taken = await hook.task({}, { 'webhook-id': 'um' });
    await hook.tell({ p: 'asap' });
    await otherHook.tell({});
    const all = await hook.receptions();
    expect(all).toEqual([
      {
        id: expect.any(String),
        status: 'rejected',
        key: null,
        task_id: null,
        reason: expect.stringContaining('priority'),
        fields: [{ name: 'priority', code: 'not_allowed' }],
        payload: '{"p":"asap"}',
        created_at: expect.stringMatching(/Z$/),
      },
      {
        id: expect.any(String),
        status: 'accepted',
        key: 'um',
        task_id: taken.id,
        reason: 'The payload has no value for priority.',
        fields: [{ name: 'priority', code: 'required' }],
        payload: null,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const [rejected, accepted] = all;
    expect(await hook.receptions('?status=accepted')).toEqual([accepted]);
    expect(await hook.receptions('?status=rejected')).toEqual([rejected]);
    expect(await hook.receptions('?sort=created_at')).toEqual([accepted, rejected]);
    expect(await hook.receptions('?limit=1&page=2')).toEqual([accepted]);
    const path = `/webhooks/${hook.id}/receptions`;
    expect((await ours.get(path)).body.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 2,
      pages: 1,
    });
    for (const query of ['?status=lost', '?sort=status', '?payload=x', '?limit=0'])
      expect((await ours.get(path + query)).status, query).toBe(400);
    expect((await ours.post(path)).status).toBe(405);
  });

  test('are hidden from other teams', async () => {
    const hook = await newHook({ field_mapping: { priority: 'p' } });
    await hook.tell({ p: 'segredo' });
    const missing = await theirs.get(`/webhooks/${uuidv7()}/receptions`);
    const foreign = await theirs.get(`/webhooks/${hook.id}/receptions`);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await theirs.get('/webhooks/x/receptions')).text).toBe(missing.text);
    expect(
      (await call(service.app, undefined, 'GET', `/webhooks/${hook.id}/receptions`)).status,
    ).toBe(401);
    // A reception with the same id in another team.
    const theirHook = await newHook({}, theirs);
    await service.sql('update webhooks set id = $1 where id = $2', [hook.id, theirHook.id]);
    expect((await theirs.get(`/webhooks/${hook.id}/receptions`)).body.data).toEqual([]);
  });
});
