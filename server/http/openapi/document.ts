import { workflowCall } from '../../events/catalogue.ts';
import { eventKinds } from '../../features/event-kinds.ts';
import { messages } from '../../features/messaging/messages.ts';
import { sendings } from '../../features/messaging/sending.ts';
import { attemptFields, deliveries, replays } from '../../features/webhooks/deliveries.ts';
import { hopsHeader, mostHops } from '../../features/webhooks/hops.ts';
import { receiveWebhook } from '../../features/webhooks/receive.ts';
import { receptions } from '../../features/webhooks/receptions.ts';
import { webhooks } from '../../features/webhooks/table.ts';
import type { Crud, Reads } from '../../operations/crud.ts';
import { inboundPath } from '../../operations/inbound.ts';
import { type ErrorCode, errorBody, statusOf } from '../../platform/errors.ts';
import { version } from '../../platform/version.ts';
import { type Field, isAlways } from '../../records/fields.ts';
import { queryNames } from '../../records/input.ts';
import { searchedFields, type Table, withArticle } from '../../records/table.ts';
import { commonNotes, eventNotes, exampleId, type Notes, notes } from './notes.ts';

type Json = Record<string, unknown>;

const instantExample = '2026-11-20T12:00:00.000Z';
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const jsonContent = (content: Json) => ({ 'application/json': content });

const capital = (word: string) =>
  word
    .split(/[ _]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** What the reference says of a table about which nobody wrote more. */
const noNotes = ({ name, fields, accepts }: Table): Notes => {
  const change = accepts.update.filter((field) => fields[field]?.sql === 'text').slice(0, 1);
  return {
    about: `The team’s ${name}.`,
    fields: {},
    delete: 'Removes the record for good.',
    example: {},
    change: Object.fromEntries(change.map((field) => [field, `Another ${field}`])),
  };
};

const notesOf = (resource: Table): Notes => notes[resource.name] ?? noNotes(resource);

// Fields -----------------------------------------------------------------------------------------

/** What a field means, and what it may hold where its schema alone does not say so. */
function describe(resource: Table, name: string, field: Field): string {
  const note = notesOf(resource).fields[name] ?? commonNotes[name];
  const says = `${field.says.charAt(0).toUpperCase()}${field.says.slice(1)}.`;
  const { enum: values, type } = field.schema as Json;
  return note === undefined ? says : values || type === 'boolean' ? note : `${note} ${says}`;
}

const nullable = (schema: Json) => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
});

/** What a field may hold. */
const valuesOf = (field: Field): Json => {
  const schema = field.schema as Json;
  return { ...(Array.isArray(schema.enum) ? { type: 'string' } : {}), ...schema };
};

/** A field's schema. @param always whether null is out of the question */
function property(resource: Table, name: string, field: Field, always: boolean): Json {
  const described = { ...valuesOf(field), description: describe(resource, name, field) };
  return always ? described : nullable(described);
}

/** What a field may look like. */
function exampleOf(resource: Table, name: string, field: Field): unknown {
  const { example } = notesOf(resource);
  if (Object.hasOwn(example, name)) return example[name];
  const schema = field.schema as Json;
  const [first] = (schema.examples as unknown[] | undefined) ?? [];
  if (isUnset.has(name)) return null;
  if (field.nested) return { id: exampleId, name: 'Aurora' };
  if (first !== undefined) return first;
  if (Array.isArray(schema.enum)) return field.fallback ?? schema.enum[0];
  if (schema.format === 'uuid') return exampleId;
  if (schema.type === 'array') return name.endsWith('_ids') ? [exampleId] : [];
  if (schema.type === 'boolean') return field.fallback ?? false;
  if (schema.type === 'number') return 10;
  return texts[name] ?? `Some ${name.replaceAll('_', ' ')}`;
}
const isUnset = new Set([
  'deleted_at',
  'completed_at',
  'disabled_reason',
  'ai_summary',
  'ai_win_probability',
]);
const texts: Record<string, string> = {
  email: 'contato@example.com',
  jid: '5511999998888@s.msgapp.net',
  column: 'backlog',
  currency: 'BRL',
  phase: 'lead',
  profile_picture_url: 'https://example.com/p.jpg',
};

/** A record that could exist. */
const recordExample = (resource: Table): Json =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [
      name,
      exampleOf(resource, name, field),
    ]),
  );

/** A body that works as it stands: without links, which lead to records that others do not have. */
function createExample(resource: Table): Json {
  const record = recordExample(resource);
  const names = resource.accepts.create.filter(
    (name) =>
      record[name] !== null &&
      (resource.fields[name]?.required || !resource.links.has(name)) &&
      name !== 'column',
  );
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

// Schemas ----------------------------------------------------------------------------------------

/** The resource as it is answered. */
function answerSchema(resource: Table): Json {
  const fields = Object.entries(resource.fields);
  return {
    type: 'object',
    required: fields.map(([name]) => name),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, property(resource, name, field, isAlways(field))]),
    ),
    additionalProperties: false,
    examples: [recordExample(resource)],
  };
}

function createSchema(resource: Table): Json {
  const fields = resource.accepts.create.flatMap((name) => {
    const field = resource.fields[name];
    return field ? [[name, field] as const] : [];
  });
  return {
    type: 'object',
    description:
      'null counts as not given. Other fields of the resource are ignored; unknown names are rejected.',
    required: fields.filter(([, field]) => field.required).map(([name]) => name),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        {
          ...property(resource, name, field, field.required === true),
          // Where the service finds a value, it depends on others.
          ...(field.fallback === undefined || field.made ? {} : { default: field.fallback }),
        },
      ]),
    ),
    examples: [createExample(resource)],
  };
}

/** What sending takes: an address in one of two ways. */
function sendingSchema(): Json {
  return {
    ...createSchema(sendings),
    oneOf: [{ required: ['inbox_id', 'phone'] }, { required: ['conversation_id'] }],
    examples: [notesOf(sendings).change],
  };
}

