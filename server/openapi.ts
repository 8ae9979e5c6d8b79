import { readFileSync } from 'node:fs';
import { type ErrorCode, errorBody, statusOf } from './errors.ts';
import { type Field, isAlways } from './rest/fields.ts';
import { queryNames } from './rest/input.ts';
import type { Resource } from './rest/resource.ts';
import type { Routes } from './rest/routes.ts';

type Json = Record<string, unknown>;

const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  }
).version;

const uuidExample = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
const instantExample = '2026-11-20T12:00:00.000Z';
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const capital = (word: string) =>
  word
    .split(/[ _]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
const an = (word: string) => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

/** What a field may look like as an example. */
function exampleOf(name: string, field: Field): unknown {
  const schema = field.schema as Json;
  const [first] = (schema.examples as unknown[] | undefined) ?? [];
  if (field.nested) return { id: uuidExample, name: `A ${name}` };
  if (first !== undefined) return first;
  if (Array.isArray(schema.enum)) return field.fallback ?? schema.enum[0];
  if (schema.format === 'uuid') return uuidExample;
  if (schema.type === 'array')
    return name === 'tags' ? ['vip'] : name.endsWith('_ids') ? [uuidExample] : [];
  if (schema.type === 'boolean') return field.fallback ?? false;
  if (schema.type === 'number') return 10;
  return texts[name] ?? `Some ${name.replaceAll('_', ' ')}`;
}
const texts: Record<string, string> = {
  email: 'contato@example.com',
  jid: '5511999998888@s.msgapp.net',
  column: 'backlog',
  currency: 'BRL',
  phase: 'lead',
  profile_picture_url: 'https://example.com/p.jpg',
};

const property = (field: Field, always: boolean) => {
  const schema = {
    ...(field.schema as object),
    description: capital(field.says.charAt(0)) + field.says.slice(1),
  };
  return always ? schema : nullable(schema);
};

/** The resource as it is answered. */
function answerSchema(resource: Resource): Json {
  const fields = Object.entries(resource.fields);
  return {
    type: 'object',
    required: fields.map(([name]) => name),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, property(field, isAlways(field))]),
    ),
    additionalProperties: false,
  };
}

/** The body of an operation: the fields that count; other fields of the resource may be sent and are ignored. */
function bodySchema(resource: Resource, operation: 'create' | 'update'): Json {
  const accepted = [
    ...resource.accepts[operation],
    ...(operation === 'update' ? (resource.immutable ?? []) : []),
  ];
  const needed = accepted.filter(
    (name) => operation === 'create' && resource.fields[name]?.required,
  );
  const properties: Json = {};
  for (const name of accepted) {
    const field = resource.fields[name];
    if (!field) continue;
    const always =
      operation === 'create'
        ? field.required === true
        : isAlways(field) && typeof field.fallback !== 'object';
    const schema = property(field, always);
    const unchanged = operation === 'update' && resource.immutable?.includes(name);
    properties[name] = {
      ...schema,
      ...(operation === 'create' && field.fallback !== undefined
        ? { default: field.fallback }
        : {}),
      ...(unchanged
        ? { description: 'Cannot be changed: only the value that it has is accepted.' }
        : {}),
    };
  }
  return { type: 'object', ...(needed.length > 0 ? { required: needed } : {}), properties };
}

const example = (resource: Resource, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = resource.fields[name];
      return field ? [[name, exampleOf(name, field)]] : [];
    }),
  );

/** A record that could exist: a person has no company fields, what is not trashed was never deleted. */
function recordExample(resource: Resource): Json {
  const record = example(resource, Object.keys(resource.fields));
  const unset = [
    'cnpj',
    'legal_name',
    'trade_name',
    'state_registration',
    'deleted_at',
    'completed_at',
    'ai_summary',
    'ai_win_probability',
  ];
  for (const name of unset) if (name in record) record[name] = null;
  return record;
}

function bodyExample(resource: Resource, operation: 'create' | 'update'): Json {
  if (operation === 'update') {
    const [name = ''] = resource.accepts.update;
    return example(resource, [name]);
  }
  const record = recordExample(resource);
  // Links are left out: an example that is sent as it stands should work as far as it can.
  const names = resource.accepts.create.filter(
    (name) =>
      record[name] !== null &&
      (resource.fields[name]?.required || !resource.links.has(name)) &&
      name !== 'column',
  );
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

const jsonContent = (schema: object, shown?: unknown) => ({
  'application/json': { schema, ...(shown === undefined ? {} : { example: shown }) },
});

const envelope = (data: object) => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success: { const: true }, data },
  additionalProperties: false,
});

