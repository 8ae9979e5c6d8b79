import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readables, resources } from '../server/app.ts';
import { rateLimit } from '../server/auth/rate-limit.ts';
import { openDatabase } from '../server/db/database.ts';
import { type ErrorCode, statusOf } from '../server/errors.ts';
import { makeLog } from '../server/log.ts';
import { messages } from '../server/messaging/messages.ts';
import { sendings } from '../server/messaging/sending.ts';
import { notes } from '../server/openapi-notes.ts';
import { createKey } from '../server/teams.ts';
import { type Contract, contractOf, into, isObject, type Operation } from './contract.ts';
import {
  type Answer,
  call,
  type Json,
  minimal,
  startApp,
  type TestTeam,
  useService,
} from './harness.ts';

const service = useService();
let team: TestTeam;
let other: TestTeam;
let contract: Contract;
let readOnlyKey: string;

beforeAll(async () => {
  team = await service.team();
  other = await service.team();
  const document = await service.app.inject('/api/openapi.json');
  expect(document.statusCode).toBe(200);
  contract = contractOf(document.json());
  const made = await createKey(service.database.platform, team.id, {
    name: 'Read',
    scope: 'read',
    userId: null,
    expiresAt: null,
  });
  readOnlyKey = made.api_key;
});

/**
 * The interface's tables, written down a second time by hand: path, query, body of POST (required fields first, up to
 * the bar), body of PUT. What decisions.md adds to them stands after the plus sign.
 */
const tables: Record<string, { query: string; sort: string; post: string; put: string }> = {
  '/v1/msgapp/contacts': {
    query: 'page limit tag client_id search sort',
    sort: 'push_name custom_name phone created_at updated_at',
    post: 'phone | custom_name notes tags client_id',
    put: 'custom_name notes tags client_id + phone',
  },
  '/v1/projects': {
    query: 'page limit squad_id client_id status priority search sort',
    sort: 'name status priority start_date due_date created_at updated_at',
    post: 'name | slug description status priority color start_date due_date briefing squad_id client_id',
    put: 'name slug description status priority color start_date due_date briefing squad_id client_id completed_at',
  },
  '/v1/clients': {
    query: 'page limit type status search sort',
    sort: 'full_name email created_at updated_at is_active',
    post: 'name type | display_name email phone mobile_phone msgapp cpf rg birth_date gender cnpj legal_name trade_name state_registration address source notes tags',
    put: 'name type display_name email phone mobile_phone msgapp cpf rg birth_date gender cnpj legal_name trade_name state_registration address source notes tags + status',
  },
  '/v1/tasks': {
    query: 'page limit project_id pipeline_id assignee_id priority column search sort',
    sort: 'title priority due_date position created_at updated_at completed_at',
    post: 'title project_id | description pipeline_id column priority assignee_id assignee_ids reporter_id due_date estimated_hours tags checklist_markdown',
    put: 'title description pipeline_id column priority assignee_id assignee_ids reporter_id due_date estimated_hours tags checklist_markdown completed_at actual_hours + position project_id',
  },
  '/v1/deals': {
    query:
      'page limit status phase client_id responsible_id source min_value max_value from to search sort',
    sort: 'title value phase created_at updated_at expected_close_date',
    post: 'title | description value phase priority expected_close_date probability responsible_id source client_id tags + status is_starred',
    put: 'title description value phase priority status probability expected_close_date responsible_id source client_id loss_reason tags is_starred',
  },
  '/v1/campaigns': {
    query: 'page limit status project_id search sort',
    sort: 'name status start_date end_date created_at updated_at',
    post: 'name project_id | description status start_date end_date content_pillars target_platforms goals',
    put: 'name description status start_date end_date content_pillars target_platforms goals + project_id',
  },
  '/v1/activities': {
    query: 'page limit type client_id deal_id completed search sort',
    sort: 'title type occurred_at due_date priority created_at',
    post: 'title | type description occurred_at duration_minutes is_completed due_date priority tags client_id deal_id contract_id assigned_to',
    put: 'title description type occurred_at duration_minutes is_completed due_date priority tags client_id deal_id contract_id assigned_to',
  },
  '/v1/webhooks': {
    query: 'page limit active + sort',
    sort: '+ name created_at updated_at',
    post: 'name | slug is_active target_pipeline_id target_column_id field_mapping + url events',
    put: 'name is_active target_pipeline_id target_column_id field_mapping + url events',
  },
};
const words = (text: string) => text.split(/[\s|+]+/).filter((word) => word !== '');