function updateSchema(resource: Table): Json {
  const immutable = resource.immutable ?? [];
  const properties: Json = {};
  for (const name of [...resource.accepts.update, ...immutable]) {
    const field = resource.fields[name];
    if (!field) continue;
    // null empties a list or an object.
    const always = isAlways(field) && typeof field.fallback !== 'object';
    properties[name] = {
      ...property(resource, name, field, always),
      ...(immutable.includes(name)
        ? { description: 'Cannot be changed: only its current value is accepted.' }
        : {}),
    };
  }
  return {
    type: 'object',
    description:
      'Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected.',
    properties,
    examples: [notesOf(resource).change],
  };
}

function deletedExample(deleted: Crud['deleted']): Json {
  return Object.fromEntries(
    Object.entries(deleted).map(([key, value]) => [
      key,
      value !== '' ? value : key === 'id' ? exampleId : instantExample,
    ]),
  );
}

const deletedSchema = (deleted: Crud['deleted']) => ({
  type: 'object',
  required: Object.keys(deleted),
  properties: Object.fromEntries(
    Object.entries(deleted).map(([key, value]) => [
      key,
      value !== ''
        ? { const: value }
        : { type: 'string', format: key === 'id' ? 'uuid' : 'date-time' },
    ]),
  ),
  additionalProperties: false,
  examples: [deletedExample(deleted)],
});

/** The record with what only the answer to create holds; undefined where there is no such thing. */
function createdSchema(resource: Table): Json | undefined {
  const once = Object.entries(resource.shownOnce ?? {});
  if (once.length === 0) return undefined;
  const answer = answerSchema(resource);
  return {
    ...answer,
    required: [...(answer.required as string[]), ...once.map(([name]) => name)],
    properties: {
      ...(answer.properties as Json),
      ...Object.fromEntries(
        once.map(([name, description]) => [name, { type: 'string', description }]),
      ),
    },
    examples: [createdExample(resource)],
  };
}

const createdExample = (resource: Table): Json => ({
  ...recordExample(resource),
  ...Object.fromEntries(Object.keys(resource.shownOnce ?? {}).map((name) => [name, 'whsec_…'])),
});

/** The old values of what changed in a record, as its events hold them. */
const previousSchema = (resource: Table): Json => ({
  type: 'object',
  description: 'The previous values of the fields that changed; unchanged fields are absent.',
  properties: answerSchema(resource).properties,
  additionalProperties: false,
});

const readableSchemas = ({ table: resource }: Reads): Json => ({
  [capital(resource.one)]: answerSchema(resource),
});

function schemas(routes: Crud): Json {
  const { table: resource, deleted } = routes;
  const name = capital(resource.one);
  const created = createdSchema(resource);
  return {
    ...readableSchemas(routes),
    [`${name}Previous`]: previousSchema(resource),
    ...(created ? { [`${name}Created`]: created } : {}),
    [`${name}Create`]: createSchema(resource),
    [`${name}Update`]: updateSchema(resource),
    [`${name}Deleted`]: deletedSchema(deleted),
  };
}

const count = (description: string) => ({ type: 'integer', minimum: 0, description });

const pagination = {
  type: 'object',
  required: ['page', 'limit', 'total', 'pages'],
  properties: {
    page: count('The requested page.'),
    limit: count('The most records on a page.'),
    total: count('How many records match, across all pages.'),
    pages: count('How many pages there are; 0 if nothing matches.'),
  },
  additionalProperties: false,
  examples: [{ page: 1, limit: 20, total: 1, pages: 1 }],
};

// Answers ----------------------------------------------------------------------------------------