const commonHeaders = {
  'X-Request-Id': ref('headers', 'RequestId'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
  RateLimit: ref('headers', 'RateLimit'),
};

const success = (description: string, schema: object, shown: unknown, headers: Json = {}) => ({
  description,
  headers: { ...commonHeaders, ...headers },
  content: jsonContent(schema, shown),
});

const shownErrors: Record<ErrorCode, string> = {
  VALIDATION_ERROR: 'name is required and must be a text of 1 to 255 characters.',
  UNAUTHORIZED: 'A valid API key is needed: send it as Authorization: Bearer <API_KEY>.',
  FORBIDDEN: 'This API key may only read (scope read); a write needs a key of scope full.',
  NOT_FOUND: 'No project has this id.',
  METHOD_NOT_ALLOWED: 'PATCH is not possible here; allowed: GET, HEAD, PUT, DELETE.',
  CONFLICT: 'A request with this Idempotency-Key is still running.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1048576 bytes.',
  UNSUPPORTED_MEDIA_TYPE:
    'The body must be sent as Content-Type: application/json, not compressed.',
  DUPLICATE_ENTRY: 'slug is already used by another project of the team.',
  IDEMPOTENCY_KEY_REUSED:
    'This Idempotency-Key was used with another request (method, path or body); use a new one.',
  RATE_LIMITED: 'At most 60 requests a minute are served to one address; try again in 21 s.',
  INTERNAL_ERROR: 'Something went wrong here; the request id helps to find it.',
  BAD_GATEWAY: 'The gateway did not take the message.',
  UNAVAILABLE: 'The database is out of reach; try again in a moment.',
};

/** One response a status: two codes share 422. */
function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(statusOf[code], [...(byStatus.get(statusOf[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, together]) => [status, ref('responses', together.join('_OR_'))]),
  );
}

const everywhere: ErrorCode[] = ['UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE'];
const write: ErrorCode[] = ['FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

function errorResponse(codes: readonly ErrorCode[]) {
  const [first] = codes;
  return {
    description: codes.join(' or '),
    headers: {
      ...commonHeaders,
      ...(first === 'UNAUTHORIZED' ? { 'WWW-Authenticate': { schema: { const: 'Bearer' } } } : {}),
      ...(first === 'RATE_LIMITED' || first === 'UNAVAILABLE'
        ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
        : {}),
      ...(first === 'METHOD_NOT_ALLOWED'
        ? { Allow: { description: 'What is possible.', schema: { type: 'string' } } }
        : {}),
    },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'error'],
          properties: {
            success: { const: false },
            error: {
              type: 'object',
              required: ['code', 'message'],
              properties: { code: { enum: codes }, message: { type: 'string' } },
              additionalProperties: false,
            },
          },
          additionalProperties: false,
        },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { value: JSON.parse(errorBody({ code, message: shownErrors[code] })) as unknown },
          ]),
        ),
      },
    },
  };
}

function listParameters(resource: Resource): Json[] {
  const sorts = Object.keys(resource.sorts).flatMap((name) => [name, `-${name}`]);
  const described: Record<string, { description: string; schema: object }> = {
    page: {
      description: 'Which page, from 1.',
      schema: { type: 'integer', minimum: 1, default: 1 },
    },
    limit: {
      description: 'Records a page.',
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
    const parameter = described[name] ?? {
      description: filter?.about ?? '',
      schema: filter?.field.schema ?? {},
    };
    return { name, in: 'query', ...parameter };
  });
}

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The record's id.",
  schema: { type: 'string' },
  example: uuidExample,
};

/** The five operations of a resource. */
function paths({ resource, deleted }: Routes): Json {
  const { one, path } = resource;
  const name = capital(one);
  const tag = capital(resource.name);
  const unique = Object.keys(resource.constraints ?? {}).some((constraint) =>
    constraint.endsWith('_key'),
  );
  const hasLinks = resource.links.size > 0;
  const record = recordExample(resource);
  const shownOnce = Object.keys(resource.shownOnce ?? {});
  const created = shownOnce.length > 0 ? ref('schemas', `${name}Created`) : ref('schemas', name);
  const createdExample = {
    ...record,
    ...Object.fromEntries(shownOnce.map((field) => [field, 'whsec_…'])),
  };
  const one200 = success('The record.', envelope(ref('schemas', name)), {
    success: true,
    data: record,
  });
  const base = (verb: string, summary: string) => ({
    operationId: `${verb}${verb === 'list' ? tag : name}`,
    tags: [tag],
    summary,
  });
  return {
    [`/v1${path}`]: {
      get: {
        ...base('list', `List ${resource.name}`),
        parameters: listParameters(resource),
        responses: {
          200: success(
            'A page of records, with the number of all that match.',
            {
              type: 'object',
              required: ['success', 'data', 'pagination'],
              properties: {
                success: { const: true },
                data: { type: 'array', items: ref('schemas', name) },
                pagination: ref('schemas', 'Pagination'),
              },
              additionalProperties: false,
            },
            {
              success: true,
              data: [record],
              pagination: { page: 1, limit: 20, total: 1, pages: 1 },
            },
          ),
          ...errorResponses(['VALIDATION_ERROR', ...everywhere]),
        },
      },
      post: {
        ...base('create', `Create ${an(one)}`),
        parameters: [ref('parameters', 'IdempotencyKey')],
        requestBody: {
          required: true,
          content: jsonContent(ref('schemas', `${name}Create`), bodyExample(resource, 'create')),
        },
        responses: {
          201: success(
            'The new record.',
            envelope(created),
            { success: true, data: createdExample },
            {
              'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed'),
            },
          ),
          ...errorResponses([
            'VALIDATION_ERROR',
            ...everywhere,
            ...write,
            ...(hasLinks ? (['NOT_FOUND'] as const) : []),
            'CONFLICT',
            ...(unique ? (['DUPLICATE_ENTRY'] as const) : []),
            'IDEMPOTENCY_KEY_REUSED',
          ]),
        },
      },
    },
    [`/v1${path}/{id}`]: {
      parameters: [idParameter],
      get: {
        ...base('get', `Get ${an(one)}`),
        responses: {
          200: one200,
          ...errorResponses(['VALIDATION_ERROR', 'NOT_FOUND', ...everywhere]),
        },
      },
      put: {
        ...base('update', `Update ${an(one)}`),
        description: 'Only the fields given change; null clears a field that may be unset.',
        requestBody: {
          required: true,
          content: jsonContent(ref('schemas', `${name}Update`), bodyExample(resource, 'update')),
        },
        responses: {
          200: one200,
          ...errorResponses([
            'VALIDATION_ERROR',
            'NOT_FOUND',
            ...everywhere,
            ...write,
            ...(unique ? (['DUPLICATE_ENTRY'] as const) : []),
          ]),
        },
      },
      delete: {
        ...base('delete', `Delete ${an(one)}`),
        responses: {
          200: success('What became of the record.', envelope(ref('schemas', `${name}Deleted`)), {
            success: true,
            data: deletedExample(deleted),
          }),
          ...errorResponses([
            'VALIDATION_ERROR',
            'NOT_FOUND',
            ...everywhere,
            'FORBIDDEN',
            ...(resource.name === 'contacts' ? (['CONFLICT'] as const) : []),
          ]),
        },
      },
    },
  };
}