const operation = (method: string, path: string): Operation => {
  const found = contract.operations.find((each) => each.method === method && each.path === path);
  if (!found) throw new Error(`the document has no ${method} ${path}`);
  return found;
};

/** Every part of the document, with the pointer to it. */
function* parts(value: unknown, pointer = '#'): Generator<[string, unknown]> {
  yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* parts(inner, into(pointer, key));
}

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(contract.document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(contract.document.openapi).toMatch(/^3\.1\./);
  });

  test('has the paths and methods that the app serves, no more and no less', () => {
    const served = routesOf(service.app.printRoutes({ commonPrefix: false }))
      .filter(([method, path]) => path.startsWith('/api/v1/') && method !== 'HEAD')
      .map(([method, path]) => `${method} ${path.slice('/api'.length).replace(/:(\w+)/g, '{$1}')}`);
    const described = contract.operations.map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(served.sort());
    expect(served.length).toBeGreaterThanOrEqual(resources.length * 5);
    expect(contract.document.servers).toEqual([{ url: '/api', description: expect.any(String) }]);
  });

  test.each(Object.entries(tables))('%s has what the interface’s tables list', (path, table) => {
    const names = (pointer: string) => Object.keys(contract.at(pointer) as Json);
    const list = operation('GET', path);
    const parameters = list.spec.parameters as Json[];
    expect(parameters.map(({ name }) => name).sort()).toEqual(words(table.query).sort());
    expect(parameters.every((parameter) => parameter.in === 'query')).toBe(true);
    const sort = parameters.find(({ name }) => name === 'sort')?.schema as Json;
    expect(sort.enum).toEqual(words(table.sort).flatMap((name) => [name, `-${name}`]));
    expect(sort.default).toBe('-created_at');

    const post = into(operation('POST', path).pointer, 'requestBody');
    const schemaOf = (pointer: string) => {
      const body = contract.at(pointer) as {
        content: Record<string, { schema: { $ref: string } }>;
      };
      return body.content['application/json']?.schema.$ref ?? '';
    };
    const create = schemaOf(post);
    const [needed = ''] = table.post.split('|');
    expect(names(`${create}/properties`).sort()).toEqual(words(table.post).sort());
    expect((contract.at(`${create}/required`) as string[]).sort()).toEqual(words(needed).sort());
    const update = schemaOf(into(operation('PUT', `${path}/{id}`).pointer, 'requestBody'));
    expect(names(`${update}/properties`).sort()).toEqual(words(table.put).sort());
    expect(contract.at(`${update}/required`)).toBeUndefined();
  });

  test('sending has what the interface’s table lists, and declares its answers', () => {
    const post = operation('POST', '/v1/msgapp/messages');
    const create = '#/components/schemas/MessageCreate';
    expect(Object.keys(contract.at(`${create}/properties`) as Json).sort()).toEqual(
      ['content', 'inbox_id', 'phone', 'conversation_id', 'message_type'].sort(),
    );
    expect(contract.at(`${create}/required`)).toEqual(['content']);
    expect(Object.keys(post.spec.responses as Json).join(' ')).toBe(
      '201 400 401 403 404 409 413 415 422 429 500 502 503',
    );
    expect(Object.keys(contract.at('#/components/schemas/Message/properties') as Json)).toEqual([
      'id',
      'conversation_id',
      'inbox_id',
      'remote_jid',
      'msgapp_message_id',
      'direction',
      'message_type',
      'content',
      'status',
      'status_reason',
      'created_at',
    ]);
    const whole = contract.wrong(create, {
      content: 'x',
      inbox_id: sampleOf({ format: 'uuid' }),
      phone: '5511999998888',
    });
    expect(whole).toBeUndefined();
    expect(contract.wrong(create, { content: 'x', phone: '5511999998888' })).toBeDefined();
  });

  test('what is beyond the interface says so, and nothing else does', () => {
    const beyond = contract.operations
      .filter(({ spec }) => String(spec.description).startsWith('An extension of the interface.'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(beyond.sort()).toEqual(
      [
        ...['inboxes', 'squads', 'pipelines', 'users', 'msgapp/conversations'].flatMap((path) => [
          `GET /v1/${path}`,
          `GET /v1/${path}/{id}`,
        ]),
        'GET /v1/msgapp/conversations/{id}/messages',
      ].sort(),
    );
  });

  test.each(resources.map(({ resource }) => ({ name: resource.name, resource })))(
    '$name: every operation declares the answers that it can give',
    ({ name, resource }) => {
      const path = `/v1${resource.path}`;
      const declared = (method: string, at: string) =>
        Object.keys(operation(method, at).spec.responses as Json).join(' ');
      const isAny = (...names: string[]) => names.includes(name);
      const only = (status: string, when: boolean) => (when ? ` ${status}` : '');
      expect(declared('GET', path)).toBe('200 400 401 429 500 503');
      expect(declared('GET', `${path}/{id}`)).toBe('200 400 401 404 429 500 503');
      expect(declared('POST', path)).toBe(
        `201 400 401 403${only('404', !isAny('clients'))} 409 413 415 422 429 500 503`,
      );
      expect(declared('PUT', `${path}/{id}`)).toBe(
        `200 400 401 403 404 413 415${only('422', isAny('projects', 'clients'))} 429 500 503`,
      );
      expect(declared('DELETE', `${path}/{id}`)).toBe(
        `200 400 401 403 404${only('409', isAny('contacts'))} 413 415 429 500 503`,
      );
      expect(codesOf(operation('POST', path)).filter((code) => statusOf[code] === 422)).toEqual([
        ...(isAny('projects', 'clients', 'contacts', 'webhooks') ? ['DUPLICATE_ENTRY'] : []),
        'IDEMPOTENCY_KEY_REUSED',
      ]);
    },
  );

  test('every reference leads somewhere, every part is used', () => {
    const references = new Set<string>();
    for (const [pointer, part] of parts(contract.document)) {
      if (!isObject(part) || typeof part.$ref !== 'string') continue;
      references.add(part.$ref);
      expect(contract.at(part.$ref), `${pointer} → ${part.$ref}`).toBeDefined();
    }
    const unused = Object.entries(contract.document.components as Json)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, entries]) =>
        Object.keys(entries as Json).map((name) => `#/components/${kind}/${name}`),
      )
      .filter((pointer) => !references.has(pointer));
    // 405 belongs to methods that are not there; a shared 422 stands for its second code.
    const answeredElsewhere = ['METHOD_NOT_ALLOWED', 'BAD_GATEWAY', 'DUPLICATE_ENTRY'];
    expect(
      unused.filter((pointer) => !answeredElsewhere.some((name) => pointer.endsWith(`/${name}`))),
    ).toEqual([]);
  });

  test('says something to people everywhere', () => {
    const mute = contract.operations.filter(
      ({ spec }) => typeof spec.summary !== 'string' || !Array.isArray(spec.tags),
    );
    expect(mute).toEqual([]);
    const ids = contract.operations.map(({ spec }) => spec.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [pointer, part] of parts(contract.document)) {
      if (!isObject(part)) continue;
      const isField =
        /\/schemas\/[^/]+\/properties\/[^/]+$/.test(pointer) && part.$ref === undefined;
      const isDeleted = /Deleted\/properties/.test(pointer);
      if ((isField && !isDeleted) || ('in' in part && 'schema' in part)) {
        expect(part.description, pointer).toMatch(/^[A-Z0-9*].*[.)]$|^[a-z]\w+: /s);
      }
    }
    const introduction = (contract.document.info as Json).description as string;
    for (const [code, status] of Object.entries(statusOf)) {
      expect(introduction).toContain(`- **${status}** \`${code}\`: `);
    }
    for (const { name, description } of contract.document.tags as Json[]) {
      expect(description, String(name)).toMatch(/\w+ \w+/);
    }
  });

  test('its notes name resources and fields that there are', () => {
    const all = [...resources, ...readables].map(({ resource }) => resource);
    expect(Object.keys(notes).sort()).toEqual(
      [...all.map(({ name }) => name), messages.name, sendings.name].sort(),
    );
    const declared = new Map(all.map((resource) => [resource.name, resource]));
    declared.set(messages.name, messages);
    declared.set(sendings.name, {
      ...sendings,
      accepts: { create: [], update: sendings.accepts.create },
    });
    for (const [name, { fields, example, change }] of Object.entries(notes)) {
      const resource = declared.get(name);
      for (const field of [...Object.keys(fields), ...Object.keys(example)])
        expect(Object.keys(resource?.fields ?? {}), `${name}.${field}`).toContain(field);
      for (const field of Object.keys(change)) expect(resource?.accepts.update).toContain(field);
    }
  });

  test('every example and every default is one of its schema', () => {
    let checked = 0;
    const wrong: string[] = [];
    const check = (schemaPointer: string, value: unknown) => {
      checked += 1;
      const problem = contract.wrong(schemaPointer, value);
      if (problem !== undefined) wrong.push(`${schemaPointer}: ${problem}`);
    };
    for (const [pointer, part] of parts(contract.document)) {
      // What is inside an example is no schema, whatever its keys are called.
      if (!isObject(part) || /\/(examples?|default)(\/|$)/.test(pointer)) continue;
      const holder = 'schema' in part ? into(pointer, 'schema') : pointer;
      if ('example' in part) check(holder, part.example);
      if ('default' in part && !/\/properties$/.test(pointer)) check(holder, part.default);
      if (Array.isArray(part.examples)) for (const value of part.examples) check(holder, value);
      else if (isObject(part.examples) && 'schema' in part) {
        for (const shown of Object.values(part.examples)) check(holder, (shown as Json).value);
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(200);
  });

  test('a schema refuses what it should', () => {
    const project = '#/components/schemas/Project';
    const record = (contract.at(`${project}/examples`) as Json[])[0] ?? {};
    expect(contract.wrong(project, { ...record, status: 'x' })).toContain('status');
    expect(contract.wrong(project, { ...record, name: null })).toContain('name');
    expect(contract.wrong(project, { ...record, more: 1 })).toContain('additional');
    expect(contract.wrong(project, {})).toContain('required');
    const get = operation('GET', '/v1/projects/{id}');
    expect(contract.wrongAnswer(get, 418, {})).toContain('not declared');
    expect(
      contract.wrongAnswer(get, 404, { success: false, error: { code: 'X', message: '' } }),
    ).toContain('code');
  });
});

