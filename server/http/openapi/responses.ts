import { messageCauses } from '#server/outbound/messaging/connection.ts';
import { findingCodes } from '#server/outbound/messaging/findings.ts';
import { errorReasons, fieldCodes, valueFormats } from '#server/platform/error-reasons.ts';
import { type ErrorCode, errorBody, sendOutcomes, statusOf } from '#server/platform/errors.ts';
import { type Json, jsonContent, ref } from './schemas.ts';

/* Parts of responses: envelopes, headers and errors. */

const commonHeaders = {
  'X-Request-Id': ref('headers', 'RequestId'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
  RateLimit: ref('headers', 'RateLimit'),
};
export const replayed = { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') };

/** A 2xx response with one of the envelopes in `components`. */
export const success = (description: string, schema: string, example: unknown) => ({
  description,
  headers: commonHeaders,
  content: jsonContent({ schema: ref('schemas', schema), example }),
});

/** Success envelope around a schema. @param more additional properties */
export const envelopeSchema = (data: Json, more: Json = {}): Json => ({
  type: 'object',
  required: ['success', 'data', ...Object.keys(more)],
  properties: {
    success: { type: 'boolean', const: true, description: 'True if the request succeeded.' },
    data,
    ...more,
  },
  additionalProperties: false,
});

/** Condition of an error code, and example messages. */
export interface ErrorDescription {
  readonly when: string;
  readonly messages: readonly string[];
  readonly headers?: Json;
}

export const challenge = { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } };

export const errors: Record<ErrorCode, ErrorDescription> = {
  VALIDATION_ERROR: {
    when: 'The parameters or the body are invalid; the message names each invalid field and the allowed values.',
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
  REAUTH_REQUIRED: {
    when: 'Panel only: requires authentication within the last ten minutes.',
    messages: ['Re-authenticate, then repeat the request.'],
  },
  SECOND_FACTOR_REQUIRED: {
    when: 'Panel only: the team requires a second factor.',
    messages: ['This team requires a second factor: set one up, or re-authenticate with it.'],
  },
  NOT_FOUND: {
    when: 'The team has no such record, a reference in the body points to none, or the path does not exist.',
    messages: ['No project has this id.', 'client_id: no client has this id.'],
    headers: replayed,
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path does not support the method.',
    messages: ['PATCH is not allowed here; allowed: GET, HEAD, PUT, DELETE.'],
    headers: { Allow: { description: 'The allowed methods.', schema: { type: 'string' } } },
  },
  GONE: {
    when: 'Panel only: the link was used, was revoked or has expired.',
    messages: ['This link is no longer valid; ask for a new one.'],
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
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
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
    when: 'Too many requests came from one IP address in a minute; or the team replayed too many deliveries in a minute, or stores too much under its Idempotency-Keys.',
    messages: [
      'Rate limit exceeded: at most 60 requests a minute for one address; try again in 21 s.',
      'The team has replayed 10000 deliveries in a minute, which is its limit. The operator can raise the limit (TEAM_REPLAYS_PER_MINUTE).',
    ],
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
  },
  TEAM_BUSY: {
    when: 'The team runs more requests than its share of the database allows. Nothing was done; the request can be retried.',
    messages: [
      'Your team already runs as many requests as its share of the database allows; try again in a moment.',
    ],
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
  },
  TOO_COSTLY: {
    when: 'A search, a count or a report would take too long. Narrow the request; a retry is unlikely to help, unless the message recommends it.',
    messages: [
      'This query took longer than 1 s; narrow it with a longer search term, or with filters that match fewer records.',
      'This report reads too many records: choose a shorter period, or add a filter.',
      'This report reads too many records, and is now being added up: repeat it in a minute, or choose a shorter period.',
    ],
  },
  INTERNAL_ERROR: {
    when: 'An unexpected error in the service; its log has the details under the X-Request-Id.',
    messages: [
      'Something went wrong in the service; quote the X-Request-Id of this response to its operator.',
    ],
  },
  BAD_GATEWAY: {
    when: 'The message was not sent, or may not have been; the first word of the message is the cause.',
    messages: [
      'disconnected: the inbox is disconnected. It was not sent: message 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11 of conversation 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12 is kept as failed.',
      'timeout: the gateway did not answer within 10 s. Whether it was sent is not known: message 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11 of conversation 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12 is kept as pending and is not resent automatically. A later confirmation settles it; otherwise it becomes failed after 24 hours. Check it before you send again.',
    ],
    headers: replayed,
  },
  UNAVAILABLE: {
    when: 'The service is overloaded or stopping, or its database is unreachable.',
    messages: [
      'The service is overloaded; try again in a moment.',
      'The database is out of reach; try again in a moment.',
    ],
    headers: { 'Retry-After': ref('headers', 'RetryAfter') },
  },
};

export function errorResponse(
  codes: readonly ErrorCode[],
  descriptions: Partial<Record<ErrorCode, ErrorDescription>> = errors,
): Json {
  const about = codes.map((code) => ({ code, ...(descriptions[code] ?? errors[code]) }));
  const examples = about.flatMap(({ code, messages: texts }) =>
    texts.map((message, i) => [
      i === 0 ? code : `${code}_${i + 1}`,
      { value: JSON.parse(errorBody({ code, message })) as unknown },
    ]),
  );
  return {
    description: about.map(({ when }) => when).join(' Or: '),
    headers: Object.assign({}, commonHeaders, ...about.map(({ headers }) => headers ?? {})),
    content: jsonContent({
      schema: ref('schemas', 'Error'),
      examples: Object.fromEntries(examples),
    }),
  };
}

/** Two codes with the same status, and therefore one response. */
export const shared: readonly ErrorCode[] = ['DUPLICATE_ENTRY', 'IDEMPOTENCY_KEY_REUSED'];
/** Codes of the 429 response, common to all operations. */
export const limited: readonly ErrorCode[] = ['RATE_LIMITED', 'TEAM_BUSY'];

/** One response per status. */
export function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(statusOf[code], [...(byStatus.get(statusOf[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, together]) => [status, ref('responses', together.join('_OR_'))]),
  );
}

export const everywhere: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'TEAM_BUSY',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];
export const listed: readonly ErrorCode[] = [...everywhere, 'TOO_COSTLY'];
export const written: readonly ErrorCode[] = [
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** Response of a POST that supports Idempotency-Key. */
export const repeatable = (answer: { headers: Json }) => ({
  ...answer,
  headers: { ...answer.headers, ...replayed },
});

/** Generic contact: each service is run by its operator. */
export const contact = { name: 'The operator of this service' };

const gatewayFailure: Json = {
  type: 'object',
  description:
    'The failure of a gateway; absent if the error has another cause. Later versions may add codes.',
  required: ['code'],
  properties: {
    cause: { type: 'string', enum: [...messageCauses], description: 'The cause of the failure.' },
    code: {
      type: 'string',
      enum: [...findingCodes],
      description: 'The gateway’s answer as a code.',
    },
    error: {
      type: 'string',
      description:
        'The code of a network error, such as ECONNREFUSED, an HTTP status, a code of the network, or a state.',
    },
    said: { type: 'string', description: 'The words of the gateway or the network.' },
    outcome: {
      type: 'string',
      enum: [...sendOutcomes],
      description:
        'not_sent: the message was not sent. probably_not_sent: according to the gateway, it was not sent. unknown: it may have been sent.',
    },
    message_id: { type: 'string', format: 'uuid', description: 'The stored message.' },
    conversation_id: { type: 'string', format: 'uuid', description: 'Its conversation.' },
  },
};

/**
 * Error envelope.
 * @param codes error codes of the document's operations
 * @param forPanel adds the reason, and the formats of fields
 */
export const errorSchemas = (
  codes: readonly ErrorCode[],
  forPanel = false,
): Record<string, Json> => ({
  Error: {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { type: 'boolean', const: false, description: 'True if the request succeeded.' },
      error: ref('schemas', 'ErrorDetail'),
    },
  },
  ErrorDetail: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', enum: codes, description: 'The error code, for programs.' },
      message: {
        type: 'string',
        description: 'The error message, for people; its wording may change.',
      },
      fields: {
        type: 'array',
        items: ref('schemas', 'ErrorField'),
        description:
          'Invalid fields of the request, at most 20; absent if the error is not about fields.',
      },
      ...(forPanel && { reason: { type: 'string', enum: [...errorReasons] } }),
      gateway: ref('schemas', 'GatewayFailure'),
    },
  },
  GatewayFailure: gatewayFailure,
  ErrorField: {
    type: 'object',
    required: ['name', 'code'],
    properties: {
      name: {
        type: 'string',
        description: 'Name of the field, query parameter or header, or the path to the field.',
      },
      code: {
        type: 'string',
        enum: [...fieldCodes],
        description: 'The reason why the field is invalid, for programs.',
      },
      limit: {
        type: 'number',
        description:
          'The limit that the value exceeds: characters for `too_short` and `too_long`, entries for `too_few` and `too_many`, a number for `too_small` and `too_large`.',
      },
      ...(forPanel && { format: { type: 'string', enum: [...valueFormats] } }),
    },
  },
});
