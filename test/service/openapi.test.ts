import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { n8nRecords } from '#lint/n8n-records.ts';
import { pythonTypes } from '#lint/python-types.ts';
import { sdkRecords } from '#lint/sdk-records.ts';
import { sdkTypes } from '#lint/sdk-types.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { workflowCall } from '#server/events/catalogue.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { messages } from '#server/features/conversations/messages-table.ts';
import { replyDueQueue } from '#server/features/conversations/reply-due-queue.ts';
import { conversations } from '#server/features/conversations/table.ts';
import { billingLineInput } from '#server/features/crm/billing-lines/table.ts';
import { eventKinds } from '#server/features/event-kinds.ts';
import { sandboxCallback } from '#server/features/gateways/sandbox/index.ts';
import { sandboxConnection } from '#server/features/inboxes/connection.ts';
import { applyStates } from '#server/features/inboxes/connection-state.ts';
import { fetchAgain } from '#server/features/receiving/media-queue.ts';
import { readables, registry, resources } from '#server/features/registry.ts';
import { sendings } from '#server/features/sending/drafts.ts';
import { templateSendings } from '#server/features/sending/templates/operations.ts';
import { deliveries, replays } from '#server/features/webhooks/deliveries.ts';
import type { Attempted, Sender } from '#server/features/webhooks/delivery-attempt.ts';
import { deliveryQueue } from '#server/features/webhooks/delivery-queue.ts';
import { reasons } from '#server/features/webhooks/failure-reasons.ts';
import { byteRate } from '#server/features/webhooks/rate-limit.ts';
import { receptions } from '#server/features/webhooks/receptions.ts';
import { newSecret, signatureOf } from '#server/features/webhooks/signature.ts';
import { eventDescriptions } from '#server/http/openapi/event-descriptions.ts';
import { attempts } from '#server/http/openapi/events.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { perform } from '#server/operations/operation.ts';
import { ApiError, type PublicCode, publicCodes, statusOf } from '#server/platform/errors.ts';
import { makeLog } from '#server/platform/log.ts';
import { recount } from '#server/records/totals.ts';
import { addBillingLine } from '#test/support/billing.ts';
import {
  type Contract,
  contractOf,
  into,
  isObject,
  type Operation,
  partsOf,
} from '#test/support/contract.ts';
import { expectNamedValues, faultsOf } from '#test/support/document-faults.ts';
import {
  type Answer,
  call,
  inputsOf,
  type Json,
  minimal,
  routesOf,
  startApp,
  type TestTeam,
  useService,
} from '#test/support/harness.ts';
import { decideAll, privacyStage } from '#test/support/privacy.ts';

const service = useService({ workers: 0 });
let team: TestTeam;
let otherTeam: TestTeam;
let contract: Contract;
let readOnlyKey: string;

