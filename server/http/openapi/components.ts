import type { Operation } from '#server/operations/operation.ts';
import { exampleId } from '#server/records/table.ts';
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
    description: 'The ID of the delivery, which equals the ID of its event.',
    schema: { type: 'string' },
    example: exampleId,
  },
  RecordId: {
    name: 'id',
    in: 'path',
    required: true,
    description:
      'The ID of the record. Any value that is not a UUID returns 404, like an unknown ID.',
    schema: { type: 'string' },
    example: exampleId,
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'An ID for finding this request in logs: 1 to 64 letters, digits, hyphens and underscores. Any other value is replaced by a new ID.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries safe: for 24 hours, repeating the same request with the same key returns the stored response.',
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
      'The allowed number of requests (q) per window in seconds (w). Absent if there is no limit.',
    schema: { type: 'string' },
    example: '"default";q=60;w=60',
  },
  RateLimit: {
    description:
      'The remaining number of requests (r) and the seconds until the window resets (t). Absent if there is no limit.',
    schema: { type: 'string' },
    example: '"default";r=59;t=60',
  },
  Link: {
    description:
      'The next page (RFC 8288), only after a full page: the same query with page and after. Following it to the end visits each record that keeps its position exactly once, regardless of records created or deleted in the meantime.',
    schema: { type: 'string' },
    example: '<?limit=20&page=2&after=AbDKgF3hS3yb>; rel="next"',
  },
  RetryAfter: {
    description: 'Number of seconds to wait.',
    schema: { type: 'integer', minimum: 1 },
    example: 21,
  },
  IdempotencyReplayed: {
    description: 'Only on POST: the response was stored by an earlier request.',
    schema: { type: 'string', const: 'true' },
  },
};

function itemsOf(output: Operation['output'], data: Json): Json {
  if (isList(output)) return { type: 'array', items: data };
  return isNullable(output) ? { anyOf: [data, { type: 'null' }] } : data;
}

/** Every schema that operations refer to, once. */
export function schemasOf(operations: readonly Pick<Operation, 'id' | 'output'>[]): Json {
  const schemas: Json = {};
  for (const { id, output } of operations) {
    const { name, schema } = dataOf(id, output);
    if (name !== 'DeliveryShown') schemas[name] = schema;
    const data = ref('schemas', name);
    schemas[envelopeOf(name, output)] =
      output.kind === 'page'
        ? envelopeSchema(
            { type: 'array', items: data, description: 'The records of the page, in order.' },
            { pagination: ref('schemas', 'Pagination') },
          )
        : envelopeSchema(itemsOf(output, data));
  }
  return schemas;
}