const deletedExample = (deleted: Routes['deleted']) =>
  Object.fromEntries(
    Object.entries(deleted).map(([key, value]) => [
      key,
      value !== '' ? value : key === 'id' ? uuidExample : instantExample,
    ]),
  );

function schemas({ resource, deleted }: Routes): Json {
  const name = capital(resource.one);
  const answer = answerSchema(resource);
  const shownOnce = resource.shownOnce ?? {};
  const once = Object.fromEntries(
    Object.entries(shownOnce).map(([field, description]) => [
      field,
      { type: 'string', description },
    ]),
  );
  return {
    [name]: answer,
    ...(Object.keys(shownOnce).length > 0
      ? {
          [`${name}Created`]: {
            ...answer,
            required: [...(answer.required as string[]), ...Object.keys(shownOnce)],
            properties: { ...(answer.properties as Json), ...once },
          },
        }
      : {}),
    [`${name}Create`]: bodySchema(resource, 'create'),
    [`${name}Update`]: bodySchema(resource, 'update'),
    [`${name}Deleted`]: {
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
    },
  };
}

/** The OpenAPI 3.1 document of the service, made from the declarations that also serve it. */
export function openapi(all: readonly Routes[]): Json {
  const codes = Object.keys(statusOf) as ErrorCode[];
  const together: ErrorCode[] = ['DUPLICATE_ENTRY', 'IDEMPOTENCY_KEY_REUSED'];
  const groups = [...codes.map((code) => [code]), together];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pauta',
      version,
      summary: 'The service that agencies run their work on.',
      description: [
        'Every request carries `Authorization: Bearer <API_KEY>`; the key stands for a team, and all data are those of the team.',
        '',
        'Answers are `{success: true, data}`, lists add `pagination`; errors are `{success: false, error: {code, message}}`.',
        '',
        'A POST with an `Idempotency-Key` can be sent again safely: the same request is answered the same for 24 hours.',
      ].join('\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: all.map(({ resource }) => ({ name: capital(resource.name) })),
    paths: Object.assign({}, ...all.map(paths)),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `pauta_…`; `pauta key create` makes one.',
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Makes a retry harmless: the same key with the same request is done once and answered the same for 24 hours.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          example: 'order-4711',
        },
      },
      headers: {
        RequestId: {
          description: 'The request’s id: the caller’s X-Request-Id, or a new one.',
          schema: { type: 'string' },
        },
        RateLimitPolicy: {
          description: 'The limit, for example "default";q=60;w=60.',
          schema: { type: 'string' },
        },
        RateLimit: {
          description: 'What is left of it, for example "default";r=59;t=60.',
          schema: { type: 'string' },
        },
        IdempotencyReplayed: {
          description: 'The answer is a stored one.',
          schema: { const: 'true' },
        },
      },
      responses: Object.fromEntries(
        groups.map((group) => [group.join('_OR_'), errorResponse(group)]),
      ),
      schemas: Object.assign(
        {
          Pagination: {
            type: 'object',
            required: ['page', 'limit', 'total', 'pages'],
            properties: {
              page: { type: 'integer' },
              limit: { type: 'integer' },
              total: { type: 'integer' },
              pages: { type: 'integer' },
            },
            additionalProperties: false,
          },
        },
        ...all.map(schemas),
      ),
    },
  };
}