beforeAll(async () => {
  team = await service.team();
  otherTeam = await service.team();
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
 * The interface's tables, written a second time by hand: path, query, body of POST (required fields first, up to the bar), body of PUT.
 * Additions from decisions.md follow the plus sign.
 */
const tables: Record<string, { query: string; sort: string; post: string; put: string }> = {
  '/v1/msgapp/contacts': {
    query: 'page limit tag client_id search sort + updated_since',
    sort: 'push_name custom_name phone created_at updated_at',
    post: 'phone | custom_name notes tags client_id',
    put: 'custom_name notes tags client_id + phone',
  },
  '/v1/projects': {
    query: 'page limit squad_id client_id status priority search sort + updated_since',
    sort: 'name status priority start_date due_date created_at updated_at',
    post: 'name | slug description status priority color start_date due_date briefing squad_id client_id',
    put: 'name slug description status priority color start_date due_date briefing squad_id client_id completed_at',
  },
  '/v1/clients': {
    query: 'page limit type status search sort + updated_since',
    sort: 'full_name email created_at updated_at is_active',
    post: 'name type | display_name email phone mobile_phone msgapp cpf rg birth_date gender cnpj legal_name trade_name state_registration address source notes tags',
    put: 'name type display_name email phone mobile_phone msgapp cpf rg birth_date gender cnpj legal_name trade_name state_registration address source notes tags + status',
  },
  '/v1/tasks': {
    query:
      'page limit project_id pipeline_id assignee_id priority column search sort + parent_id updated_since',
    sort: 'title priority due_date position created_at updated_at completed_at',
    post: 'title project_id | description pipeline_id column priority assignee_id assignee_ids reporter_id start_date due_date blocked_by_ids estimated_hours tags checklist_markdown + parent_id',
    put: 'title description pipeline_id column priority assignee_id assignee_ids reporter_id start_date due_date blocked_by_ids estimated_hours tags checklist_markdown completed_at actual_hours + parent_id position project_id',
  },
  '/v1/deals': {
    query:
      'page limit status phase client_id responsible_id source min_value max_value from to search sort + updated_since',
    sort: 'title value phase created_at updated_at expected_close_date',
    post: 'title | description value phase priority expected_close_date probability responsible_id source client_id tags + status is_starred',
    put: 'title description value phase priority status probability expected_close_date responsible_id source client_id loss_reason tags is_starred',
  },
  '/v1/campaigns': {
    query: 'page limit status project_id search sort + updated_since',
    sort: 'name status start_date end_date created_at updated_at',
    post: 'name project_id | description status start_date end_date content_pillars target_platforms goals',
    put: 'name description status start_date end_date content_pillars target_platforms goals + project_id',
  },
  '/v1/activities': {
    query: 'page limit type client_id deal_id completed search sort + updated_since',
    sort: 'title type occurred_at due_date priority created_at',
    post: 'title | type description occurred_at duration_minutes is_completed due_date priority tags client_id deal_id contract_id assigned_to',
    put: 'title description type occurred_at duration_minutes is_completed due_date priority tags client_id deal_id contract_id assigned_to',
  },
  '/v1/contracts': {
    query:
      'page limit + status period client_id owner_id deal_id project_id renews_within search sort updated_since',
    sort: '+ title value starts_on ends_on renews_on created_at updated_at',
    post: 'title | + client_id status value period starts_on ends_on renews_on notice_days included_hours carry_over overage_rate project_ids owner_id',
    put: '+ title client_id status value period starts_on ends_on renews_on notice_days included_hours carry_over overage_rate project_ids owner_id',
  },
  '/v1/webhooks': {
    query: 'page limit active + sort url updated_since',
    sort: '+ name created_at updated_at',
    post: 'name | slug is_active target_pipeline_id target_column_id field_mapping + url events',
    put: 'name is_active target_pipeline_id target_column_id field_mapping + url events',
  },
};

/** Operations on webhook endpoints beyond the interface. */
const ofWebhooks = [
  'GET /v1/webhooks/{id}/deliveries',
  'GET /v1/webhooks/{id}/deliveries/{delivery}',
  'POST /v1/webhooks/{id}/deliveries/{delivery}/replay',
  'POST /v1/webhooks/{id}/replay',
  'POST /v1/webhooks/{id}/test',
  'POST /v1/webhooks/{id}/rotate-secret',
  'GET /v1/webhooks/{id}/receptions',
  'POST /hooks/{team}/{slug}',
];

const words = (text: string) => text.split(/[\s|+]+/).filter((word) => word !== '');

const operation = (method: string, path: string): Operation => {
  const match = contract.operations.find((each) => each.method === method && each.path === path);
  if (!match) throw new Error(`the document has no ${method} ${path}`);
  return match;
};

test('enumerations whose values are not identifiers name them, for older generators', () => {
  expectNamedValues(contract.document);
  expect(contract.at('#/components/schemas/MessageSort')).toMatchObject({
    enum: ['sent_at', '-sent_at', 'created_at', '-created_at'],
    'x-enum-varnames': ['SENT_AT', 'SENT_AT_DESC', 'CREATED_AT', 'CREATED_AT_DESC'],
  });
});

test('the SDK’s types match the document: npm run sdk:types', () => {
  const file = new URL('../../packages/sdk/src/schema.ts', import.meta.url);
  expect(readFileSync(file, 'utf8') === sdkTypes()).toBe(true);
});

test('the records of the SDK’s client match the declarations: npm run sdk:types', () => {
  const file = new URL('../../packages/sdk/src/records.ts', import.meta.url);
  expect(readFileSync(file, 'utf8') === sdkRecords()).toBe(true);
});

test('the records of n8n’s node match the declarations: npm run sdk:types', () => {
  const file = new URL('../../packages/n8n-nodes-pauta/nodes/Pauta/records.ts', import.meta.url);
  expect(readFileSync(file, 'utf8') === n8nRecords()).toBe(true);
});

test('the Python client’s types match it too: npm run sdk:types', () => {
  for (const [name, text] of Object.entries(pythonTypes())) {
    const file = new URL(`../../packages/python/pauta/${name}`, import.meta.url);
    expect(readFileSync(file, 'utf8') === text, name).toBe(true);
  }
});

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(contract.document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(contract.document.openapi).toMatch(/^3\.1\./);
  });

  test('describes each tag once', () => {
    const { tags } = contract.document as unknown as { readonly tags: readonly { name: string }[] };
    const names = tags.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test('has exactly the paths and methods that the app serves', () => {
    const served = routesOf(service.app)
      .filter(([method, path]) => /^\/api\/(v1|hooks)\//.test(path) && method !== 'HEAD')
      .map(([method, path]) => [method, path.slice('/api'.length).replace(/:(\w+)/g, '{$1}')])
      .map(([method, path = '']) => `${method} ${path.replace('{inner}', '{delivery}')}`);
    const described = contract.operations.map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(served.sort());
    expect(served.length).toBeGreaterThanOrEqual(resources.length * 5);
    const url = expect.stringMatching(/^http:\/\/[\w.]+:\d+\/api$/);
    expect(contract.document.servers).toEqual([{ url, description: expect.any(String) }]);
  });

  test.each(Object.entries(tables))(
    '%s has at least the fields of the interface’s tables, and requires only those it names',
    (path, table) => {
      const names = (pointer: string) => Object.keys(contract.at(pointer) as Json);
      const list = operation('GET', path);
      const parameters = list.parameters;
      expect(parameters.map(({ name }) => name)).toEqual(
        expect.arrayContaining([...words(table.query), 'after']),
      );
      expect(parameters.every((parameter) => parameter.in === 'query')).toBe(true);
      const sort = parameters.find(({ name }) => name === 'sort')?.schema as Json;
      const { enum: orders } = contract.at(String(sort.$ref)) as Json;
      expect(orders).toEqual(
        expect.arrayContaining(words(table.sort).flatMap((name) => [name, `-${name}`])),
      );
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
      expect(names(`${create}/properties`)).toEqual(expect.arrayContaining(words(table.post)));
      expect((contract.at(`${create}/required`) as string[]).sort()).toEqual(words(needed).sort());
      const update = schemaOf(into(operation('PUT', `${path}/{id}`).pointer, 'requestBody'));
      expect(names(`${update}/properties`)).toEqual(expect.arrayContaining(words(table.put)));
      expect(contract.at(`${update}/required`)).toBeUndefined();
    },
  );

  test('sending has the fields of the interface’s table and those of files, and declares its answers', () => {
    const post = operation('POST', '/v1/msgapp/messages');
    const create = '#/components/schemas/MessageCreate';
    expect(Object.keys(contract.at(`${create}/properties`) as Json).sort()).toEqual(
      [
        ...['content', 'inbox_id', 'phone', 'conversation_id', 'message_type'],
        ...['file_id', 'file_name', 'media_url', 'mentions'],
      ].sort(),
    );
    expect(contract.at(`${create}/required`)).toEqual([]);
    expect(contract.at(`${create}/allOf`)).toEqual([
      { anyOf: ['content', 'file_id', 'media_url'].map((name) => ({ required: [name] })) },
    ]);
    expect(Object.keys(contract.at('#/components/schemas/MessageForm/properties') as Json)).toEqual(
      ['file', 'content', 'inbox_id', 'phone', 'conversation_id', 'message_type'],
    );
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
      ...[
        'origin',
        'author',
        'participant',
        'mentions',
        'step_due_at',
        'superseded_by',
        'details',
        'referral',
        'reply_to',
        'reactions',
        'edited_at',
        'revoked_at',
        'versions',
        'last_change',
        'sent_at',
        'media',
      ],
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

  test.each(resources.map(({ table: resource }) => ({ name: resource.name, resource })))(
    '$name: every operation declares its possible answers',
    ({ name, resource }) => {
      const path = `/v1${resource.path}`;
      const declared = (method: string, at: string) =>
        Object.keys(operation(method, at).spec.responses as Json).join(' ');
      const isAny = (...names: string[]) => names.includes(name);
      const only = (status: string, when: boolean) => (when ? ` ${status}` : '');
      expect(declared('GET', path)).toBe('200 400 401 422 429 500 503');
      expect(declared('GET', `${path}/{id}`)).toBe('200 400 401 404 429 500 503');
      expect(declared('POST', path)).toBe(
        `201 400 401 403${only('404', !isAny('clients'))} 409 413 415 422 429 500 503`,
      );
      expect(declared('PUT', `${path}/{id}`)).toBe(
        `200 400 401 403 404${only('409', isAny('time_entries'))} 413 415${only('422', isAny('projects', 'clients'))} 429 500 503`,
      );
      expect(declared('DELETE', `${path}/{id}`)).toBe(
        `200 400 401 403 404${only('409', isAny('contacts', 'contracts', 'time_entries'))} 413 415 429 500 503`,
      );
      expect(codesOf(operation('POST', path)).filter((code) => statusOf[code] === 422)).toEqual([
        ...(isAny('projects', 'clients', 'contacts', 'webhooks') ? ['DUPLICATE_ENTRY'] : []),
        'IDEMPOTENCY_KEY_REUSED',
      ]);
    },
  );

  test('the webhook operations beyond the interface declare their answers', () => {
    const declared = (at: string) => {
      const [method = '', path = ''] = at.split(' ');
      return Object.keys(operation(method, path).spec.responses as Json).join(' ');
    };
    const posted = '400 401 403 404 409 413 415 422 429 500 503';
    const read = '200 400 401 404 429 500 503';
    const listed = '200 400 401 404 422 429 500 503';
    expect(ofWebhooks.map(declared)).toEqual([
      listed,
      read,
      `200 ${posted}`,
      `200 ${posted}`,
      `201 ${posted}`,
      `200 ${posted}`,
      listed,
      '202 400 401 404 413 415 429 500 503',
    ]);
    const parameters = (at: string) => {
      const [method = '', path = ''] = at.split(' ');
      return operation(method, path).parameters.map(({ name }) => name);
    };
    expect(parameters('GET /v1/webhooks/{id}/deliveries')).toEqual(
      words('page limit sort after status event from to'),
    );
    expect(parameters('GET /v1/webhooks/{id}/receptions')).toEqual(
      words('page limit sort after status'),
    );
    for (const at of ofWebhooks.filter((each) => each.startsWith('POST /v1')))
      expect(parameters(at), at).toEqual(['Idempotency-Key']);
    const hook = operation('POST', '/hooks/{team}/{slug}').spec;
    expect(hook.security).toEqual([{ webhookSignature: [] }, { webhookSecret: [] }]);
    expect(parameters('POST /hooks/{team}/{slug}')).toEqual(['webhook-id', 'Idempotency-Key']);
    expect(Object.keys(contract.at('#/components/schemas/Replay/properties') as Json)).toEqual(
      words('from to status'),
    );
    expect(
      Object.keys(contract.at('#/components/schemas/DeliveryShown/properties') as Json),
    ).toEqual([...Object.keys(deliveries.fields), 'attempts', 'payload']);
  });

  test('every reference resolves, and every component is used', () => {
    const references = new Set<string>();
    for (const [pointer, part] of partsOf(contract.document)) {
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
    expect(unused).toEqual([]);
  });

  test('operations and events are named as SDKs name them', () => {
    const ids = contract.operations.map(({ spec }) => String(spec.operationId));
    for (const id of ids)
      expect(id).toMatch(
        /^(list|get|create|update|delete|send|replay|test|rotate|receive|stream|download|stop|recalculate)[A-Z]\w*$/,
      );
    expect(ids).toEqual(
      expect.arrayContaining(['listDeals', 'createDeal', 'sendMessage', 'receiveWebhook']),
    );
    for (const [kind, item] of Object.entries(contract.document.webhooks as Json))
      expect(((item as Json).post as Json).operationId, kind).toMatch(/^on[A-Z]\w*$/);
  });

  test('every body is a named component, without constructs that generators and readers reject', () => {
    for (const [pointer, part] of partsOf(contract.document)) {
      if (!pointer.endsWith('/content/application~1json/schema') || !isObject(part)) continue;
      // The body of a call to an endpoint's address is up to its sender.
      if (pointer.includes('hooks~1') && pointer.includes('requestBody')) continue;
      expect(Object.keys(part), pointer).toEqual(['$ref']);
    }
    expect(faultsOf(contract.document)).toEqual([]);
  });

  test('has descriptions everywhere', () => {
    const descriptions = [
      ...contract.operations.map(({ spec }) => spec),
      ...Object.values(contract.document.webhooks as Json).map(
        (item) => (item as Json).post as Json,
      ),
    ];
    const tags = (contract.document.tags as Json[]).map(({ name }) => name);
    for (const { operationId, summary, tags: operationTags } of descriptions) {
      expect(summary, String(operationId)).toMatch(/^([A-Z]|[a-z_.]+: [a-z]).+[^.\s]$/);
      expect(operationTags, String(operationId)).toHaveLength(1);
      expect(tags).toEqual(expect.arrayContaining(operationTags as string[]));
    }
    const ids = descriptions.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const introduction = (contract.document.info as Json).description as string;
    for (const code of publicCodes) {
      expect(introduction).toContain(`- **${statusOf[code]}** \`${code}\`: `);
    }
    for (const { name, description } of contract.document.tags as Json[]) {
      expect(description, String(name)).toMatch(/\w+ \w+/);
    }
  });

  test('examples of tables, and descriptions of events, name existing fields and kinds', () => {
    const all = [
      ...[...resources, ...readables].map(({ table: resource }) => resource),
      ...[messages, deliveries, receptions],
      attempts,
      // Resources that are only created show the body of that operation.
      ...[sendings, templateSendings, replays].map(({ of }) => of),
    ];
    const changing = new Map(
      [
        ...resources.map(({ update }) => update.input.body),
        billingLineInput,
        sendings,
        templateSendings,
        replays,
      ].map(({ of, accepts }) => [of.name, accepts]),
    );
    for (const { name, fields, example = {}, exampleChange = {} } of all) {
      for (const field of Object.keys(example))
        expect(Object.keys(fields), `${name}.${field}`).toContain(field);
      for (const field of Object.keys(exampleChange)) expect(changing.get(name)).toContain(field);
    }
    for (const kind of Object.keys(eventDescriptions))
      expect([...eventKinds, workflowCall]).toContain(kind);
  });

  test('every example and every default matches its schema', () => {
    let checked = 0;
    const wrong: string[] = [];
    const check = (schemaPointer: string, value: unknown) => {
      checked += 1;
      const problem = contract.wrong(schemaPointer, value);
      if (problem !== undefined) wrong.push(`${schemaPointer}: ${problem}`);
    };
    for (const [pointer, part] of partsOf(contract.document)) {
      // The content of an example is no schema, whatever its keys are.
      if (!isObject(part) || /\/(examples?|default)(\/|$)/.test(pointer)) continue;
      const holder = 'schema' in part ? into(pointer, 'schema') : pointer;
      if ('example' in part) check(holder, part.example);
      if ('default' in part && !/\/properties$/.test(pointer)) check(holder, part.default);
      if (Array.isArray(part.examples)) for (const value of part.examples) check(holder, value);
      else if (isObject(part.examples) && 'schema' in part) {
        for (const example of Object.values(part.examples)) check(holder, (example as Json).value);
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(200);
  });

  test('no header has an example: snippets would carry one key and one id for everybody who copies them', () => {
    const named = new Set<unknown>();
    for (const [pointer, part] of partsOf(contract.document)) {
      // Headers of deliveries are for their receivers.
      if (!pointer.startsWith('#/paths/') || !isObject(part) || !Array.isArray(part.parameters))
        continue;
      for (const reference of part.parameters as Json[]) {
        const parameter =
          typeof reference.$ref === 'string' ? contract.at(reference.$ref) : reference;
        const { name, in: place, schema, ...rest } = parameter as Json;
        if (place !== 'header') continue;
        named.add(name);
        for (const holder of [rest, schema])
          for (const keyword of ['example', 'examples', 'default'])
            expect(holder, pointer).not.toHaveProperty(keyword);
      }
    }
    expect(named).toEqual(
      new Set(['X-Request-Id', 'Idempotency-Key', 'Last-Event-ID', 'webhook-id', 'Range']),
    );
  });

  test('a schema refuses invalid values', () => {
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

/** Calls a path of the document. */
async function send(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { key = team.key, query = '', body, headers = {}, app = service.app, ...ids }: Request = {},
): Promise<Answer> {
  const url = `${path.replace(/\{(\w+)\}/g, (_, name: string) => (ids as Record<string, string>)[name] ?? 'x')}${query}`;
  // The path of a URL is resolved before it is requested.
  const below = url.startsWith('/v1/') ? url.slice('/v1'.length) : `/..${url}`;
  return call(app, key ?? undefined, method, below, body, headers);
}

/** Calls an operation of the document and checks the answer against it. */
async function ask(op: Operation, request: Request = {}): Promise<Answer> {
  const answer = await send(op, request);
  const label = `${op.method} ${op.path} → ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(contract.wrongAnswer(op, answer.status, answer.body), label).toBeUndefined();
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(
    contract.wrong('#/components/headers/RequestId/schema', answer.headers['x-request-id']),
  ).toBeUndefined();
  return answer;
}

interface Request {
  readonly key?: string | null;
  /** Value of the placeholder in the path. */
  readonly id?: string;
  readonly delivery?: string;
  readonly team?: string;
  readonly slug?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly app?: typeof service.app;
}

/** The example of an operation's body, with the links that it needs. */
async function exampleBody(op: Operation): Promise<Json> {
  const content = into(op.pointer, 'requestBody', 'content', 'application/json');
  const example = contract.at(into(content, 'example')) as Json;
  const body = { ...example };
  // Links refer to records that a reader of the example has; here they are created.
  for (const link of Object.keys(example).filter((name) => name.endsWith('_id')))
    if (['project_id', 'client_id'].includes(link))
      body[link] = (await team.create(link === 'project_id' ? 'projects' : 'clients')).id;
  return body;
}

describe.each(resources.map(({ table: resource }) => ({ name: resource.name, resource })))(
  '$name',
  ({ name, resource }) => {
    const collection = `/v1${resource.path}`;
    const item = `${collection}/{id}`;

    test('the examples work, and every answer matches its description', async () => {
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
      // A retired record still exists, as described.
      await ask(operation('GET', item), { id });
    });

    test('every parameter of the list is accepted, with each value of an enumeration', async () => {
      const list = operation('GET', collection);
      for (const { name: parameter, schema } of list.parameters as {
        name: string;
        schema: Json;
      }[]) {
        // Cursors only come from answers.
        if (parameter === 'after') continue;
        const allowed = contract.at(String(schema.$ref)) ?? schema;
        const values = ((allowed as Json).enum as string[] | undefined) ?? [sampleOf(schema)];
        for (const value of values) {
          const answer = await ask(list, {
            query: `?${parameter}=${encodeURIComponent(String(value))}`,
          });
          expect(answer.status, answer.text).toBe(200);
        }
      }
      const unknown = await ask(list, { query: '?nope=1' });
      expect(unknown.status).toBe(400);
      for (const { name: parameter } of list.parameters) {
        expect(unknown.error.message).toContain(parameter as string);
      }
    });

    test('every declared error can be provoked, and matches its description', async () => {
      const isOfResource = ({ path }: Operation) => path === collection || path === item;
      expect(await unseenIn(contract.operations.filter(isOfResource), provoke)).toEqual([]);
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
    const provoke: Provoking = {
      ...provoking(good),
      async NOT_FOUND(op) {
        const { id: foreign } = await otherTeam.create(name);
        if (op.path === item) return ask(op, { ...(await good(op)), id: foreign as string });
        const [link = '', target] = [...resource.links][0] ?? [];
        const value = resource.fields[link]?.sql === 'uuid[]' ? [foreign] : foreign;
        return target === undefined
          ? ask(op, await good(op))
          : ask(op, { body: { ...(await minimal(team, name)), [link]: value } });
      },
      async CONFLICT(op) {
        if (name === 'time_entries' && op.path === item) {
          const request = await good(op);
          await service.sql(
            `with e as (update time_entries set user_id = $2, started_at = '2026-01-07T12:00Z' where id = $1 returning *)
            insert into locked_weeks (team_id, user_id, week) select team_id, user_id, '2026-01-05' from e on conflict do nothing`,
            [request.id, team.users[0]],
          );
          return ask(op, request);
        }
        if (op.method !== 'DELETE') return provoking(good).CONFLICT(op);
        if (name === 'contracts') {
          const linked = await id();
          await team.create('activities', { contract_id: linked });
          return ask(op, { id: linked });
        }
        const contact = await id();
        await service.sql(
          'insert into conversations (team_id, id, inbox_id, contact_id) values ($1, $2, $3, $2)',
          [team.id, contact, team.inbox],
        );
        await service.sql(recount(conversations));
        return ask(op, { id: contact });
      },
      async DUPLICATE_ENTRY(op) {
        const unique = ['slug', 'cpf', 'phone'].find((field) =>
          inputsOf(resource)[op.method === 'POST' ? 'create' : 'update'].accepts.includes(field),
        );
        const values: Json = { slug: 'taken', cpf: '111.444.777-35', phone: '5511999990000' };
        const taken = { [unique ?? '']: values[unique ?? ''] };
        await team.post(resource.path, { ...(await minimal(team, name)), ...taken });
        const request = await good(op);
        return ask(op, { ...request, body: { ...(request.body as Json), ...taken } });
      },
    };
  },
);

type Provoking = Record<PublicCode, (op: Operation) => Promise<Answer>>;

/** For each code the request that provokes it, if it is the same everywhere. @param good a request that would succeed */
const provoking = (good: (op: Operation) => Promise<Request>): Provoking => ({
  VALIDATION_ERROR: async (op) => ask(op, { ...(await good(op)), query: '?nope=1' }),
  UNAUTHORIZED: async (op) => ask(op, { ...(await good(op)), key: null }),
  FORBIDDEN: async (op) => ask(op, { ...(await good(op)), key: readOnlyKey }),
  NOT_FOUND: async (op) => ask(op, await good(op)),
  METHOD_NOT_ALLOWED: (op) => ask({ ...op, method: 'PATCH' }),
  async CONFLICT(op) {
    // Of several concurrent requests one succeeds; the others get a conflict.
    for (;;) {
      const request = { ...(await good(op)), headers: { 'idempotency-key': crypto.randomUUID() } };
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(op, request)));
      const conflict = answers.find(({ status }) => status === 409);
      if (conflict) return conflict;
    }
  },
  PAYLOAD_TOO_LARGE: async (op) => ask(op, { ...(await good(op)), body: ' '.repeat(1_048_577) }),
  UNSUPPORTED_MEDIA_TYPE: async (op) =>
    ask(op, { ...(await good(op)), body: 'x', headers: { 'content-type': 'garbage' } }),
  DUPLICATE_ENTRY: async (op) => ask(op, await good(op)),
  async IDEMPOTENCY_KEY_REUSED(op) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const request = { ...(await good(op)), headers };
    expect((await ask(op, request)).headers).not.toHaveProperty('idempotency-replayed');
    expect((await ask(op, request)).headers['idempotency-replayed']).toBe('true');
    return ask(op, { ...request, body: { tags: ['other'] } });
  },
  async RATE_LIMITED(op) {
    // Uses up the rate limit, even if the minute of the previous request has ended.
    await ask(op, { app: crippled.limited });
    return ask(op, { app: crippled.limited });
  },
  TEAM_BUSY: async (op) => ask(op, { ...(await good(op)), app: crippled.busy }),
  async TOO_COSTLY(op) {
    // A list counts on its second page; a report has no pages.
    const query = op.path.endsWith('/reports') ? '' : '?page=2';
    return ask(op, { ...(await good(op)), app: crippled.slow, query });
  },
  INTERNAL_ERROR: async (op) => ask(op, { ...(await good(op)), app: crippled.broken }),
  BAD_GATEWAY: async (op) => ask(op, await good(op)),
  UNAVAILABLE: async (op) => ask(op, { ...(await good(op)), app: crippled.cut }),
});

/** Errors that operations declare and never answer. */
async function unseenIn(ops: readonly Operation[], provoke: Provoking): Promise<string[]> {
  const unseen: string[] = [];
  for (const op of ops) {
    for (const code of codesOf(op)) {
      const answer = await provoke[code](op);
      const label = `${op.method} ${op.path} ${code}`;
      if (answer.error.code !== code) unseen.push(`${label}: ${answer.status} ${answer.text}`);
      const headers = requiredHeaders[code] ?? [];
      for (const header of headers) expect(answer.headers, label).toHaveProperty(header);
      // Clients recognise requests to retry by it.
      const passes = answer.status === 429 || answer.status === 503;
      if (!/still running/.test(answer.text))
        expect(answer.headers['retry-after'] !== undefined, label).toBe(passes);
    }
  }
  return unseen;
}

const requiredHeaders: Partial<Record<PublicCode, string[]>> = {
  UNAUTHORIZED: ['www-authenticate'],
  METHOD_NOT_ALLOWED: ['allow'],
  RATE_LIMITED: ['retry-after', 'ratelimit', 'ratelimit-policy'],
  UNAVAILABLE: ['retry-after'],
  TEAM_BUSY: ['retry-after'],
};

/** Error codes that an operation declares. */
function codesOf(op: Operation): PublicCode[] {
  return Object.keys(op.spec.responses as Json)
    .filter((status) => Number(status) >= 400)
    .flatMap((status) => {
      const pointer = into(op.pointer, 'responses', status);
      const { content } = contract.at(pointer) as { content: Record<string, { examples: Json }> };
      const examples = Object.values(content['application/json']?.examples ?? {});
      const codes = examples.map((each) => (each as { value: { error: Json } }).value.error.code);
      return [...new Set(codes)] as PublicCode[];
    });
}

function sampleOf(schema: Json): unknown {
  const [first] = (schema.examples as unknown[] | undefined) ?? [];
  if (first !== undefined) return first;
  if (schema.format === 'uuid') return '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
  return { boolean: true, integer: schema.minimum, number: 1, string: 'x' }[schema.type as string];
}

/** Apps with a defect: over the rate limit, with a fault, without a database. */
const crippled = {} as Record<'limited' | 'broken' | 'cut' | 'busy' | 'slow', typeof service.app>;
const opened: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  const { database, keys, secrets } = service;
  const none = rateLimit(0, undefined, makeLog('silent'));
  const one = rateLimit(1, undefined, makeLog('silent'));
  const nowhere = openDatabase({ host: '127.0.0.1', port: 1 }, 'test', 1, () => {});
  const failing = (error: Error): Database => ({
    ...database,
    team: (id: string) => {
      const fail = () => Promise.reject(error);
      return {
        id,
        hiddenInboxes: [],
        run: fail,
        read: fail,
        lookUp: fail,
        scan: fail,
        scanFew: fail,
        aggregate: fail,
        transaction: fail,
        snapshot: fail,
      };
    },
  });
  const faulty = failing(new Error('relation "secret" does not exist at /srv/x.ts'));
  const busy = failing(new ApiError('TEAM_BUSY', 'Your team has more under way than its share.'));
  const slow: Database = {
    ...database,
    team: (id) => ({
      ...database.team(id),
      scan: () => Promise.reject(new ApiError('TOO_COSTLY', 'It took longer than 1 s.')),
    }),
  };
  crippled.limited = await startApp(database, keys, one, secrets);
  crippled.broken = await startApp(faulty, keys, none, secrets);
  crippled.cut = await startApp(nowhere, keys, none, secrets);
  crippled.busy = await startApp(busy, keys, none, secrets);
  crippled.slow = await startApp(slow, keys, none, secrets);
  opened.push(...Object.values(crippled), nowhere);
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

test('an unsupported method answers 405 as described, an unknown path 404', async () => {
  for (const { path } of contract.operations) {
    const methods = contract.operations
      .filter((each) => each.path === path)
      .map((each) => each.method);
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    for (const method of ['PATCH', 'OPTIONS', 'PROPFIND', 'POST', 'PUT', 'DELETE']) {
      if (allowed.includes(method)) continue;
      const answer = await send({ method, path });
      expect(answer.status, `${method} ${path}`).toBe(405);
      expect(contract.wrong('#/components/schemas/Error', answer.body)).toBeUndefined();
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

describe('webhook endpoints in the document', () => {
  const op = (at: string): Operation => {
    const [method = '', path = ''] = at.split(' ');
    return operation(method, path);
  };
  const delivery = '/v1/webhooks/{id}/deliveries/{delivery}';
  let endpoints = 0;
  const endpoint = (more: Json = {}) =>
    team.create('webhooks', {
      slug: `endpoint-${endpoints++}`,
      url: 'https://example.com/pauta',
      events: ['deal.created'],
      ...more,
    });
  /** An endpoint with one pending delivery. */
  async function deliveryOf(more: Json = {}): Promise<{ id: string; delivery: string }> {
    const { id } = (await endpoint(more)) as { id: string };
    const made = await ask(op('POST /v1/webhooks/{id}/test'), { id });
    expect(made.status, made.text).toBe(201);
    return { id, delivery: made.data.id as string };
  }
  /** An endpoint that receives, from the point of view of its caller. */
  async function hook(more: Json = {}): Promise<Request> {
    const project = await team.create('projects');
    const { data } = await team.get(`/pipelines?project_id=${project.id}`);
    const [board] = data as unknown as Json[];
    const { slug, secret_token } = await endpoint({ target_pipeline_id: board?.id, ...more });
    return { team: team.slug, slug: String(slug), key: String(secret_token) };
  }

  test('are answered as described', async () => {
    const ids = await deliveryOf();
    const listed = op('GET /v1/webhooks/{id}/deliveries');
    for (const query of [
      '',
      '?status=pending&event=webhook.test',
      '?from=2020-01-01&to=2099-12-31&sort=created_at',
    ]) {
      const list = await ask(listed, { ...ids, query });
      expect(list.body.data, query).toMatchObject([{ id: ids.delivery, status: 'pending' }]);
    }
    expect((await ask(listed, { ...ids, query: '?status=failed' })).body.data).toEqual([]);

    const get = operation('GET', delivery);
    const answer = await ask(get, ids);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({
      attempts: [],
      payload: { id: ids.delivery, type: 'webhook.test', data: { id: ids.id }, previous: null },
    });
    await deliver(ids.id, { status: 500, error: reasons.answered(500), excerpt: 'no' });
    expect((await ask(get, ids)).data).toMatchObject({
      status: 'failed',
      attempt_count: 1,
      attempts: [{ status: 500, error: 'the receiver answered 500', answer: 'no' }],
    });

    const many = op('POST /v1/webhooks/{id}/replay');
    expect((await ask(many, { ...ids, body: { status: 'delivered' } })).data).toEqual({
      replayed: 0,
      remaining: 0,
      next_from: null,
    });
    const shownBody = contract.at(
      into(many.pointer, 'requestBody', 'content', 'application/json', 'example'),
    );
    expect((await ask(many, { ...ids, body: shownBody })).data).toEqual({
      replayed: 1,
      remaining: 0,
      next_from: null,
    });
    await deliver(ids.id, { status: 200, error: null, excerpt: null });
    const replay = operation('POST', `${delivery}/replay`);
    const replayed = await ask(replay, ids);
    expect([replayed.status, replayed.data.status]).toEqual([200, 'pending']);

    // The endpoint is switched off, then the event is deleted.
    await team.put(`/webhooks/${ids.id}`, { is_active: false });
    for (const each of [replay, many, op('POST /v1/webhooks/{id}/test')])
      expect((await ask(each, ids)).error.code).toBe('CONFLICT');
    await team.put(`/webhooks/${ids.id}`, { is_active: true });
    await service.sql('delete from events where id = $1', [ids.delivery]);
    expect((await ask(replay, ids)).error.code).toBe('CONFLICT');
    expect((await ask(get, ids)).data.payload).toBeNull();

    const rotated = await ask(op('POST /v1/webhooks/{id}/rotate-secret'), ids);
    expect(rotated.status, rotated.text).toBe(200);
    expect(rotated.data.secret_token).toMatch(/^whsec_/);
  });

  test('answer calls of an address as described', async () => {
    const post = op('POST /hooks/{team}/{slug}');
    const good = await hook({ field_mapping: { title: 'lead.name', priority: 'priority' } });
    const body = contract.at(
      into(post.pointer, 'requestBody', 'content', 'application/json', 'example'),
    );
    const made = await ask(post, { ...good, body, headers: { 'webhook-id': 'lead-1' } });
    expect(made.status, made.text).toBe(202);
    const again = await ask(post, { ...good, body, headers: { 'idempotency-key': 'lead-1' } });
    expect(again.text).toBe(made.text);
    const text = JSON.stringify(body);
    const signature = signatureOf(good.key ?? '', text);
    const headers = { 'x-webhook-signature': signature };
    expect((await ask(post, { ...good, key: null, body: text, headers })).status).toBe(202);
    expect((await ask(post, { ...good, body: { priority: 'nope' } })).status).toBe(400);
    const [stored] = await service.sql('select id from webhooks where team_id = $1 and slug = $2', [
      team.id,
      good.slug,
    ]);
    const list = op('GET /v1/webhooks/{id}/receptions');
    const answer = await ask(list, { id: String(stored?.id) });
    expect((answer.body.data as Json[]).map(({ status }) => status)).toEqual([
      'rejected',
      'accepted',
      'accepted',
    ]);
    const rejected = await ask(list, { id: String(stored?.id), query: '?status=rejected' });
    expect(rejected.body.data).toMatchObject([{ payload: '{"priority":"nope"}', task_id: null }]);
  });

  test('answer every declared error as described', async () => {
    const good = async ({ path }: Operation): Promise<Request> =>
      path.startsWith('/v1') ? deliveryOf() : hook();
    const ops = ofWebhooks.map(op);
    const unseen = await unseenIn(ops, {
      ...provoking(good),
      async NOT_FOUND(each) {
        const { id: foreign } = await otherTeam.create('webhooks');
        const lost = await ask(each, { ...(await good(each)), delivery: uuidv7(), slug: 'nope' });
        if (each.path.includes('{delivery}')) expect(lost.error.code).toBe('NOT_FOUND');
        const slug = 'nope';
        return ask(each, { ...(await good(each)), id: String(foreign), slug });
      },
    });
    expect(unseen).toEqual([]);
  });

  test('every kind of event is a webhook of the document, and vice versa', () => {
    const kinds = Object.keys(contract.document.webhooks as Json);
    expect(kinds.toSorted()).toEqual([...eventKinds, workflowCall].toSorted());
    const all = [...eventKinds, workflowCall];
    expect(contract.at('#/components/schemas/EventKind/enum')).toEqual(all);
    const { oneOf, discriminator } = contract.at('#/components/schemas/Event') as {
      oneOf: Json[];
      discriminator: Json;
    };
    expect(discriminator).toEqual({
      propertyName: 'type',
      mapping: Object.fromEntries(all.map((kind, i) => [kind, oneOf[i]?.$ref])),
    });
    for (const [i, kind] of all.entries())
      expect(contract.at(into(String(oneOf[i]?.$ref), 'properties', 'type', 'const'))).toBe(kind);
  });

  /** Schema of the deliveries of a kind. */
  const payloadOf = (kind: unknown) =>
    into(
      '#/webhooks',
      String(kind),
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    );

  test('the payload of an erasure matches its webhook', async () => {
    const at = await privacyStage(service);
    const id = await at.create();
    await decideAll(at, id);
    await at.erase(id);
    const [row] = await service.sql(
      `select payload from events where team_id = $1 and type = 'privacy.erased'`,
      [at.team.id],
    );
    const event = JSON.parse(String(row?.payload)) as Json;
    const schema = payloadOf('privacy.erased');
    expect(contract.wrong(schema, event), String(row?.payload)).toBeUndefined();
    expect(contract.wrong(schema, { ...event, more: 1 })).toBeDefined();
    expect(contract.wrong(schema, { ...event, data: {} })).toBeDefined();
    const named = { ...(event.data as Json), contact_ids: ['Joana'] };
    expect(contract.wrong(schema, { ...event, data: named })).toBeDefined();
  });

  test('the payload of every kind matches its webhook', async () => {
    const freshTeam = await service.team();
    const { id } = await freshTeam.create('webhooks', { url: 'https://example.com/pauta' });
    for (const { table: resource } of resources.filter(
      ({ table: { name } }) => name !== 'webhooks',
    )) {
      const made = await freshTeam.create(resource.name);
      const at = `${resource.path}/${made.id}`;
      const field = ['title', 'name', 'custom_name', 'note'].find((each) =>
        inputsOf(resource).update.accepts.includes(each),
      );
      expect((await freshTeam.put(at, { [field ?? '']: 'Outro nome' })).status, at).toBe(200);
      if (resource.name === 'deals') await freshTeam.put(at, { phase: 'ganho', value: 15000.5 });
      if (resource.name === 'tasks') await freshTeam.put(at, { column: 'done' });
      expect((await freshTeam.delete(at)).status).toBe(200);
    }
    const phone = '5511988887777';
    const [content, text] = ['Olá', 'Bom dia!'];
    const sent = await freshTeam.post('/msgapp/messages', {
      inbox_id: freshTeam.inbox,
      phone,
      content,
    });
    await service.sql(
      `insert into message_media (team_id, message_id, inbox_id, status, source) values ($1, $2, $3, 'failed', '{}')`,
      [freshTeam.id, sent.data.id, freshTeam.inbox],
    );
    await service.database.team(freshTeam.id).run(fetchAgain, { id: sent.data.id });
    const connection = sandboxConnection(service.secrets, freshTeam.id, freshTeam.inbox);
    const { headers, body } = sandboxCallback(connection, {
      messages: [{ id: 'sandbox.in.1', from: phone, name: 'Maria', text }],
      edits: [{ id: 'sandbox.in.1', text: 'Boa tarde!' }],
    });
    const received = await service.app.inject({
      method: 'POST',
      url: `/api/gateways/${freshTeam.slug}/${freshTeam.inbox}`,
      headers: headers as Record<string, string>,
      payload: body,
    });
    expect(received.statusCode, received.payload).toBe(200);
    await applyStates(service.database.team(freshTeam.id), freshTeam.inbox, [{ state: 'scan' }]);
    const [conversation] = (await freshTeam.get('/msgapp/conversations')).body.data as Json[];
    await service.sql(
      'update conversations set reply_due_for = waiting_since, reply_due_at = waiting_since where team_id = $1',
      [freshTeam.id],
    );
    await replyDueQueue(service.database.team(freshTeam.id), new AbortController().signal).work(
      true,
    );
    await perform(
      registry.named('conversations.resolve'),
      {
        actor: { kind: 'operator' },
        team: { slug: freshTeam.slug, strictTaxIds: false },
        db: service.database.team(freshTeam.id),
        settings: { secrets: service.secrets, jidSuffix: 's.msgapp.net' },
      },
      { path: { id: String(conversation?.id) } },
    );
    expect((await freshTeam.post(`/webhooks/${id}/test`)).status).toBe(201);
    await deliver(String(id), { status: 410, error: reasons.answered(410) }, freshTeam);

    const line = await addBillingLine(service, freshTeam);
    await freshTeam.put(`/billing-lines/${line.id}`, { status: 'billed' });

    let events: Json[] = [];
    await expect
      .poll(async () => {
        events = await service.sql('select type, payload from events where team_id = $1', [
          freshTeam.id,
        ]);
        return new Set(events.map(({ type }) => type));
      })
      // Erasures have the test above, imports theirs in test/service/imports.
      .toEqual(
        new Set(eventKinds.filter((kind) => !['privacy.erased', 'import.finished'].includes(kind))),
      );
    for (const { type, payload } of events) {
      const event = JSON.parse(String(payload)) as Json;
      expect(contract.wrong(payloadOf(type), event), String(payload)).toBeUndefined();
      expect(contract.wrong(payloadOf(type), { ...event, more: 1 })).toBeDefined();
      expect(contract.wrong(payloadOf(type), { ...event, data: {} })).toBeDefined();
      expect(contract.wrong(payloadOf(type), { ...event, previous: { id: 1 } })).toBeDefined();
    }
    const call = { id, type: workflowCall, created_at: '2026-11-20T12:00:00.000Z', previous: null };
    expect(contract.wrong(payloadOf(workflowCall), { ...call, data: { a: 1 } })).toBeUndefined();
  });

  test('a delivery has exactly the declared headers', async () => {
    const declared = (contract.at('#/webhooks/webhook.test/post/parameters') as Json[]).map(
      ({ $ref }) => ({
        ...(contract.at(String($ref)) as { name: string; required: boolean }),
        schema: into(String($ref), 'schema'),
      }),
    );
    const names = (all: { name: string }[]) => all.map(({ name }) => name.toLowerCase()).toSorted();
    const { id } = await deliveryOf();
    const answer = { status: 200, error: null };
    const [first = {}] = await deliver(id, answer);
    const others = (sent: Json) =>
      Object.keys(sent)
        .filter((name) => name !== 'content-type')
        .toSorted();
    expect(others(first)).toEqual(names(declared.filter(({ required }) => required)));
    await team.post(`/webhooks/${id}/rotate-secret`);
    await team.post(`/webhooks/${id}/test`);
    const [second = {}] = await deliver(id, answer);
    expect(others(second)).toEqual(names(declared));
    for (const { name, schema } of declared)
      expect(contract.wrong(schema, second[name.toLowerCase()]), name).toBeUndefined();
  });

  test('the verification code in the introduction recognizes genuine deliveries', async () => {
    const introduction = (contract.document.info as Json).description as string;
    const code = /```js\n(.*?)```/s.exec(introduction)?.[1] ?? '';
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine(body: unknown, signature: unknown, secret: string): boolean;
    };
    const secret = newSecret();
    const body = '{"id":"x","data":{"name":"São João"}}';
    const signature = signatureOf(secret, body);
    expect(isGenuine(body, signature, secret)).toBe(true);
    expect(isGenuine(Buffer.from(body), signature, secret)).toBe(true);
    expect(isGenuine(JSON.stringify(JSON.parse(body)), signature, secret)).toBe(true);
    for (const wrong of [undefined, '', 'é'.repeat(64), signature.slice(2), `0${signature}`])
      expect(isGenuine(body, wrong, secret)).toBe(false);
    expect(isGenuine(`${body} `, signature, secret)).toBe(false);
    expect(isGenuine(body, signature, newSecret())).toBe(false);
  });

  /** Runs the due attempts, all with one answer. @returns the headers of each */
  async function deliver(
    webhook: string,
    answer: Partial<Attempted>,
    { id: of }: TestTeam = team,
  ): Promise<Json[]> {
    const sent: Json[] = [];
    const sender: Sender = {
      async attempt({ headers }) {
        sent.push({ ...headers });
        const nothing = { status: null, error: null, excerpt: null, retryAfterMs: null };
        return { ...nothing, durationMs: 1, ...answer };
      },
      close() {},
    };
    const { secrets, database } = service;
    const log = makeLog('silent');
    const delivering = { sender, secrets, schedule: [], pace: byteRate(0), log };
    const queue = deliveryQueue(database.team(of), webhook, delivering);
    for (
      let taken = await queue.claimJobs(100);
      taken.jobs.length > 0;
      taken = await queue.claimJobs(100)
    )
      await queue.store(await Promise.all(taken.jobs.map((job) => queue.work(job))));
    return sent;
  }
});

describe('the reference', () => {
  const sourcesHere = /^('self'|'none'|'unsafe-inline'|'nonce-[A-Za-z0-9+/=]+'|data:|blob:)$/;

  test('loads nothing from other hosts, and its policy forbids it', async () => {
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
    // The page's only inline script is the one that the policy's nonce permits.
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

  test('answers an unknown path below it like any other', async () => {
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

  test('shows this service’s document and has no links elsewhere', async () => {
    const { payload } = await service.app.inject('/reference/');
    const options = /createApiReference\([^,]+,\s*(\{.*\})\s*\)/s.exec(payload)?.[1] ?? '{}';
    const configuration = JSON.parse(options.replace(/,(\s*\})/g, '$1')) as Json;
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
