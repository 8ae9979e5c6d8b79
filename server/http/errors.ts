import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode, errorBody, isPassing, statusOf } from '../platform/errors.ts';
import { send } from './responses.ts';
import { unknownPathMessage } from './unknown-paths.ts';

const byStatus: Partial<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'UNAVAILABLE',
};

const messages: Partial<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'The request is not well-formed.',
  NOT_FOUND: unknownPathMessage,
  UNSUPPORTED_MEDIA_TYPE: 'The body must be sent as Content-Type: application/json.',
  UNAVAILABLE: 'The service is stopping; try again in a moment.',
};

/** Sends an error in the API's format. */
export function sendError(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ApiError) {
    const seconds = error.retryAfter ?? (isPassing(error) ? 1 : undefined);
    if (seconds !== undefined) reply.header('retry-after', seconds);
    return send(reply, error.status, errorBody(error, request.url.startsWith('/api/panel/')));
  }
  const code = byStatus[error.statusCode ?? 500] ?? 'INTERNAL_ERROR';
  // Fastify would close the connection while the client is still sending: behind a proxy, the response is then often lost.
  // Instead, the rest is read and discarded, within the time limit of a request.
  if (code === 'PAYLOAD_TOO_LARGE') reply.removeHeader('connection');
  if (code === 'INTERNAL_ERROR')
    request.server.log.error({ request_id: request.id, err: error }, 'unexpected error');
  const message =
    code === 'PAYLOAD_TOO_LARGE'
      ? `The body is larger than ${request.routeOptions.bodyLimit} bytes.`
      : (messages[code] ??
        'Something went wrong in the service; quote the X-Request-Id of this response to its operator.');
  return send(reply, statusOf[code], errorBody({ code, message }));
}