const commonHeaders = {
  'X-Request-Id': ref('headers', 'RequestId'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
  RateLimit: ref('headers', 'RateLimit'),
};
const replayed = { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') };

/** A 2xx with the success envelope. @param more further properties of the envelope, with their examples */
function success(
  description: string,
  data: Json,
  example: unknown,
  more: Json = {},
  shown: Json = {},
) {
  return {
    description,
    headers: commonHeaders,
    content: jsonContent({
      schema: {
        type: 'object',
        required: ['success', 'data', ...Object.keys(more)],
        properties: { success: { const: true }, data, ...more },
        additionalProperties: false,
      },
      example: { success: true, data: example, ...shown },
    }),
  };
}

/** When a code is answered, and the messages that are shown as examples of it. */
interface Said {
  readonly when: string;
  readonly messages: readonly string[];
  readonly headers?: Json;
}

const challenge = { 'WWW-Authenticate': { schema: { const: 'Bearer' } } };

const errors: Record<ErrorCode, Said> = {
  VALIDATION_ERROR: {
    when: 'The parameters or the body are not as described; the message names every offending field and what is allowed.',
    messages: ['name is required and must be a string of 1 to 255 characters.'],
    headers: replayed,
  },
  UNAUTHORIZED: {
    when: 'The API key is missing, malformed, unknown, expired or revoked.',
    messages: ['A valid API key is required: send it as Authorization: Bearer <API_KEY>.'],
    headers: challenge,
  },
  FORBIDDEN: {
    when: 'The API key is read-only.',
    messages: [
      'This API key is read-only (scope read); writing requires a key with the scope full.',
    ],
  },
  NOT_FOUND: {
    when: 'The team has no such record, a link in the body leads to none, or the path does not exist.',
    messages: ['No project has this id.', 'client_id: no client has this id.'],
    headers: replayed,
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path does not support the method.',
    messages: ['PATCH is not allowed here; allowed: GET, HEAD, PUT, DELETE.'],
    headers: { Allow: { description: 'The allowed methods.', schema: { type: 'string' } } },
  },
  CONFLICT: {
    when: 'A request with this Idempotency-Key is still running; or conversations are linked to the contact; or nothing can be delivered to the webhook endpoint; or another replay is running; or the team has reached its limit of webhook endpoints.',
    messages: [
      'A request with this Idempotency-Key is still running.',
      'Conversations are linked to this contact; archive or remove them first.',
      'The endpoint is inactive or has no url: nothing can be delivered to it.',
      'The event is older than 30 days and no longer kept.',
      'Another replay of the team is running; try again when it has finished.',
      'A team can have at most 100 webhook endpoints; delete one first. The operator can raise the limit (TEAM_WEBHOOKS).',
    ],
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is larger than 1 MiB.',
    messages: ['The body is larger than 1048576 bytes.'],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not declared as JSON in UTF-8, or is compressed.',
    messages: ['The body must be sent as Content-Type: application/json, uncompressed.'],
  },
  DUPLICATE_ENTRY: {
    when: 'Another record of the team already has this value.',
    messages: ['slug is already used by another project of the team.'],
    headers: replayed,
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: 'The Idempotency-Key was used for a different request.',
    messages: [
      'This Idempotency-Key was already used for a different request (method, path or body); use a new one.',
    ],
  },
  RATE_LIMITED: {
    when: 'Too many requests came from one address in a minute; or the team replayed too many deliveries in a minute, or stores too much under its Idempotency-Keys.',
    messages: [
      'Rate limit exceeded: at most 60 requests a minute for one address; try again in 21 s.',
      'The team has replayed 10000 deliveries in a minute, which is its limit. The operator can raise the limit (TEAM_REPLAYS_PER_MINUTE).',
    ],
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
  },
  TEAM_BUSY: {
    when: 'The team runs more requests than its share of the database allows. Nothing was done; the request may be retried.',
    messages: [
      'Your team already runs as many requests as its share of the database allows; try again in a moment.',
    ],
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
  },
  TOO_COSTLY: {
    when: 'A search or a count would take too long. A retry is unlikely to help; narrow the request.',
    messages: [
      'This query took longer than 1 s; narrow it with a longer search term, or with filters that match fewer records.',
    ],
  },
  INTERNAL_ERROR: {
    when: 'Something went wrong in the service; its log has the details under the X-Request-Id.',
    messages: [
      'Something went wrong in the service; quote the X-Request-Id of this response to its operator.',
    ],
  },
  BAD_GATEWAY: {
    when: 'The message was not sent, or may not have been; the first word gives the cause.',
    messages: [
      'disconnected: the inbox is disconnected. It was not sent: message 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11 of conversation 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12 is kept as failed.',
      'timeout: the gateway did not answer within 10 s. Whether it was sent is not known: message 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11 of conversation 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12 is kept as pending and is not resent automatically. A later confirmation settles it; otherwise it becomes failed after 24 hours. Check it before you send again.',
    ],
    headers: replayed,
  },
  UNAVAILABLE: {
    when: 'The service is overloaded or stopping, or its database is out of reach.',
    messages: [
      'The service is overloaded; try again in a moment.',
      'The database is out of reach; try again in a moment.',
    ],
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
  },
};

function errorResponse(
  codes: readonly ErrorCode[],
  said: Partial<Record<ErrorCode, Said>> = errors,
): Json {
  const about = codes.map((code) => ({ code, ...(said[code] ?? errors[code]) }));
  const examples = about.flatMap(({ code, messages: shown }) =>
    shown.map((message, i) => [
      i === 0 ? code : `${code}_${i + 1}`,
      { value: JSON.parse(errorBody({ code, message })) as unknown },
    ]),
  );
  return {
    description: about.map(({ when }) => when).join(' Or: '),
    headers: Object.assign({}, commonHeaders, ...about.map(({ headers }) => headers ?? {})),
    content: jsonContent({
      schema: {
        type: 'object',
        required: ['success', 'error'],
        properties: {
          success: { const: false },
          error: {
            type: 'object',
            required: ['code', 'message'],
            properties: {
              code: { type: 'string', enum: codes },
              message: { type: 'string', description: 'For people; its wording may change.' },
            },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
      examples: Object.fromEntries(examples),
    }),
  };
}

/** Two codes share a status, and then a response. */
const shared: readonly ErrorCode[] = ['DUPLICATE_ENTRY', 'IDEMPOTENCY_KEY_REUSED'];
/** What every operation may answer with 429. */
const limited: readonly ErrorCode[] = ['RATE_LIMITED', 'TEAM_BUSY'];

/** One response a status. */
function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(statusOf[code], [...(byStatus.get(statusOf[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, together]) => [status, ref('responses', together.join('_OR_'))]),
  );
}

const everywhere: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'TEAM_BUSY',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];
const listed: readonly ErrorCode[] = [...everywhere, 'TOO_COSTLY'];
const written: readonly ErrorCode[] = ['FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** The answer of a POST that an Idempotency-Key may repeat. */
const repeatable = (answer: { headers: Json }) => ({
  ...answer,
  headers: { ...answer.headers, ...replayed },
});

// Operations -------------------------------------------------------------------------------------

/** `title and description` */
const searchedIn = ({ search }: Table): string =>
  search ? new Intl.ListFormat('en-GB').format(searchedFields(search)) : '';

function listParameters(resource: Table): Json[] {
  const sorts = Object.keys(resource.sorts).flatMap((name) => [name, `-${name}`]);
  const own: Record<string, Json> = {
    page: {
      description: 'Which page, from 1. A page past the end is empty.',
      schema: { type: 'integer', minimum: 1, default: 1 },
    },
    limit: {
      description: 'The most records on a page.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
    sort: {
      description:
        'The sort order; prefix - to sort descending. Unset values come last in both directions; ties are broken by id.',
      schema: { type: 'string', enum: sorts, default: '-created_at' },
    },
    after: {
      description:
        'The cursor of the page, from the Link header of this list with the same sort. page is then only its number.',
      schema: { type: 'string' },
    },
    search: {
      description: `Matches any part of ${searchedIn(resource)}, ignoring case and accents.`,
      schema: { type: 'string', maxLength: 255 },
    },
  };
  return queryNames(resource).map((name) => {
    const filter = resource.filters[name];
    return {
      name,
      in: 'query',
      ...(filter ? { description: filter.about, schema: valuesOf(filter.field) } : own[name]),
    };
  });
}

/** What answers a list. */
function pageOf(resource: Table) {
  const page = success(
    'A page of records, with the total number of matches.',
    { type: 'array', items: ref('schemas', capital(resource.one)) },
    [recordExample(resource)],
    { pagination: ref('schemas', 'Pagination') },
    { pagination: pagination.examples[0] },
  );
  return { ...page, headers: { ...page.headers, Link: ref('headers', 'Link') } };
}

const oneOf = (resource: Table) =>
  success('The record.', ref('schemas', capital(resource.one)), recordExample(resource));

/** What marks an operation that the interface does not have. */
const extension = 'An extension of the interface. ';

/**
 * List and get.
 * @param remark stands before the description of both
 */
function readPaths({ table: resource }: Reads, remark = ''): { collection: Json; item: Json } {
  const { one, name } = resource;
  const tag = capital(name);
  return {
    collection: {
      parameters: [ref('parameters', 'RequestId')],
      get: {
        operationId: `list${tag}`,
        tags: [tag],
        summary: `List ${name}`,
        description: `${remark}A page of the team’s ${name}. Filters are combined with AND; an empty one counts as not given.`,
        parameters: listParameters(resource),
        responses: { 200: pageOf(resource), ...errorResponses(listed) },
      },
    },
    item: {
      parameters: [ref('parameters', 'RecordId'), ref('parameters', 'RequestId')],
      get: {
        operationId: `get${capital(one)}`,
        tags: [tag],
        summary: `Get ${withArticle(one)}`,
        ...(remark === '' ? {} : { description: remark.trim() }),
        responses: { 200: oneOf(resource), ...errorResponses([...everywhere, 'NOT_FOUND']) },
      },
    },
  };
}

/** The two operations of a resource that is only read. */
function readablePaths(readable: Reads): Json {
  const { collection, item } = readPaths(readable, extension);
  const { path } = readable.table;
  return { [`/v1${path}`]: collection, [`/v1${path}/{id}`]: item };
}

/** A path as the document writes it; the second id of two is that of a delivery. */
const shownPath = (path: string) =>
  `/v1${path}`.replace(':id', '{id}').replace(':inner', '{delivery}');

/** The list of what belongs to one record. @param summary says whose records it lists */
function listWithin(resource: Table, summary: string, description: string): Json {
  const tag = capital(resource.name);
  return {
    [shownPath(resource.path)]: {
      parameters: [ref('parameters', 'RecordId'), ref('parameters', 'RequestId')],
      get: {
        operationId: `list${tag}`,
        tags: [tag],
        summary,
        description: `${extension}${description}`,
        parameters: listParameters(resource),
        responses: { 200: pageOf(resource), ...errorResponses([...listed, 'NOT_FOUND']) },
      },
    },
  };
}

const aboutSending = `
Give inbox_id and phone, or conversation_id alone. With a phone, a missing contact and conversation are created.
The response comes once the gateway has accepted the message, after 10 seconds at most.

A 502 names the message and its conversation, where it is kept with its status_reason. The text starts with the cause:
\`network\` and \`timeout\` (the gateway was not reached, or its answer was lost: send again later), \`disconnected\` (the inbox must
be reconnected), \`number\` (nobody has this number), \`throttled\` (wait, then send more slowly), \`credentials\` (for the
operator), \`rejected\` (the network rejects this text), \`gateway\` (it failed), \`stopped\` (the service did). Then it says whether
the message was not sent (\`failed\`), or may have been (\`pending\`: check its conversation before you send again).
Nothing is resent automatically.

With an Idempotency-Key a message is sent once, even across a crash, and its response is replayed, a 502 too. After a crash the
key returns 409 for up to 20 seconds.

An inbox on the sandbox gateway reaches nobody and confirms everything, except phones ending in 0000 (refused), 0001 (never
confirmed), 0002 (failed later), 0003 (confirmed twice and out of order) and 0004 (answers after the timeout).
`.trim();

/** Sending, and the messages of a conversation. */
function messagingPaths(): Json {
  const tag = capital(messages.name);
  const sent = success(
    'The gateway accepted the message. Its status then appears in the messages of its conversation.',
    ref('schemas', 'Message'),
    { ...recordExample(messages), status: 'sent' },
  );
  return {
    [`/v1${sendings.path}`]: {
      parameters: [ref('parameters', 'RequestId')],
      post: {
        operationId: 'sendMessage',
        tags: [tag],
        summary: 'Send a text message',
        description: aboutSending,
        parameters: [ref('parameters', 'IdempotencyKey')],
        requestBody: {
          required: true,
          content: jsonContent({
            schema: ref('schemas', 'MessageCreate'),
            example: notesOf(sendings).change,
          }),
        },
        responses: {
          201: repeatable(sent),
          ...errorResponses([
            ...everywhere,
            ...written,
            'NOT_FOUND',
            'CONFLICT',
            'IDEMPOTENCY_KEY_REUSED',
            'BAD_GATEWAY',
          ]),
        },
      },
    },
    ...listWithin(
      messages,
      'List the messages of a conversation',
      'A page of the messages of one conversation, in both directions.',
    ),
  };
}

/** The five operations of a resource. */
function paths(routes: Crud): Json {
  const { table: resource, deleted } = routes;
  const { one, path } = resource;
  const name = capital(one);
  const tag = capital(resource.name);
  const refusals = Object.values(resource.constraints ?? {}).map((refuse) => refuse().code);
  const duplicate = (accepted: readonly string[]): ErrorCode[] =>
    accepted.some((field) => resource.constraints?.[`${resource.name}_${field}_key`])
      ? ['DUPLICATE_ENTRY']
      : [];
  const body = (operation: 'Create' | 'Update', example: Json) => ({
    required: operation === 'Create',
    content: jsonContent({ schema: ref('schemas', `${name}${operation}`), example }),
  });
  const created = createdSchema(resource) ? `${name}Created` : name;
  const made = success('The new record.', ref('schemas', created), createdExample(resource));
  const { collection, item } = readPaths(routes);
  return {
    [`/v1${path}`]: {
      ...collection,
      post: {
        operationId: `create${name}`,
        tags: [tag],
        summary: `Create ${withArticle(one)}`,
        parameters: [ref('parameters', 'IdempotencyKey')],
        requestBody: body('Create', createExample(resource)),
        responses: {
          201: repeatable(made),
          ...errorResponses([
            ...everywhere,
            ...written,
            ...(resource.links.size > 0 ? (['NOT_FOUND'] as const) : []),
            'CONFLICT',
            ...duplicate(resource.accepts.create),
            'IDEMPOTENCY_KEY_REUSED',
          ]),
        },
      },
    },
    [`/v1${path}/{id}`]: {
      ...item,
      put: {
        operationId: `update${name}`,
        tags: [tag],
        summary: `Update ${withArticle(one)}`,
        description:
          'Changes only the fields given; null clears a field that may be unset. Returns the whole record.',
        requestBody: body('Update', notesOf(resource).change),
        responses: {
          200: oneOf(resource),
          ...errorResponses([
            ...everywhere,
            ...written,
            'NOT_FOUND',
            ...duplicate(resource.accepts.update),
          ]),
        },
      },
      delete: {
        operationId: `delete${name}`,
        tags: [tag],
        summary: `Delete ${withArticle(one)}`,
        description: notesOf(resource).delete,
        responses: {
          200: success(
            'The record after the deletion.',
            ref('schemas', `${name}Deleted`),
            deletedExample(deleted),
          ),
          ...errorResponses([
            ...everywhere,
            ...written,
            'NOT_FOUND',
            ...refusals.filter((code) => code === 'CONFLICT'),
          ]),
        },
      },
    },
  };
}

// Webhooks ---------------------------------------------------------------------------------------

const attempts: Table = {
  ...deliveries,
  name: 'attempts',
  one: 'attempt',
  fields: attemptFields,
  filters: {},
  sorts: {},
};

/** A delivery as it is shown by itself: with its attempts, and with what it tells. */
const shownDelivery = (): Json => ({
  ...recordExample(deliveries),
  attempts: [recordExample(attempts)],
  payload: eventExample('deal.stage_changed', { id: exampleId, phase: 'ganho' }),
});

function webhookSchemas(): Json {
  const delivery = answerSchema(deliveries);
  return {
    Delivery: delivery,
    DeliveryShown: {
      ...delivery,
      required: [...(delivery.required as string[]), 'attempts', 'payload'],
      properties: {
        ...(delivery.properties as Json),
        attempts: {
          type: 'array',
          items: ref('schemas', 'Attempt'),
          description: 'Every attempt of the last 30 days, oldest first.',
        },
        payload: {
          anyOf: [ref('schemas', 'Event'), { type: 'null' }],
          description: 'The delivered event; null once the event is no longer kept.',
        },
      },
      examples: [shownDelivery()],
    },
    Attempt: answerSchema(attempts),
    Replay: { ...createSchema(replays), examples: [notesOf(replays).change] },
    Reception: answerSchema(receptions),
  };
}

/** What a POST about an endpoint may be refused for. */
const aboutEndpoint: readonly ErrorCode[] = [
  ...everywhere,
  ...written,
  'NOT_FOUND',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
];

/** What the address of an endpoint says in its own words. */
const saidToSenders: Partial<Record<ErrorCode, Said>> = {
  VALIDATION_ERROR: {
    when: 'The query or the ID is not as described; or no task can be created from the body, which is then kept among the receptions of the endpoint, with the reason.',
    messages: [
      'priority must be one of none, low, medium, high, urgent.',
      'The endpoint has no target_pipeline_id, so there is no board for a task.',
    ],
  },
  UNAUTHORIZED: {
    when: 'The request does not prove that its sender knows the secret_token.',
    messages: [
      'Send X-Webhook-Signature, the hex HMAC-SHA256 of the body with the secret_token of the endpoint, or Authorization: Bearer <secret_token>.',
    ],
    headers: challenge,
  },
  NOT_FOUND: {
    when: 'No active endpoint has this address.',
    messages: ['No active webhook endpoint has this address.'],
  },
};
const toSenders: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'TEAM_BUSY',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];

/** Everything about endpoints beyond their five operations, and the addresses that they receive at. */
function webhookPaths(): Json {
  const delivery = ref('schemas', 'Delivery');
  const item = shownPath(`${webhooks.path}/:id`);
  const ofEndpoint = [ref('parameters', 'RecordId'), ref('parameters', 'RequestId')];
  const ofDelivery = [ref('parameters', 'DeliveryId'), ...ofEndpoint];
  /** A POST about the record of the path. */
  const action = (
    status: number,
    answer: { headers: Json },
    operation: Json & { description: string },
  ) => ({
    ...operation,
    description: `${extension}${operation.description}`,
    parameters: [ref('parameters', 'IdempotencyKey')],
    responses: { [status]: repeatable(answer), ...errorResponses(aboutEndpoint) },
  });
  const toAttempt = {
    ...recordExample(deliveries),
    status: 'pending',
    next_attempt_at: toldExample,
    completed_at: null,
  };
  const secret = ref('schemas', `${capital(webhooks.one)}Created`);
  return {
    ...listWithin(
      deliveries,
      'List the deliveries of a webhook endpoint',
      'A page of the endpoint’s deliveries of the last 30 days, and of those still pending.',
    ),
    [`${shownPath(deliveries.path)}/{delivery}`]: {
      parameters: ofDelivery,
      get: {
        operationId: 'getDelivery',
        tags: ['Deliveries'],
        summary: 'Get a delivery',
        description: `${extension}The delivery with its attempts and its event.`,
        responses: {
          200: success('The delivery.', ref('schemas', 'DeliveryShown'), shownDelivery()),
          ...errorResponses([...everywhere, 'NOT_FOUND']),
        },
      },
    },
    [`${shownPath(deliveries.path)}/{delivery}/replay`]: {
      parameters: ofDelivery,
      post: action(200, success('The delivery, waiting to be attempted.', delivery, toAttempt), {
        operationId: 'replayDelivery',
        tags: ['Deliveries'],
        summary: 'Replay a delivery',
        description:
          'It is attempted at once, whatever its outcome so far, and then as often as a new one. A delivery that is being attempted right now is left alone. No body.',
      }),
    },
    [shownPath(replays.path)]: {
      parameters: ofEndpoint,
      post: {
        ...action(
          200,
          success(
            'How many deliveries are replayed.',
            {
              type: 'object',
              required: ['replayed', 'remaining', 'next_from'],
              properties: {
                replayed: { ...count('How many deliveries are attempted again.'), maximum: 10_000 },
                remaining: count('How many more there are: call again from next_from on.'),
                next_from: {
                  type: ['string', 'null'],
                  format: 'date-time',
                  description: 'Where to continue; null if nothing is left.',
                },
              },
              additionalProperties: false,
            },
            { replayed: 412, remaining: 0, next_from: null },
          ),
          {
            operationId: 'replayDeliveries',
            tags: ['Deliveries'],
            summary: 'Replay many deliveries of an endpoint',
            description:
              'Without a body, replays all failed deliveries whose events are kept. At most 10,000 per call, oldest first.',
          },
        ),
        requestBody: {
          required: false,
          content: jsonContent({
            schema: ref('schemas', 'Replay'),
            example: notesOf(replays).change,
          }),
        },
      },
    },
    [`${item}/test`]: {
      parameters: ofEndpoint,
      post: action(
        201,
        success('The delivery of the event webhook.test.', delivery, {
          ...toAttempt,
          event: 'webhook.test',
          attempt_count: 0,
        }),
        {
          operationId: 'testWebhookEndpoint',
          tags: ['Webhooks'],
          summary: 'Test a webhook endpoint',
          description:
            'Delivers a webhook.test event, whose data is the endpoint, to this endpoint only. The delivery shows the outcome. No body.',
        },
      ),
    },
    [`${item}/rotate-secret`]: {
      parameters: ofEndpoint,
      post: action(
        200,
        success('The endpoint with its new secret_token.', secret, createdExample(webhooks)),
        {
          operationId: 'rotateWebhookSecret',
          tags: ['Webhooks'],
          summary: 'Rotate the secret of a webhook endpoint',
          description:
            'For 24 hours deliveries are signed with the secret before it too, and what comes to its address may be. A further rotation within that time ends the oldest secret at once. No body.',
        },
      ),
    },
    ...listWithin(
      receptions,
      'List the receptions of a webhook endpoint',
      'A page of the requests that the endpoint received in the last 30 days.',
    ),
    [inboundPath(receiveWebhook, '{team}', '{slug}')]: hookItem(),
  };
}

const aboutHooks = `
Creates a task on the endpoint’s board (\`target_pipeline_id\`, \`target_column_id\`) by its \`field_mapping\`: task field → path in
the body, or a text with \`{{templates}}\`. Without a title, the endpoint’s name is used. No API key: the sender proves that it knows
the endpoint’s secret_token by signing the body or by sending the token.

With an ID (\`webhook-id\`, or else \`Idempotency-Key\`), a repeated request creates no second task: the response names the first.
`.trim();

/** The address of an endpoint, which is no part of v1. */
function hookItem(): Json {
  const inPath = (name: string, description: string, example: string) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  });
  const inHeader = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
  });
  const taken = success(
    'It created a task.',
    {
      type: 'object',
      required: ['task_id'],
      properties: {
        task_id: { type: 'string', format: 'uuid', description: 'The task.' },
      },
      additionalProperties: false,
    },
    { task_id: exampleId },
  );
  return {
    parameters: [
      inPath('team', 'The team’s slug.', 'agencia-aurora'),
      inPath('slug', 'The endpoint’s slug.', 'site-form'),
      ref('parameters', 'RequestId'),
    ],
    post: {
      operationId: 'tellWebhookEndpoint',
      tags: ['Receptions'],
      summary: 'Create a task through a webhook endpoint',
      description: `${extension}${aboutHooks}`,
      security: [{ webhookSignature: [] }, { webhookSecret: [] }],
      parameters: [
        inHeader('webhook-id', 'The sender’s ID for the request.'),
        inHeader('Idempotency-Key', 'The same, for senders that use this name.'),
      ],
      requestBody: {
        required: true,
        content: jsonContent({
          schema: { type: 'object' },
          example: { lead: { name: 'Maria', message: 'How much is a site?' } },
        }),
      },
      responses: {
        202: { ...taken, headers: { ...taken.headers, ...replayed } },
        ...errorResponses(toSenders.filter((code) => !saidToSenders[code])),
        ...Object.fromEntries(
          toSenders
            .filter((code) => saidToSenders[code])
            .map((code) => [statusOf[code], errorResponse([code], saidToSenders)]),
        ),
      },
    },
  };
}

const toldExample = '2026-11-30T12:00:00.000Z';
const beforeExample = '2026-11-30T11:00:00.000Z';

/** An event that could be told. */
const eventExample = (kind: string, data: Json, previous: Json | null = {}): Json => ({
  id: exampleId,
  type: kind,
  created_at: toldExample,
  data: { ...data, ...eventNotes[kind]?.data },
  previous: previous && { ...eventNotes[kind]?.previous, ...previous },
});

/** The record that events of a kind are about; undefined where it is none. */
function subjectOf(kind: string, all: readonly Crud[]): Table | undefined {
  if (kind.startsWith('msgapp.message.')) return messages;
  if (kind.startsWith('webhook.')) return webhooks;
  return all.find(({ table }) => kind.startsWith(`${table.one}.`))?.table;
}

/** What happened, in a sentence without its end. */
function happening(kind: string): string {
  const note = eventNotes[kind];
  if (note) return note.summary;
  const [one = '', change = ''] = kind.split('.');
  const words = withArticle(one);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} was ${change === 'updated' ? 'changed' : change}`;
}

/** How an event is told: the request that an endpoint gets. */
function telling(kind: string, all: readonly Crud[]): Json {
  const subject = subjectOf(kind, all);
  const routes = all.find(({ table }) => table === subject);
  const isNew = /\.(created|received|test|call)$/.test(kind);
  const isGone = kind.endsWith('.deleted') && routes?.deleted.deleted === true;
  const data = subject
    ? ref('schemas', capital(subject.one))
    : { type: 'object', description: 'The data of the workflow step.' };
  const previous = isNew
    ? { type: 'null', description: 'There are no previous values.' }
    : isGone
      ? { type: 'object', maxProperties: 0, description: 'No field changed: the record is gone.' }
      : ref('schemas', `${capital(subject?.one ?? '')}Previous`);
  const was = isNew ? null : isGone || subject === messages ? {} : { updated_at: beforeExample };
  return {
    operationId: `told${capital(kind.replaceAll('.', ' '))}`,
    tags: ['Events'],
    summary: happening(kind),
    description: [
      `${eventNotes[kind]?.more ?? `Told to every active endpoint whose \`events\` hold \`${kind}\` or \`*\`.`} At least once: the same`,
      'webhook-id is the same event. What one record tells is first attempted in the order of its changes.',
    ].join(' '),
    security: [],
    parameters: Object.keys(deliveryHeaders).map((name) => ref('parameters', name)),
    requestBody: {
      required: true,
      content: jsonContent({
        schema: {
          type: 'object',
          required: ['id', 'type', 'created_at', 'data', 'previous'],
          properties: {
            id: { type: 'string', format: 'uuid', description: 'The event’s id.' },
            type: { const: kind, description: 'What happened.' },
            created_at: {
              type: 'string',
              format: 'date-time',
              description: 'When it happened.',
            },
            data,
            previous,
          },
          additionalProperties: false,
        },
        example: eventExample(
          kind,
          subject
            ? { ...recordExample(subject), ...(isNew ? {} : { created_at: beforeExample }) }
            : { deal: exampleId, title: 'Loja virtual' },
          was,
        ),
      }),
    },
    responses: Object.fromEntries(
      Object.keys(receiverAnswers).map((name) => [
        { Taken: '2XX', Gone: '410' }[name] ?? 'default',
        ref('responses', name),
      ]),
    ),
  };
}

const deliveryHeader = (
  name: string,
  description: string,
  schema: Json,
  example: string,
  required = true,
) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
  example,
});

const digestExample = '5f1d4c0e0b6f4b1c9f2d3a7e8c6b5a4938271605f4e3d2c1b0a9f8e7d6c5b4a3';

/** What every delivery carries, by the name that the document refers to it by. */
const deliveryHeaders = {
  WebhookSignature: deliveryHeader(
    'X-Webhook-Signature',
    'The hex HMAC-SHA256 of the body as sent, keyed with the secret_token as text.',
    { pattern: '^[0-9a-f]{64}$' },
    digestExample,
  ),
  WebhookSignaturePrevious: deliveryHeader(
    'X-Webhook-Signature-Previous',
    'The same with the previous secret; only within 24 hours of a rotation.',
    { pattern: '^[0-9a-f]{64}$' },
    digestExample,
    false,
  ),
  WebhookId: deliveryHeader(
    'webhook-id',
    'The ID of the event: the same on every attempt, and after a replay. Receivers may skip IDs they have already processed.',
    { format: 'uuid' },
    exampleId,
  ),
  WebhookTimestamp: deliveryHeader(
    'webhook-timestamp',
    'When the attempt was made, in seconds since 1970.',
    { pattern: '^[0-9]+$' },
    '1795262400',
  ),
  StandardSignature: deliveryHeader(
    'webhook-signature',
    'As defined by Standard Webhooks: v1, and the base64 HMAC-SHA256 of id.timestamp.body; two signatures within 24 hours of a rotation.',
    { pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)?$' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  AttemptId: deliveryHeader(
    'X-Request-Id',
    'The ID of the attempt: the request_id of one of the delivery’s attempts.',
    { format: 'uuid' },
    exampleId,
  ),
  WebhookHops: deliveryHeader(
    hopsHeader,
    `How many hooks of a Pauta this will have passed through at the next one: 1, unless a hook caused the change. Pass it on; beyond ${mostHops}, hooks reject the request.`,
    { pattern: '^[0-9]+$' },
    '1',
  ),
  WebhookAgent: deliveryHeader(
    'User-Agent',
    'The sender.',
    { const: 'Pauta-Webhooks/1' },
    'Pauta-Webhooks/1',
  ),
};

/** What a receiver may answer, and what follows from it. */
const receiverAnswers = {
  Taken: {
    description:
      'Delivered: any 2xx whose headers arrive within 15 seconds of the start of the attempt, whatever the body.',
  },
  Gone: {
    description:
      'Given up. The endpoint is disabled (disabled_reason), which emits webhook.disabled.',
  },
  NotTaken: {
    description:
      'Anything else, including redirects and no response, is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (each ±20 %, unless the operator set others; Retry-After extends the wait, up to 24 h), then given up. After five days with failures only, the endpoint is disabled.',
  },
};

const aboutWebhooks = `
## Webhooks

An endpoint with a \`url\` receives events: \`POST\`, JSON, \`{"id", "type", "created_at", "data", "previous"}\`. \`data\` is the
record after the change, as v1 returns it; \`previous\` holds the previous values of the fields that changed, or is \`null\` if there are
none. Any 2xx within 15 seconds is success. Anything else is retried, nine times over three days; a 410, or five days with
failures only, disables the endpoint. Events may arrive more than once: the same \`webhook-id\` is the same event. The events of one
record are first attempted in the order of its changes; retries may arrive out of order.

\`X-Webhook-Signature\` proves the origin: the hex HMAC-SHA256 of the body, keyed with the endpoint’s \`secret_token\`. Compute it
over the bytes as received:

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(body, signature, secretToken) {
  const expected = createHmac('sha256', secretToken).update(body).digest();
  const given = Buffer.from(signature ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
\`\`\`

Standard Webhooks libraries verify the same deliveries by \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. For 24 hours
after a rotation, \`X-Webhook-Signature-Previous\` is the digest with the previous secret.

An endpoint with a \`target_pipeline_id\` receives: a \`POST /api/hooks/{team}/{slug}\` from another system, signed in the same
way or with the secret_token as the bearer token, creates a task. A delivery from this service is rejected there: its signature proves nothing.
`.trim();

// The document -----------------------------------------------------------------------------------

const codes = Object.keys(statusOf) as ErrorCode[];

const introduction = `
Every request carries \`Authorization: Bearer <API_KEY>\`. The key stands for a team: all records belong to it,
and records of other teams do not exist for it. A key with the scope \`read\` may only GET.

## Bodies

Bodies are JSON (\`Content-Type: application/json\`), at most 1 MiB, 64 levels, 10,000 keys and 50,000 values. No string contains more than 30 combining
marks in a row. Responses are \`{"success": true, "data": …}\`; lists
add \`pagination\`. Every field of a record is always present; an unset one is \`null\`, an empty list or an empty object.
Dates are \`YYYY-MM-DD\`. Timestamps are ISO 8601, accepted with any offset and returned in UTC. One-line strings are
stored without surrounding spaces.

## Safe retries

A POST with an \`Idempotency-Key\` is done once: repeating it with the same key returns the stored response for 24 hours.

## Rate limit

60 requests a minute per IP address, unless the operator set another limit. \`RateLimit\` says what is left,
\`Retry-After\` of a 429 how long to wait.

## Errors

Errors are \`{"success": false, "error": {"code": …, "message": …}}\`. The message is for people; programs should rely on the code.

${codes.map((code) => `- **${statusOf[code]}** \`${code}\`: ${errors[code].when}`).join('\n')}