/** The method and path of every route that the router prints. */
function routesOf(tree: string): [string, string][] {
  const above: string[] = [];
  return tree
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const match = /^([│├└─\s]*)(\S+)(?: \((.+)\))?$/u.exec(line);
      if (!match) throw new Error(`unreadable: ${line}`);
      const [, indent = '', part = '', methods = ''] = match;
      const depth = indent.length / 4 - 1;
      above.splice(depth, above.length, part);
      const path = above.join('');
      return methods === ''
        ? []
        : methods.split(', ').map((method) => [method, path] as [string, string]);
    });
}

/** Calls an operation of the document and holds the answer to it. */
async function ask(
  { method, path, ...rest }: Operation,
  { key = team.key, id = '', query = '', body, headers = {}, app = service.app }: Request = {},
): Promise<Answer> {
  const url = `${path.replace('{id}', id).replace(/^\/v1/, '')}${query}`;
  const answer = await call(app, key ?? undefined, method, url, body, headers);
  const label = `${method} ${url} → ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(
    contract.wrongAnswer({ method, path, ...rest }, answer.status, answer.body),
    label,
  ).toBeUndefined();
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(
    contract.wrong('#/components/headers/RequestId/schema', answer.headers['x-request-id']),
  ).toBeUndefined();
  return answer;
}

interface Request {
  readonly key?: string | null;
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly app?: typeof service.app;
}

/** The example of an operation's body, with the links that it needs. */
async function exampleBody(op: Operation): Promise<Json> {
  const content = into(op.pointer, 'requestBody', 'content', 'application/json');
  const shown = contract.at(into(content, 'example')) as Json;
  return 'project_id' in shown
    ? { ...shown, project_id: (await team.create('projects')).id }
    : shown;
}

describe.each(resources.map(({ resource }) => ({ name: resource.name, resource })))(
  '$name',
  ({ name, resource }) => {
    const collection = `/v1${resource.path}`;
    const item = `${collection}/{id}`;

    test('the examples work, and every answer is as described', async () => {
      const post = operation('POST', collection);
      const made = await ask(post, { body: await exampleBody(post) });
      expect(made.status, made.text).toBe(201);
      const id = made.data.id as string;
      expect((await ask(operation('GET', item), { id })).status).toBe(200);
      const put = operation('PUT', item);
      const changed = await ask(put, { id, body: await exampleBody(put) });
      expect(changed.status, changed.text).toBe(200);
      expect(changed.data).toMatchObject(await exampleBody(put));
      const list = await ask(operation('GET', collection), {});
      expect(list.status).toBe(200);
      expect((list.body.data as Json[]).map((record) => record.id)).toContain(id);
      const deleted = await ask(operation('DELETE', item), { id });
      expect(deleted.status).toBe(200);
      // A record of a resource that is only retired is still there, as described.
      await ask(operation('GET', item), { id });
    });

    test('every parameter of the list is accepted, each value of an enumeration too', async () => {
      const list = operation('GET', collection);
      for (const { name: parameter, schema } of list.spec.parameters as {
        name: string;
        schema: Json;
      }[]) {
        const values = (schema.enum as string[] | undefined) ?? [sampleOf(schema)];
        for (const value of values) {
          const answer = await ask(list, {
            query: `?${parameter}=${encodeURIComponent(String(value))}`,
          });
          expect(answer.status, answer.text).toBe(200);
        }
      }
      const unknown = await ask(list, { query: '?nope=1' });
      expect(unknown.status).toBe(400);
      for (const { name: parameter } of list.spec.parameters as Json[]) {
        expect(unknown.error.message).toContain(parameter as string);
      }
    });

    test('every error that is described is answered, as described', async () => {
      const unseen: string[] = [];
      for (const op of contract.operations.filter(
        ({ path }) => path === collection || path === item,
      )) {
        for (const code of codesOf(op)) {
          const answer = await provoke[code](op);
          const label = `${op.method} ${op.path} ${code}`;
          if (answer.error.code !== code) unseen.push(`${label}: ${answer.status} ${answer.text}`);
          for (const header of requiredHeaders[code] ?? [])
            expect(answer.headers, label).toHaveProperty(header);
        }
      }
      expect(unseen).toEqual([]);
    });

    const id = async () => (await team.create(name)).id as string;
    /** A request that would succeed. */
    const good = async (op: Operation): Promise<Request> => ({
      ...(op.path === item ? { id: await id() } : {}),
      ...(op.method === 'POST'
        ? { body: await minimal(team, name) }
        : op.method === 'PUT'
          ? { body: {} }
          : {}),
    });
    const provoke: Record<ErrorCode, (op: Operation) => Promise<Answer>> = {
      VALIDATION_ERROR: async (op) => ask(op, { ...(await good(op)), query: '?nope=1' }),
      UNAUTHORIZED: async (op) => ask(op, { ...(await good(op)), key: null }),
      FORBIDDEN: async (op) => ask(op, { ...(await good(op)), key: readOnlyKey }),
      async NOT_FOUND(op) {
        const { id: foreign } = await other.create(name);
        if (op.path === item) return ask(op, { ...(await good(op)), id: foreign as string });
        const [link = '', target] = [...resource.links][0] ?? [];
        const value = resource.fields[link]?.sql === 'uuid[]' ? [foreign] : foreign;
        return target === undefined
          ? ask(op, await good(op))
          : ask(op, { body: { ...(await minimal(team, name)), [link]: value } });
      },
      METHOD_NOT_ALLOWED: (op) => ask({ ...op, method: 'PATCH' }),
      async CONFLICT(op) {
        if (op.method === 'DELETE') {
          const contact = await id();
          await service.sql(
            'insert into conversations (team_id, id, inbox_id, contact_id) values ($1, $2, $3, $2)',
            [team.id, contact, team.inbox],
          );
          return ask(op, { id: contact });
        }
        // Of several at once one does the work; who comes meanwhile is told so.
        for (;;) {
          const request = {
            ...(await good(op)),
            headers: { 'idempotency-key': crypto.randomUUID() },
          };
          const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(op, request)));
          const conflict = answers.find(({ status }) => status === 409);
          if (conflict) return conflict;
        }
      },
      PAYLOAD_TOO_LARGE: async (op) =>
        ask(op, { ...(await good(op)), body: ' '.repeat(1_048_577) }),
      UNSUPPORTED_MEDIA_TYPE: async (op) =>
        ask(op, { ...(await good(op)), body: 'x', headers: { 'content-type': 'garbage' } }),
      async DUPLICATE_ENTRY(op) {
        const unique = ['slug', 'cpf', 'phone'].find((field) =>
          resource.accepts[op.method === 'POST' ? 'create' : 'update'].includes(field),
        );
        const values: Json = { slug: 'taken', cpf: '111.444.777-35', phone: '5511999990000' };
        const taken = { [unique ?? '']: values[unique ?? ''] };
        await team.post(resource.path, { ...(await minimal(team, name)), ...taken });
        const request = await good(op);
        return ask(op, { ...request, body: { ...(request.body as Json), ...taken } });
      },
      async IDEMPOTENCY_KEY_REUSED(op) {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const request = { ...(await good(op)), headers };
        expect((await ask(op, request)).headers).not.toHaveProperty('idempotency-replayed');
        expect((await ask(op, request)).headers['idempotency-replayed']).toBe('true');
        return ask(op, { ...request, body: { tags: ['other'] } });
      },
      RATE_LIMITED: async (op) => ask(op, { app: crippled.limited }),
      INTERNAL_ERROR: async (op) => ask(op, { ...(await good(op)), app: crippled.broken }),
      BAD_GATEWAY: (op) => ask(op),
      UNAVAILABLE: async (op) => ask(op, { ...(await good(op)), app: crippled.cut }),
    };
  },
);

const requiredHeaders: Partial<Record<ErrorCode, string[]>> = {
  UNAUTHORIZED: ['www-authenticate'],
  METHOD_NOT_ALLOWED: ['allow'],
  RATE_LIMITED: ['retry-after', 'ratelimit', 'ratelimit-policy'],
  UNAVAILABLE: ['retry-after'],
};

/** The codes that an operation's answers declare. */
function codesOf(op: Operation): ErrorCode[] {
  return Object.keys(op.spec.responses as Json)
    .filter((status) => Number(status) >= 400)
    .flatMap((status) => {
      const pointer = into(op.pointer, 'responses', status);
      const { content } = contract.at(pointer) as { content: Record<string, { schema: Json }> };
      const schema = content['application/json']?.schema as {
        properties: { error: { properties: { code: Json } } };
      };
      return schema.properties.error.properties.code.enum as ErrorCode[];
    });
}

function sampleOf(schema: Json): unknown {
  const [first] = (schema.examples as unknown[] | undefined) ?? [];
  if (first !== undefined) return first;
  if (schema.format === 'uuid') return '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
  return { boolean: true, integer: schema.minimum, number: 1, string: 'x' }[schema.type as string];
}

/** Apps that cannot do what they should: out of allowance, with a fault, without a database. */
const crippled = {} as Record<'limited' | 'broken' | 'cut', typeof service.app>;
const opened: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  const { database, keys, secrets } = service;
  const none = rateLimit(0, undefined, makeLog('silent'));
  const one = rateLimit(1, undefined, makeLog('silent'));
  const nowhere = openDatabase({ host: '127.0.0.1', port: 1 }, 'test', 1, () => {});
  const faulty = {
    ...database,
    team: (id: string) => {
      const fail = () => Promise.reject(new Error('relation "secret" does not exist at /srv/x.ts'));
      return { id, run: fail, transaction: fail };
    },
  };
  crippled.limited = await startApp(database, keys, one, secrets);
  crippled.broken = await startApp(faulty, keys, none, secrets);
  crippled.cut = await startApp(nowhere, keys, none, secrets);
  opened.push(...Object.values(crippled), nowhere);
  await call(crippled.limited, undefined, 'GET', '/projects');
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

test('a method that a path does not have is answered 405 as described, a path that is not there 404', async () => {
  for (const { path } of contract.operations) {
    const url = path.replace('{id}', 'x').replace('/v1', '');
    const here = contract.operations
      .filter((each) => each.path === path)
      .map((each) => each.method);
    const allowed = here.includes('GET') ? [...here, 'HEAD'] : here;
    for (const method of ['PATCH', 'OPTIONS', 'PROPFIND', 'POST', 'PUT', 'DELETE']) {
      if (allowed.includes(method)) continue;
      const answer = await team.call(method, url);
      expect(answer.status, `${method} ${url}`).toBe(405);
      const response = '#/components/responses/METHOD_NOT_ALLOWED/content/application~1json/schema';
      expect(contract.wrong(response, answer.body)).toBeUndefined();
      expect(String(answer.headers.allow).split(', ').sort()).toEqual(allowed.toSorted());
    }
  }
  const nowhere = await team.get('/nowhere');
  expect(nowhere.status).toBe(404);
  expect(
    contract.wrong(
      '#/components/responses/NOT_FOUND/content/application~1json/schema',
      nowhere.body,
    ),
  ).toBeUndefined();
});

describe('the reference', () => {
  const sourcesHere = /^('self'|'none'|'unsafe-inline'|'nonce-[A-Za-z0-9+/=]+'|data:|blob:)$/;

  test('loads nothing from other hosts, and its policy forbids to', async () => {
    const moved = await service.app.inject('/reference');
    const page =
      moved.statusCode === 301 ? await service.app.inject(String(moved.headers.location)) : moved;
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const policy = Object.fromEntries(
      String(page.headers['content-security-policy'])
        .split(';')
        .map((directive) => directive.trim().split(/\s+/))
        .map(([name, ...sources]) => [name, sources]),
    );
    expect(policy['default-src']).toEqual(["'self'"]);
    for (const [name, sources] of Object.entries(policy)) {
      for (const source of sources as string[]) expect(source, name).toMatch(sourcesHere);
    }
    // The one script that stands in the page is the one that the policy's nonce lets run.
    const html = page.payload;
    const nonces = [...html.matchAll(/<script[^>]*>/g)].map(
      ([tag]) => /nonce="([^"]+)"/.exec(tag)?.[1],
    );
    expect(nonces.length).toBeGreaterThan(0);
    for (const nonce of nonces) expect(policy['script-src']).toContain(`'nonce-${nonce}'`);

    const loaded = [...html.matchAll(/\b(?:src|href)\s*=\s*["']([^"']*)["']/g)].map(
      ([, address = '']) => address,
    );
    expect(loaded.length).toBeGreaterThan(0);
    for (const address of loaded) {
      const url = new URL(address, 'http://here/reference/');
      expect(url.host, address).toBe('here');
      expect((await service.app.inject(url.pathname)).statusCode, address).toBe(200);
    }
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/@import|url\(/);
  });

  test('answers a path below it that is not there like any other', async () => {
    for (const path of [
      '/reference/nope',
      '/reference/%zz',
      '/reference/js/',
      '/reference/..%2fapi',
    ]) {
      const answer = await service.app.inject(path);
      expect(answer.statusCode, path).toBe(404);
      const response = '#/components/responses/NOT_FOUND/content/application~1json/schema';
      expect(contract.wrong(response, answer.json()), path).toBeUndefined();
    }
  });

  test('shows this service’s document and offers nothing that leads elsewhere', async () => {
    const { payload } = await service.app.inject('/reference/');
    const shown = /createApiReference\([^,]+,\s*(\{.*\})\s*\)/s.exec(payload)?.[1] ?? '{}';
    const configuration = JSON.parse(shown.replace(/,(\s*\})/g, '$1')) as Json;
    expect(configuration).toMatchObject({
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    });
  });
});
