import type { InboundOperation } from '#server/operations/inbound-operation.ts';
import { type ErrorCode, statusOf } from '#server/platform/errors.ts';
import { responseOf, tagOf } from './operations.ts';
import {
  challenge,
  type ErrorDescription,
  errorResponse,
  errorResponses,
  replayed,
} from './responses.ts';
import { type Json, jsonContent, ref } from './schemas.ts';

/* Inbound URL of a webhook endpoint, which other systems call. */

/** Error texts specific to an endpoint's URL. */
const senderMessages: Partial<Record<ErrorCode, ErrorDescription>> = {
  VALIDATION_ERROR: {
    when: 'The query or the ID is invalid; or no task can be created from the body, which is then stored among the endpoint’s receptions with the reason.',
    messages: [
      'priority must be one of none, low, medium, high, urgent.',
      'The endpoint has no target_pipeline_id, so there is no board for a task.',
    ],
  },
  UNAUTHORIZED: {
    when: 'The request does not prove knowledge of the secret_token.',
    messages: [
      'Send X-Webhook-Signature, the hex HMAC-SHA256 of the body with the secret_token of the endpoint, or Authorization: Bearer <secret_token>.',
    ],
    headers: challenge,
  },
  NOT_FOUND: {
    when: 'No active endpoint has this URL.',
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

/** Path item of an endpoint's URL, which is not part of v1. */
export function hookItem({
  id,
  name,
  summary,
  note,
  returns,
  output,
  inbound,
}: InboundOperation): Json {
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
  const taken = responseOf(id, output, returns);
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
      ...(note === undefined ? {} : { description: note }),
      security: [{ webhookSignature: [] }, { webhookSecret: [] }],
      parameters: [
        inHeader('webhook-id', 'The sender’s ID for the request.'),
        inHeader('Idempotency-Key', 'The same, for senders that use this header.'),
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
        ...errorResponses(toSenders.filter((code) => !senderMessages[code])),
        ...Object.fromEntries(
          toSenders
            .filter((code) => senderMessages[code])
            .map((code) => [statusOf[code], errorResponse([code], senderMessages)]),
        ),
      },
    },
  };
}
