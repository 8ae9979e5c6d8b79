import { readFileSync } from 'node:fs';
import { type ErrorCode, errorBody, statusOf } from './errors.ts';
import { messages } from './messaging/messages.ts';
import { sendings } from './messaging/sending.ts';
import { commonNotes, exampleId, notes } from './openapi-notes.ts';
import { type Field, isAlways } from './rest/fields.ts';
import { queryNames } from './rest/input.ts';
import type { Resource } from './rest/resource.ts';
import type { Readable, Routes } from './rest/routes.ts';

type Json = Record<string, unknown>;

const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  }
).version;

const instantExample = '2026-11-20T12:00:00.000Z';
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const jsonContent = (content: Json) => ({ 'application/json': content });

const capital = (word: string) =>
  word
    .split(/[ _]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
const an = (word: string) => `${/^([aeio]|u(?!s))/.test(word) ? 'an' : 'a'} ${word}`;

const notesOf = (resource: Resource) => {
  const found = notes[resource.name];
  if (!found) throw new Error(`openapi-notes.ts says nothing of ${resource.name}`);
  return found;
};

// Fields -----------------------------------------------------------------------------------------

/** What a field means, and what it may hold where its schema alone does not say so. */
function describe(resource: Resource, name: string, field: Field): string {
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
function property(resource: Resource, name: string, field: Field, always: boolean): Json {
  const described = { ...valuesOf(field), description: describe(resource, name, field) };
  return always ? described : nullable(described);
}

/** What a field may look like. */
function exampleOf(resource: Resource, name: string, field: Field): unknown {
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
const isUnset = new Set(['deleted_at', 'completed_at', 'ai_summary', 'ai_win_probability']);
const texts: Record<string, string> = {
  email: 'contato@example.com',
  jid: '5511999998888@s.msgapp.net',
  column: 'backlog',
  currency: 'BRL',
  phase: 'lead',
  profile_picture_url: 'https://example.com/p.jpg',
};

/** A record that could exist. */
const recordExample = (resource: Resource): Json =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [
      name,
      exampleOf(resource, name, field),
    ]),
  );

/** A body that works as it stands: without links, which lead to records that others do not have. */
function createExample(resource: Resource): Json {
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
function answerSchema(resource: Resource): Json {
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

function createSchema(resource: Resource): Json {
  const fields = resource.accepts.create.flatMap((name) => {
    const field = resource.fields[name];
    return field ? [[name, field] as const] : [];
  });
  return {
    type: 'object',
    description:
      'null counts as not given. Other fields of the resource are ignored; unknown names are refused.',
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

function updateSchema(resource: Resource): Json {
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
        ? { description: 'Cannot be changed: only the value that it has is accepted.' }
        : {}),
    };
  }
  return {
    type: 'object',
    description:
      'Only the fields given change; null clears a field. Other fields of the resource are ignored, so that a record that was read can be sent back; unknown names are refused.',
    properties,
    examples: [notesOf(resource).change],
  };
}

function deletedExample(deleted: Routes['deleted']): Json {
  return Object.fromEntries(
    Object.entries(deleted).map(([key, value]) => [
      key,
      value !== '' ? value : key === 'id' ? exampleId : instantExample,
    ]),
  );
}

const deletedSchema = (deleted: Routes['deleted']) => ({
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
function createdSchema(resource: Resource): Json | undefined {
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

const createdExample = (resource: Resource): Json => ({
  ...recordExample(resource),
  ...Object.fromEntries(Object.keys(resource.shownOnce ?? {}).map((name) => [name, 'whsec_…'])),
});

const readableSchemas = ({ resource }: Readable): Json => ({
  [capital(resource.one)]: answerSchema(resource),
});

function schemas(routes: Routes): Json {
  const { resource, deleted } = routes;
  const name = capital(resource.one);
  const created = createdSchema(resource);
  return {
    ...readableSchemas(routes),
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
    page: count('The page that was asked for.'),
    limit: count('The most records on a page.'),
    total: count('How many records match, on all pages together.'),
    pages: count('How many pages there are; 0 when nothing matches.'),
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

/** When each code is answered, and the messages that are shown as examples of it. */
const errors: Record<ErrorCode, { when: string; messages: readonly string[]; headers?: Json }> = {
  VALIDATION_ERROR: {
    when: 'The parameters or the body are not as described; the message names every offending field and what is allowed.',
    messages: ['name is required and must be a text of 1 to 255 characters.'],
    headers: replayed,
  },
  UNAUTHORIZED: {
    when: 'The API key is missing, malformed, unknown, expired or revoked.',
    messages: ['A valid API key is needed: send it as Authorization: Bearer <API_KEY>.'],
    headers: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } },
  },
  FORBIDDEN: {
    when: 'The API key may only read.',
    messages: ['This API key may only read (scope read); a write needs a key of scope full.'],
  },
  NOT_FOUND: {
    when: 'No such record in the team, or a link in the body leads to none, or no such path.',
    messages: ['No project has this id.', 'client_id: no client has this id.'],
    headers: replayed,
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, the method does not.',
    messages: ['PATCH is not possible here; allowed: GET, HEAD, PUT, DELETE.'],
    headers: { Allow: { description: 'What is possible.', schema: { type: 'string' } } },
  },
  CONFLICT: {
    when: 'A request with this Idempotency-Key is still running, or conversations are linked to the contact.',
    messages: [
      'A request with this Idempotency-Key is still running.',
      'Conversations are linked to this contact; archive or remove them first.',
    ],
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is larger than 1 MiB.',
    messages: ['The body is larger than 1048576 bytes.'],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not declared as JSON in UTF-8, or it is compressed.',
    messages: ['The body must be sent as Content-Type: application/json, not compressed.'],
  },
  DUPLICATE_ENTRY: {
    when: 'Another record of the team has this value already.',
    messages: ['slug is already used by another project of the team.'],
    headers: replayed,
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: 'The Idempotency-Key was used with another request.',
    messages: [
      'This Idempotency-Key was used with another request (method, path or body); use a new one.',
    ],
  },
  RATE_LIMITED: {
    when: 'Too many requests came from one address in a minute.',
    messages: ['At most 60 requests a minute are served to one address; try again in 21 s.'],
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
  },
  INTERNAL_ERROR: {
    when: 'Something went wrong in the service; its log tells more under the X-Request-Id.',
    messages: ['Something went wrong here; the request id helps to find it.'],
  },
  BAD_GATEWAY: {
    when: 'The message was not sent, or is not known to have been; the first word says why.',
    messages: [
      'disconnected: the inbox is disconnected. It was not sent: message 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11 of conversation 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12 is kept as failed.',
      'timeout: the gateway did not answer within 10 s. Whether it was sent is not known: message 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11 of conversation 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12 is kept as pending and is not sent again by itself. What the gateway tells later settles it; else it is failed after 24 hours. Look at it before you send it anew.',
    ],
    headers: replayed,
  },
  UNAVAILABLE: {
    when: 'The service is stopping or its database is out of reach.',
    messages: ['The database is out of reach; try again in a moment.'],
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
  },
};

function errorResponse(codes: readonly ErrorCode[]) {
  const examples = codes.flatMap((code) =>
    errors[code].messages.map((message, i) => [
      i === 0 ? code : `${code}_${i + 1}`,
      { value: JSON.parse(errorBody({ code, message })) as unknown },
    ]),
  );
  return {
    description: codes.map((code) => errors[code].when).join(' Or: '),
    headers: Object.assign({}, commonHeaders, ...codes.map((code) => errors[code].headers ?? {})),
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
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];
const written: readonly ErrorCode[] = ['FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

// Operations -------------------------------------------------------------------------------------

function listParameters(resource: Resource): Json[] {
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
        'The order; a leading - means descending. Unset values come last both ways, the id decides between equals.',
      schema: { type: 'string', enum: sorts, default: '-created_at' },
    },
    search: {
      description: `Finds a part of ${resource.search?.about}, whatever the case and the accents.`,
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
const pageOf = (resource: Resource) =>
  success(
    'A page of records, with the number of all that match.',
    { type: 'array', items: ref('schemas', capital(resource.one)) },
    [recordExample(resource)],
    { pagination: ref('schemas', 'Pagination') },
    { pagination: pagination.examples[0] },
  );

const oneOf = (resource: Resource) =>
  success('The record.', ref('schemas', capital(resource.one)), recordExample(resource));

/** What marks an operation that the interface does not have. */
const extension = 'An extension of the interface. ';

/**
 * List and get.
 * @param remark stands before the description of both
 */
function readPaths({ resource }: Readable, remark = ''): { collection: Json; item: Json } {
  const { one, name } = resource;
  const tag = capital(name);
  return {
    collection: {
      parameters: [ref('parameters', 'RequestId')],
      get: {
        operationId: `list${tag}`,
        tags: [tag],
        summary: `List ${name}`,
        description: `${remark}A page of the team’s ${name}. All filters that are given must hold; one with an empty value counts as not given.`,
        parameters: listParameters(resource),
        responses: { 200: pageOf(resource), ...errorResponses(everywhere) },
      },
    },
    item: {
      parameters: [ref('parameters', 'RecordId'), ref('parameters', 'RequestId')],
      get: {
        operationId: `get${capital(one)}`,
        tags: [tag],
        summary: `Get ${an(one)}`,
        ...(remark === '' ? {} : { description: remark.trim() }),
        responses: { 200: oneOf(resource), ...errorResponses([...everywhere, 'NOT_FOUND']) },
      },
    },
  };
}

/** The two operations of a resource that is only read. */
function readablePaths(readable: Readable): Json {
  const { collection, item } = readPaths(readable, extension);
  const { path } = readable.resource;
  return { [`/v1${path}`]: collection, [`/v1${path}/{id}`]: item };
}

const aboutSending = `
Give inbox_id and phone, or conversation_id alone. With a phone the contact and the conversation are made where there are none.
The answer comes when the gateway has taken the message, after 10 seconds at the latest.

A 502 names the message and its conversation, where it is kept with its status_reason. Its text begins with the cause:
\`network\` and \`timeout\` (the gateway was not reached, or its answer was lost: send again later), \`disconnected\` (the inbox has to
be connected again), \`number\` (nobody has this number), \`throttled\` (wait, then send more slowly), \`credentials\` (for whoever hosts
the service), \`rejected\` (the network refuses this text), \`gateway\` (it failed), \`stopped\` (the service did). Then it says whether
the message was not sent (\`failed\`), or is not known to have been (\`pending\`: look at its conversation before you send it anew).
Nothing is sent again by itself.

With an Idempotency-Key a send is done once whatever dies in between, and its answer, a 502 too, is given again. After a crash the
key answers 409 for up to 20 seconds.

An inbox whose gateway is the sandbox reaches nobody and confirms everything, but for phones that end in 0000 (refused), 0001 (never
confirmed), 0002 (failed later), 0003 (confirmed twice and out of order) and 0004 (answers after the timeout).
`.trim();

/** Sending, and the messages of a conversation. */
function messagingPaths(): Json {
  const tag = capital(messages.name);
  const sent = success(
    'The gateway took the message. What becomes of it shows in the messages of its conversation.',
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
          201: { ...sent, headers: { ...sent.headers, ...replayed } },
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
    [`/v1${messages.path.replace(':id', '{id}')}`]: {
      parameters: [ref('parameters', 'RecordId'), ref('parameters', 'RequestId')],
      get: {
        operationId: 'listMessages',
        tags: [tag],
        summary: 'List the messages of a conversation',
        description: `${extension}A page of the messages of one conversation, in both directions.`,
        parameters: listParameters(messages),
        responses: { 200: pageOf(messages), ...errorResponses([...everywhere, 'NOT_FOUND']) },
      },
    },
  };
}

/** The five operations of a resource. */
function paths(routes: Routes): Json {
  const { resource, deleted } = routes;
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
        summary: `Create ${an(one)}`,
        parameters: [ref('parameters', 'IdempotencyKey')],
        requestBody: body('Create', createExample(resource)),
        responses: {
          201: { ...made, headers: { ...made.headers, ...replayed } },
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
        summary: `Update ${an(one)}`,
        description:
          'Only the fields given change; null clears a field that may be unset. The answer is the whole record.',
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
        summary: `Delete ${an(one)}`,
        description: notesOf(resource).delete,
        responses: {
          200: success(
            'What became of the record.',
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

// The document -----------------------------------------------------------------------------------

const codes = Object.keys(statusOf) as ErrorCode[];

const introduction = `
Every request carries \`Authorization: Bearer <API_KEY>\`. The key stands for a team: all records are those of the team,
and a record of another team is answered as if it did not exist. A key of scope \`read\` may only GET.

## Bodies

Bodies are JSON (\`Content-Type: application/json\`), at most 1 MiB. Answers are \`{"success": true, "data": …}\`; lists
add \`pagination\`. Every field of a record is always there; what is unset is \`null\`, an empty list or an empty object.
Dates are \`YYYY-MM-DD\`. Timestamps are ISO 8601, accepted with any offset and answered in UTC. Texts on one line are
stored without blanks around them.

## Safe retries

A POST with an \`Idempotency-Key\` is done once: the same request with the same key gets the stored answer for 24 hours.

## Rate limit

60 requests a minute for each address, unless the operator set another number. \`RateLimit\` tells what is left,
\`Retry-After\` of a 429 how long to wait.

## Errors

Errors are \`{"success": false, "error": {"code": …, "message": …}}\`. The message is for people; build on the code.

${codes.map((code) => `- **${statusOf[code]}** \`${code}\`: ${errors[code].when}`).join('\n')}

A method that a path does not have is answered with 405 and \`Allow\`. HEAD is answered wherever GET is.
Outside this document, without a key and without a limit: \`GET /health/live\`, \`GET /health/ready\`, and the addresses below
\`/api/gateways\` that the gateways of inboxes call.
`.trim();

/** The OpenAPI 3.1 document of the service, made from the declarations that also serve it. */
/** @param readables what can only be read, beyond the interface */
export function openapi(all: readonly Routes[], readables: readonly Readable[]): Json {
  const groups = [...codes.map((code) => [code]), shared];
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
    tags: [...all, ...readables, { resource: messages }].map(({ resource }) => ({
      name: capital(resource.name),
      description: notesOf(resource).about,
    })),
    paths: Object.assign({}, ...all.map(paths), messagingPaths(), ...readables.map(readablePaths)),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `pauta_…`; `pauta key create` makes one.',
        },
      },
      parameters: {
        RecordId: {
          name: 'id',
          in: 'path',
          required: true,
          description:
            'The record’s id. A text that is no UUID is answered as an id that no record has.',
          schema: { type: 'string' },
          example: exampleId,
        },
        RequestId: {
          name: 'X-Request-Id',
          in: 'header',
          description:
            'An id for this request, to find it in logs; another text than this gets a new one.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
          example: 'sync-2026-11-20-1',
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Makes a retry harmless: the same key with the same request is done once and answered the same for 24 hours.',
          schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
          example: 'order-4711',
        },
      },
      headers: {
        RequestId: {
          description: 'The request’s id: the caller’s X-Request-Id, or a new one.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
          example: exampleId,
        },
        RateLimitPolicy: {
          description:
            'How many requests (q) in how many seconds (w). Absent where there is no limit.',
          schema: { type: 'string' },
          example: '"default";q=60;w=60',
        },
        RateLimit: {
          description:
            'How many are left (r) and for how many seconds (t). Absent where there is no limit.',
          schema: { type: 'string' },
          example: '"default";r=59;t=60',
        },
        RetryAfter: {
          description: 'Seconds to wait.',
          schema: { type: 'integer', minimum: 1 },
          example: 21,
        },
        IdempotencyReplayed: {
          description: 'On a POST: the answer is the stored one of an earlier request.',
          schema: { type: 'string', const: 'true' },
        },
      },
      responses: Object.fromEntries(
        groups.map((group) => [group.join('_OR_'), errorResponse(group)]),
      ),
      schemas: Object.assign(
        { Pagination: pagination, Message: answerSchema(messages), MessageCreate: sendingSchema() },
        ...all.map(schemas),
        ...readables.map(readableSchemas),
      ),
    },
  };
}
