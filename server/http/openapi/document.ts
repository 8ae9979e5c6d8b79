import { workflowCall } from '../../events/catalogue.ts';
import { eventKinds } from '../../features/event-kinds.ts';
import { resources } from '../../features/registry.ts';
import { pascal } from '../../operations/crud.ts';
import type { InboundOperation } from '../../operations/inbound.ts';
import type { Operation, Output } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import { type ErrorCode, statusOf } from '../../platform/errors.ts';
import { version } from '../../platform/version.ts';
import { queryNames } from '../../records/input.ts';
import { searchedFields, type Table } from '../../records/table.ts';
import {
  aboutWebhooks,
  deliveryHeaders,
  payloadSchemas,
  receiverAnswers,
  shownDelivery,
  webhookItems,
  webhookSchemas,
} from './events.ts';
import { answerNotes, exampleId, operationNotes } from './notes.ts';
import {
  challenge,
  envelopeSchema,
  errorResponse,
  errorResponses,
  errorSchemas,
  errors,
  everywhere,
  limited,
  listed,
  repeatable,
  replayed,
  type Said,
  shared,
  success,
  written,
} from './responses.ts';
import {
  answerSchema,
  changeExample,
  createdExample,
  createdSchema,
  createExample,
  createSchema,
  deletedExample,
  deletedSchema,
  fieldsSchema,
  type Json,
  jsonContent,
  notesOf,
  pagination,
  previousSchema,
  recordExample,
  ref,
  schemaOf,
  sendingSchema,
  updateSchema,
  valuesOf,
} from './schemas.ts';

/*
 * The OpenAPI 3.1 document, made from the registry of operations that also serves it.
 */

// Parameters and bodies --------------------------------------------------------------------------

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

/** A path as the document writes it; the second id of two is that of a delivery. */
const shownPath = (path: string) =>
  `/v1${path}`.replace(':id', '{id}').replace(':inner', '{delivery}');

/** The schema of an operation's body. */
function bodySchema({
  takes: { body },
}: Operation): { name: string; schema: Json; example: unknown } | undefined {
  if (!body) return undefined;
  const { of: table, kind } = body;
  // What is only an input has no record beside it, which it could be called after.
  if (table.name === 'sendings')
    return { name: 'MessageCreate', schema: sendingSchema(), example: changeExample(body) };
  if (table.name === 'replays')
    return {
      name: 'Replay',
      schema: { ...createSchema(body), examples: [changeExample(body)] },
      example: changeExample(body),
    };
  return kind === 'create'
    ? {
        name: `${schemaOf(table)}Create`,
        schema: createSchema(body),
        example: createExample(body),
      }
    : {
        name: `${schemaOf(table)}Update`,
        schema: updateSchema(body),
        example: changeExample(body),
      };
}

// Answers ----------------------------------------------------------------------------------------

/** What an operation answers: the name of the schema of its data, that schema, and an example. */
function dataOf(id: string, output: Output): { name: string; schema: Json; example: unknown } {
  switch (output.kind) {
    case 'page':
      return {
        name: schemaOf(output.table),
        schema: answerSchema(output.table),
        example: recordExample(output.table),
      };
    case 'record': {
      const { table, shownOnce } = output;
      if (id === 'getDelivery')
        return { name: 'DeliveryShown', schema: {}, example: shownDelivery() };
      return shownOnce
        ? {
            name: `${schemaOf(table)}Created`,
            schema: createdSchema(table, shownOnce),
            example: createdExample(table, shownOnce),
          }
        : { name: schemaOf(table), schema: answerSchema(table), example: recordExample(table) };
    }
    case 'deleted': {
      const { keys, table } = output;
      const name = keys.deleted === true ? 'Deleted' : `${schemaOf(table)}Deleted`;
      return { name, schema: deletedSchema(keys), example: deletedExample(keys) };
    }
    case 'fields':
      return { name: output.name, ...fieldsSchema(output.fields) };
    case 'object':
      throw new Error(`${id} answers the command line, not HTTP`);
  }
}

/** The name of the envelope around the data of an operation. */
const envelopeOf = (name: string, { kind }: Output) =>
  `${name}${kind === 'page' ? 'List' : 'Response'}`;

/** The 2xx answer of an operation. */
function answerOf(id: string, output: Output) {
  const { name, example } = dataOf(id, output);
  if (output.kind === 'page') {
    const page = success(
      'A page of records, with the total number of matches.',
      envelopeOf(name, output),
      { success: true, data: [example], pagination: pagination.examples[0] },
    );
    return { ...page, headers: { ...page.headers, Link: ref('headers', 'Link') } };
  }
  const usual = output.kind === 'deleted' ? 'The record after the deletion.' : 'The record.';
  return success(answerNotes[id] ?? usual, envelopeOf(name, output), {
    success: true,
    data: example,
  });
}