${aboutWebhooks}

## Other paths

A method that a path does not support returns 405 with \`Allow\`. HEAD works wherever GET does.
Not covered here, without key or limit: \`GET /health/live\`, \`GET /health/ready\`, and the addresses under
\`/api/gateways\` that the inboxes’ gateways call.
`.trim();

/**
 * The OpenAPI 3.1 document of the service, made from the declarations that also serve it.
 * @param readables what can only be read, beyond the interface
 */
export function openapi(all: readonly Crud[], readables: readonly Reads[]): Json {
  const alone = codes.filter((code) => !limited.includes(code)).map((code) => [code]);
  const groups = [...alone, shared, limited];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pauta',
      version,
      summary: 'The service that agencies run their work on.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: [
      ...[...all, ...readables].map(({ table: resource }) => resource),
      ...[messages, deliveries, receptions],
    ].map((resource) => ({ name: capital(resource.name), description: notesOf(resource).about })),
    paths: Object.assign(
      {},
      ...all.map(paths),
      messagingPaths(),
      webhookPaths(),
      ...readables.map(readablePaths),
    ),
    webhooks: Object.fromEntries(
      [...eventKinds, workflowCall].map((kind) => [kind, { post: telling(kind, all) }]),
    ),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `pauta_…`; create one with `pauta key create`.',
        },
        webhookSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret_token of the webhook endpoint, for senders that cannot sign.',
        },
        webhookSignature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Webhook-Signature',
          description:
            'The hex HMAC-SHA256 of the body, keyed with the secret_token of the webhook endpoint as text.',
        },
      },
      parameters: {
        ...deliveryHeaders,
        DeliveryId: {
          name: 'delivery',
          in: 'path',
          required: true,
          description: 'The ID of the delivery, which is that of its event.',
          schema: { type: 'string' },
          example: exampleId,
        },
        RecordId: {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The ID of the record. Anything but a UUID gives 404, like an unknown ID.',
          schema: { type: 'string' },
          example: exampleId,
        },
        RequestId: {
          name: 'X-Request-Id',
          in: 'header',
          description:
            'An ID for finding this request in logs; a value that does not match is replaced by a new ID.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Makes retries safe: for 24 hours, the same request with the same key is done once and gets the same response.',
          schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
        },
      },
      headers: {
        RequestId: {
          description: 'The ID of the request: the caller’s X-Request-Id, or a new one.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
          example: exampleId,
        },
        RateLimitPolicy: {
          description:
            'How many requests (q) are allowed in how many seconds (w). Absent if there is no limit.',
          schema: { type: 'string' },
          example: '"default";q=60;w=60',
        },
        RateLimit: {
          description:
            'How many requests are left (r) for how many seconds (t). Absent if there is no limit.',
          schema: { type: 'string' },
          example: '"default";r=59;t=60',
        },
        Link: {
          description:
            'The next page (RFC 8288), after a full page only: the same query with page and after. Following it to the end visits every record that keeps its position exactly once, whatever else is created or deleted meanwhile.',
          schema: { type: 'string' },
          example: '<?limit=20&page=2&after=AbDKgF3hS3yb>; rel="next"',
        },
        RetryAfter: {
          description: 'Seconds to wait.',
          schema: { type: 'integer', minimum: 1 },
          example: 21,
        },
        IdempotencyReplayed: {
          description: 'On a POST: this is the stored response to an earlier request.',
          schema: { type: 'string', const: 'true' },
        },
      },
      responses: {
        ...Object.fromEntries(groups.map((group) => [group.join('_OR_'), errorResponse(group)])),
        ...receiverAnswers,
      },
      schemas: Object.assign(
        {
          Pagination: pagination,
          Message: answerSchema(messages),
          MessagePrevious: previousSchema(messages),
          MessageCreate: sendingSchema(),
        },
        webhookSchemas(),
        ...all.map(schemas),
        ...readables.map(readableSchemas),
      ),
    },
  };
}
