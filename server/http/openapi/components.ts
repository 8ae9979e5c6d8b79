import type { Operation } from '../../operations/operation.ts';
import { exampleId } from './notes.ts';
import { dataOf, envelopeOf, isList, isNullable } from './operations.ts';
import { envelopeSchema } from './responses.ts';
import { type Json, ref } from './schemas.ts';

/* Components of a document that operations refer to. */

/** Parameters of both APIs. */
export const parameters = {
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
      'An ID for finding this request in logs: 1 to 64 letters, digits, hyphens and underscores. Anything else is replaced by a new ID.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries safe: for 24 hours, the same request with the same key is done once and gets the same response.',
    schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
  },
};

export const headers = {
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
};

function itemsOf(answers: Operation['answers'], data: Json): Json {
  if (isList(answers)) return { type: 'array', items: data };
  return isNullable(answers) ? { anyOf: [data, { type: 'null' }] } : data;
}

/** Every schema that operations refer to, once. */
export function schemasOf(operations: readonly Pick<Operation, 'id' | 'answers'>[]): Json {
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
        : envelopeSchema(itemsOf(answers, data));
  }
  return schemas;
}
