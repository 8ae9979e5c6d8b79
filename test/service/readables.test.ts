import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#server/features/conversations/messages-table.ts';
import { readables } from '#server/features/registry.ts';
import { deliveries } from '#server/features/webhooks/deliveries.ts';
import { receptions } from '#server/features/webhooks/receptions.ts';
import type { Table } from '#server/records/table.ts';
import { addBillingLine } from '#test/support/billing.ts';
import { type Contract, contractOf } from '#test/support/contract.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

/*
 * Read-only resources: the common conventions for each of their lists, including those that belong to one record: the messages of a
 * conversation, the deliveries and receptions of a webhook endpoint. Records are created as operators, messages and changes create them.
 */
const service = useService({ workers: 0 });
let contract: Contract;
let ours: TestTeam;
let theirs: TestTeam;
/** A conversation with messages in each team. */
const conversations = new Map<TestTeam, string>();
/** An endpoint in each team that receives every event and has receptions. */
const endpoints = new Map<TestTeam, string>();

/** A team with at least three records of every kind, some with equal sort values. */
async function furnished(name: string): Promise<TestTeam> {
  const team = await service.team(name);
  const hook = await team.create('webhooks', {
    url: 'https://example.com/pauta',
    target_pipeline_id: team.pipeline.id,
    field_mapping: { title: 'title', project_id: 'project' },
  });
  endpoints.set(team, hook.id as string);
  for (const label of ['Ágora', 'agência', 'Botica'])
    for (const [table, more] of [
      ['inboxes', { type: 'cloud', gateway: 'cloud', config: '\\x00', is_active: false }],
      ['squads', {}],
      ['pipelines', {}],
      ['project_templates', {}],
      ['users', { email: `${uuidv7()}@example.com` }],
    ] as const) {
      const row: Json = { team_id: team.id, id: uuidv7(), name: label, ...more };
      await service.sql(
        `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, i) => `$${i + 1}`)})`,
        Object.values(row),
      );
    }
  const project = await team.create('projects');
  for (let i = 0; i < 3; i += 1) await addBillingLine(service, team);
  for (const payload of [{ title: 'Um' }, { title: 'Dois' }, {}, { title: 'Três', project: 'x' }]) {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/api/hooks/${team.slug}/${hook.slug}`,
      headers: {
        authorization: `Bearer ${hook.secret_token}`,
        'content-type': 'application/json',
      },
      payload: { project: project.id, ...payload },
    });
    expect(answer.statusCode, answer.payload).toBe('project' in payload ? 400 : 202);
  }
  for (let i = 0; i < 4; i += 1) {
    const phone = `55119000011${i}${name.length % 10}`;
    for (const content of ['Um', 'Dois', 'Três']) {
      const sent = await team.post('/msgapp/messages', { inbox_id: team.inbox, phone, content });
      conversations.set(team, sent.data.conversation_id as string);
    }
  }
  await service.sql('update conversations set assignee_id = $2, squad_id = $3 where team_id = $1', [
    team.id,
    team.users[0],
    team.squad,
  ]);
  // Waits until every message is read, after which nothing changes.
  const unread = `select from messages where team_id = $1 and status <> 'read'`;
  while ((await service.sql(unread, [team.id])).length > 0) await sleep(20);
  const [one] = await service.sql(
    'select id from deliveries where team_id = $1 order by id limit 1',
    [team.id],
  );
  await service.sql(
    `update deliveries set status = 'delivered', attempts = 1, next_attempt_at = null, completed_at = now()
    where team_id = $1 and id = $2`,
    [team.id, one?.id],
  );
  return team;
}

beforeAll(async () => {
  ours = await furnished('Nossa');
  theirs = await furnished('Deles mesmo');
  const document = await service.app.inject('/api/openapi.json');
  contract = contractOf(document.json());
});

/** A list: its path for a team, and its path in the document. */
interface Listed {
  readonly name: string;
  readonly resource: Table;
  readonly at: (team: TestTeam) => string;
  readonly documentedPath: string;
}

/** Top-level resources, which are listed and read by id. */
const whole: Listed[] = readables.map(({ table: resource }) => ({
  name: resource.name,
  resource,
  at: () => resource.path,
  documentedPath: `/v1${resource.path}`,
}));

/** Lists that belong to one record, with the word for that record and its id for a team. */
const parts = [
  { resource: messages, owner: 'conversation', of: conversations },
  { resource: deliveries, owner: 'webhook endpoint', of: endpoints },
  { resource: receptions, owner: 'webhook endpoint', of: endpoints },
].map(({ resource, owner, of }) => ({
  name: resource.name,
  resource,
  owner,
  at: (team: TestTeam) => resource.path.replace(':id', of.get(team) ?? ''),
  documentedPath: `/v1${resource.path.replace(':id', '{id}')}`,
}));
const all: Listed[] = [...whole, ...parts];

/** The GET of a path in the document. */
function operation(path: string) {
  const match = contract.operations.find((each) => each.method === 'GET' && each.path === path);
  if (!match) throw new Error(`the document has no GET ${path}`);
  return match;
}

const rows = (list: Json) => list.data as Json[];
const totalOf = (list: Json) => (list.pagination as Json).total as number;

/** True for a filter that is an end of a time range. */
const isRange = (filter: string) => ['from', 'to', 'until', 'updated_since'].includes(filter);

describe.each(all)('$name', ({ resource, at, documentedPath }) => {
  const path = () => at(ours);
  test('a list is an envelope of records with every field in order, as described', async () => {
    const answer = await ours.get(`${path()}?limit=100`);
    expect(answer.status, answer.text).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['success', 'data', 'pagination']);
    expect(totalOf(answer.body)).toBe(rows(answer.body).length);
    expect(totalOf(answer.body)).toBeGreaterThanOrEqual(3);
    for (const row of rows(answer.body))
      expect(Object.keys(row)).toEqual(Object.keys(resource.fields));
    expect(contract.wrongAnswer(operation(documentedPath), 200, answer.body)).toBeUndefined();
  });

  test('pages never overlap under any sort, and make up the whole list', async () => {
    for (const field of Object.keys(resource.sorts)) {
      for (const sort of [field, `-${field}`]) {
        const whole = await ours.get(`${path()}?sort=${sort}&limit=100`);
        expect(whole.status, whole.text).toBe(200);
        const paged: unknown[] = [];
        for (let page = 1; page <= totalOf(whole.body); page += 1)
          paged.push(...rows((await ours.get(`${path()}?sort=${sort}&limit=1&page=${page}`)).body));
        expect(paged).toEqual(rows(whole.body));
        const linked: unknown[] = [];
        for (let query: string | undefined = `?sort=${sort}&limit=2`; query !== undefined; ) {
          const answer = await ours.get(path() + query);
          linked.push(...rows(answer.body));
          query = /^<[^?]*(\?.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1];
        }
        expect(linked).toEqual(rows(whole.body));
        if (sort === field) continue;
        const ascending = await ours.get(`${path()}?sort=${field}&limit=100`);
        expect(rows(whole.body)).toEqual(rows(ascending.body).toReversed());
      }
    }
    const [standard, explicit] = [
      await ours.get(path()),
      await ours.get(`${path()}?sort=-created_at&page=1&limit=20`),
    ];
    expect(standard.text).toBe(explicit.text);
    const past = await ours.get(`${path()}?page=99`);
    expect([rows(past.body), totalOf(past.body)]).toEqual([[], totalOf(standard.body)]);
  });

  test('every filter narrows the list to the records with its value', async () => {
    const whole = rows((await ours.get(`${path()}?limit=100`)).body);
    for (const filter of Object.keys(resource.filters)) {
      if (isRange(filter)) continue;
      const values = new Set(whole.map((row) => row[filter]).filter((value) => value !== null));
      expect(values.size, filter).toBeGreaterThan(0);
      for (const value of values) {
        const list = (await ours.get(`${path()}?${filter}=${value}&limit=100`)).body;
        expect(rows(list)).toEqual(whole.filter((row) => row[filter] === value));
        expect(totalOf(list)).toBe(rows(list).length);
      }
    }
    if (!resource.search) return;
    const matches = rows((await ours.get(`${path()}?search=AGENCIA`)).body);
    expect(matches.map((row) => row.name)).toEqual(['agência']);
  });

  test('an unknown parameter is 400 and named; an empty value counts as absent', async () => {
    const bad = [
      'limit=0',
      'limit=101',
      'page=0',
      'page=x',
      'sort=nope',
      'nope=1',
      'page=1&page=2',
      'after=x',
    ];
    const filters = Object.entries(resource.filters).filter(
      ([, { field }]) => !field.check(field.clean ? field.clean('!') : '!'),
    );
    for (const query of [...bad, ...filters.map(([filter]) => `${filter}=!`)]) {
      const answer = await ours.get(`${path()}?${query}`);
      expect([answer.status, answer.error.code], query).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.error.message).toContain(query.split('=')[0]);
    }
    const empty = ['page=', 'limit=', 'sort=', ...filters.map(([filter]) => `${filter}=`)];
    expect((await ours.get(`${path()}?${empty.join('&')}`)).text).toBe(
      (await ours.get(path())).text,
    );
  });

  test('another team’s records are in no list, no count and no filter', async () => {
    const foreign = rows((await theirs.get(at(theirs))).body);
    const ids = new Set(foreign.map((row) => row.id));
    const seen = rows((await ours.get(`${path()}?limit=100`)).body);
    expect(seen.filter((row) => ids.has(row.id))).toEqual([]);
    for (const [filter, { field }] of Object.entries(resource.filters)) {
      if (field.sql !== 'uuid') continue;
      const theirValue = foreign.find((row) => row[filter] !== null)?.[filter];
      const answer = await ours.get(`${path()}?${filter}=${theirValue}`);
      expect(answer.text).toBe((await ours.get(`${path()}?${filter}=${uuidv7()}`)).text);
      expect(totalOf(answer.body)).toBe(0);
    }
  });

  test('it cannot be written, and a request without a key is 401', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await ours.call(method, path(), {})).status).toBe(405);
    const answer = await service.app.inject(`/api/v1${path()}`);
    expect(answer.statusCode).toBe(401);
  });
});

describe.each(all.filter(({ resource }) => Object.keys(resource.filters).at(-1) === 'to'))(
  '$name',
  ({ at }) => {
    test('from and to are an inclusive time range; a day counts as a whole', async () => {
      const list = async (query: string) =>
        rows((await ours.get(`${at(ours)}?limit=100&${query}`)).body);
      const every = await list('');
      const moments = [...new Set(every.map((row) => String(row.created_at)))];
      expect(moments.length).toBeGreaterThan(2);
      for (const moment of moments) {
        const from = await list(`from=${moment}`);
        const to = await list(`to=${moment}`);
        expect(from).toEqual(every.filter((row) => String(row.created_at) >= moment));
        expect(to).toEqual(every.filter((row) => String(row.created_at) <= moment));
        expect(await list(`from=${moment}&to=${moment}`)).toEqual(
          every.filter((row) => row.created_at === moment),
        );
      }
      const [last = '', first = ''] = [moments[0], moments.at(-1)].map((at) => at?.slice(0, 10));
      expect(await list(`from=${first}&to=${last}`)).toEqual(every);
      const next = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
      const before = new Date(Date.parse(first) - 1).toISOString();
      for (const none of [`from=${next}`, `to=${before}`, `from=${last}&to=${before}`])
        expect(await list(none), none).toEqual([]);
      expect(await list('from=0001-01-01&to=9999-12-31')).toEqual(every);
    });
  },
);

describe.each(whole)('$name', ({ at, documentedPath }) => {
  test('one record is as in the list; missing, foreign and malformed ids are 404', async () => {
    const path = at(ours);
    for (const row of rows((await ours.get(path)).body)) {
      const answer = await ours.get(`${path}/${row.id}`);
      expect(answer.body).toEqual({ success: true, data: row });
      expect(
        contract.wrongAnswer(operation(`${documentedPath}/{id}`), 200, answer.body),
      ).toBeUndefined();
    }
    const [foreign] = rows((await theirs.get(path)).body);
    const missing = await ours.get(`${path}/${uuidv7()}`);
    expect(missing.status).toBe(404);
    for (const id of [foreign?.id, 'x', '%00'])
      expect((await ours.get(`${path}/${id}`)).text).toBe(missing.text);
    const [record] = rows((await ours.get(path)).body);
    expect((await ours.get(`${path}/${record?.id}?x=1`)).status).toBe(400);
    const documented = (method: string) =>
      contract.operations.some((each) => each.method === method && each.path === `/v1${path}/{id}`);
    for (const method of ['POST', 'PUT', 'DELETE'].filter((each) => !documented(each)))
      expect((await ours.call(method, `${path}/${record?.id}`, {})).status).toBe(405);
  });
});

test.each(parts)(
  'the $name of a missing, foreign or malformed $owner: 404, the same bytes',
  async ({ resource, owner, at }) => {
    const of = (id: unknown) => resource.path.replace(':id', String(id));
    const missing = await ours.get(of(uuidv7()));
    expect([missing.status, missing.error.message]).toEqual([404, `No ${owner} has this id.`]);
    for (const path of [at(theirs), of('x'), of('%00')])
      expect((await ours.get(path)).text).toBe(missing.text);
    const past = await ours.get(`${at(ours)}?page=99`);
    expect([past.status, rows(past.body)]).toEqual([200, []]);
    expect(totalOf(past.body)).toBeGreaterThanOrEqual(3);
  },
);

test('a delivery is read as in the list, with its attempts and its payload', async () => {
  const documentedPath = '/v1/webhooks/{id}/deliveries/{delivery}';
  const path = deliveries.path.replace(':id', endpoints.get(ours) ?? '');
  const [first, ...more] = rows((await ours.get(path)).body);
  const requests = [uuidv7(), uuidv7()];
  for (const [i, id] of requests.entries())
    await service.sql(
      `insert into delivery_attempts (team_id, webhook_id, delivery_id, id, status, error, answer, duration_ms, started_at)
      values ($1, $2, $3, $4, $5, $6, $7, 12, $8)`,
      [
        ...[ours.id, endpoints.get(ours), first?.id, id],
        ...(i === 0 ? [null, 'the receiver did not answer within 15 s', null] : [200, null, 'ok']),
        `2026-11-20T12:00:0${i}Z`,
      ],
    );
  for (const row of [first, ...more]) {
    const answer = await ours.get(`${path}/${row?.id}`);
    const event = await ours.get(`/events/${row?.id}`);
    expect(contract.wrongAnswer(operation(documentedPath), 200, answer.body)).toBeUndefined();
    const { attempts, payload, ...rest } = answer.data;
    expect(rest).toEqual(row);
    expect(JSON.stringify(payload)).toBe(JSON.stringify(event.data));
    expect((attempts as Json[]).map(({ request_id, status }) => [request_id, status])).toEqual(
      row === first
        ? [
            [requests[0], null],
            [requests[1], 200],
          ]
        : [],
    );
  }
  const missing = await ours.get(`${path}/${uuidv7()}`);
  expect([missing.status, missing.error.message]).toEqual([404, 'No delivery has this id.']);
  const [foreign] = rows(
    (await theirs.get(deliveries.path.replace(':id', endpoints.get(theirs) ?? ''))).body,
  );
  const otherWebhook = await ours.create('webhooks');
  for (const at of [
    `${path}/${foreign?.id}`,
    `${path}/x`,
    `${path}/%00`,
    `/webhooks/${endpoints.get(theirs)}/deliveries/${foreign?.id}`,
    `/webhooks/${otherWebhook.id}/deliveries/${first?.id}`,
    `/webhooks/x/deliveries/${first?.id}`,
  ])
    expect((await ours.get(at)).text, at).toBe(missing.text);
  expect((await ours.get(`${path}/${first?.id}?x=1`)).status).toBe(400);
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await ours.call(method, `${path}/${first?.id}`, {})).status).toBe(405);
});

test('an inbox shows no gateway and no credentials', async () => {
  const answer = await ours.get('/inboxes?active=false');
  expect(Object.keys(rows(answer.body)[0] ?? {})).toEqual([
    'id',
    'name',
    'type',
    'active',
    'connected',
    'state',
    'state_reason',
    'state_reason_details',
    'state_changed_at',
    'phone',
    'created_at',
  ]);
  const gatewayState = async () => {
    const { active, connected } = (await ours.get(`/inboxes/${ours.inbox}`)).data;
    return [active, connected];
  };
  expect(await gatewayState()).toEqual([true, true]);
  await service.sql('update inboxes set is_connected = false where id = $1', [ours.inbox]);
  expect(await gatewayState()).toEqual([true, false]);
  await service.sql('update inboxes set is_connected = true where id = $1', [ours.inbox]);
});

test('a pipeline shows its columns in order, with the ids that webhook endpoints need', async () => {
  const { data } = await ours.get(`/pipelines/${ours.pipeline.id}`);
  expect((data.columns as Json[]).map(({ id, slug }) => ({ id, slug }))).toEqual(
    ours.pipeline.columns,
  );
  const [column] = data.columns as Json[];
  const hook = await ours.post('/webhooks', {
    name: 'Formulário',
    target_pipeline_id: data.id,
    target_column_id: column?.id,
  });
  expect(hook.status, hook.text).toBe(201);
  const project = await ours.create('projects');
  const [pipeline] = rows((await ours.get(`/pipelines?project_id=${project.id}`)).body);
  expect(pipeline).toMatchObject({ project_id: project.id, is_default: true });
  expect(
    ((pipeline?.columns ?? []) as Json[]).map(({ slug, is_finishing }) => [slug, is_finishing]),
  ).toEqual([
    ['backlog', false],
    ['todo', false],
    ['in_progress', false],
    ['review', false],
    ['done', true],
  ]);
});

test('a conversation is found by its contact, under the team’s name for them', async () => {
  const id = conversations.get(ours);
  const { data } = await ours.get(`/msgapp/conversations/${id}`);
  await ours.put(`/msgapp/contacts/${data.contact_id}`, { custom_name: 'Dona Maria' });
  const list = await ours.get(`/msgapp/conversations?contact_id=${data.contact_id}`);
  expect(rows(list.body)).toMatchObject([
    { id, contact: { id: data.contact_id, name: 'Dona Maria' } },
  ]);
});