/** The codes that an operation may be refused with. */
function codesOf({ takes, answers, v1, mayFail = [] }: Operation): readonly ErrorCode[] {
  const { path = [], body } = takes;
  const isWrite = v1?.method !== 'GET';
  const isPost = v1?.method === 'POST';
  const constraints = body?.of.constraints ?? {};
  const accepted = body?.accepts ?? [];
  const isUnique = accepted.some((field) => constraints[`${body?.of.name}_${field}_key`]);
  const isLinked = path.length > 0 || (body?.of.links?.size ?? 0) > 0;
  const keepsOthers =
    answers.kind === 'deleted' &&
    Object.values(answers.table.constraints ?? {}).some((refuse) => refuse().code === 'CONFLICT');
  const codes: readonly (ErrorCode | false)[] = [
    ...(answers.kind === 'page' ? listed : everywhere),
    ...(isWrite ? written : []),
    isLinked && 'NOT_FOUND',
    (isPost || keepsOthers) && 'CONFLICT',
    isUnique && 'DUPLICATE_ENTRY',
    isPost && 'IDEMPOTENCY_KEY_REUSED',
    ...mayFail,
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

// Operations -------------------------------------------------------------------------------------

/** What marks an operation that the interface does not have. */
const extension = 'An extension of the interface. ';

/** `webhooks.test` → the tag `Webhooks`. */
const tagOf = (name: string) => pascal(name.split('.', 1)[0] ?? '');

function describe(id: string, note: string | undefined, isExtension: boolean): Json {
  const text = operationNotes[id] ?? note ?? '';
  const description = `${isExtension ? extension : ''}${text}`.trim();
  return description === '' ? {} : { description };
}

/** An operation of v1 as its path holds it. */
function operationOf(operation: Operation): Json {
  const { id, name, summary, takes, answers, v1 } = operation;
  const isPost = v1?.method === 'POST';
  const note =
    operation.note ?? (answers.kind === 'deleted' ? notesOf(answers.table).delete : undefined);
  const body = bodySchema(operation);
  const answer = answerOf(id, answers);
  return {
    operationId: id,
    tags: [tagOf(name)],
    summary,
    ...describe(id, note, v1?.isExtension === true),
    ...(takes.query ? { parameters: listParameters(takes.query) } : {}),
    ...(isPost ? { parameters: [ref('parameters', 'IdempotencyKey')] } : {}),
    ...(body
      ? {
          requestBody: {
            required: takes.body?.kind === 'create' && body.name !== 'Replay',
            content: jsonContent({ schema: ref('schemas', body.name), example: body.example }),
          },
        }
      : {}),
    responses: {
      [v1?.status ?? 200]: isPost ? repeatable(answer) : answer,
      ...errorResponses(codesOf(operation)),
    },
  };
}

/** Every path of v1 with its operations. */
function pathsOf(operations: readonly Operation[]): Json {
  const items: Record<string, Json> = {};
  for (const operation of operations) {
    const { v1, takes } = operation;
    if (!v1) continue;
    const ids = takes.path ?? [];
    const path = shownPath(v1.path);
    items[path] ??= {
      parameters: [
        ...(ids.includes('inner') ? [ref('parameters', 'DeliveryId')] : []),
        ...(ids.includes('id') ? [ref('parameters', 'RecordId')] : []),
        ref('parameters', 'RequestId'),
      ],
    };
    Object.assign(items[path], { [v1.method.toLowerCase()]: operationOf(operation) });
  }
  return items;
}

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

/** The address of an endpoint, which is no part of v1. */
function hookItem({ id, name, summary, answers, inbound }: InboundOperation): Json {
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
  const taken = answerOf(id, answers);
  return {
    parameters: [
      inPath('team', 'The team’s slug.', 'agencia-aurora'),
      inPath('slug', 'The endpoint’s slug.', 'site-form'),
      ref('parameters', 'RequestId'),
    ],
    post: {
      operationId: id,
      tags: [tagOf(name)],
      summary,
      ...describe(id, undefined, true),
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
        [inbound.status]: { ...taken, headers: { ...taken.headers, ...replayed } },
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

A method that a path does not have is answered with 405 and \`Allow\`. HEAD works wherever GET does.
Not covered here, without key or limit: \`GET /health/live\`, \`GET /health/ready\`, and the addresses under
\`/api/gateways\` that the inboxes’ gateways call.
`.trim();

/** Every schema that operations name, once. */
function schemasOf(operations: readonly Pick<Operation, 'id' | 'answers'>[]): Json {
  const schemas: Json = {};
  for (const { id, answers } of operations) {
    const { name, schema } = dataOf(id, answers);
    if (name !== 'DeliveryShown') schemas[name] = schema;
    const data = ref('schemas', name);
    schemas[envelopeOf(name, answers)] =
      answers.kind === 'page'
        ? envelopeSchema(
            { type: 'array', items: data, description: 'The records of the page, in order.' },
            { pagination: ref('schemas', 'Pagination') },
          )
        : envelopeSchema(data);
  }
  return schemas;
}

/** The OpenAPI 3.1 document of the service. */
export function openapi({ operations, inbound }: Registry): Json {
  const served = operations.filter(({ v1 }) => v1);
  // Gateways call as they please: what they send is no part of the contract.
  const hooks = inbound.filter(({ id }) => id === 'receiveWebhook');
  const kinds = [...eventKinds, workflowCall];
  const tables = new Set(
    served.flatMap(({ answers }) => ('table' in answers ? [answers.table] : [])),
  );
  const subjects = [...tables].filter(
    (table) => table.emits || ['messages', 'webhooks'].includes(table.name),
  );
  const bodies = served.flatMap((operation) => bodySchema(operation) ?? []);
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
    tags: [...tables].map((table) => ({
      name: pascal(table.name),
      description: notesOf(table).about,
    })),
    paths: {
      ...pathsOf(served),
      ...Object.fromEntries(
        hooks.map((hook) => [hook.inbound.path.replaceAll(/:(\w+)/g, '{$1}'), hookItem(hook)]),
      ),
    },
    webhooks: webhookItems(kinds),
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
      schemas: {
        ...errorSchemas,
        Pagination: pagination,
        ...schemasOf([...served, ...hooks]),
        ...Object.fromEntries(bodies.map(({ name, schema }) => [name, schema])),
        ...Object.fromEntries(
          subjects.map((table) => [`${schemaOf(table)}Previous`, previousSchema(table)]),
        ),
        ...webhookSchemas(),
        ...payloadSchemas(kinds, resources),
      },
    },
  };
}
