import type { Incoming } from './kernel.ts';
import type { ErrorDetail } from './schema.ts';

/** What programs build on: the service's codes, and the SDK's own where it got no answer that it could read. */
export type ErrorCode =
  | ErrorDetail['code']
  | 'CONNECTION'
  | 'TIMEOUT'
  | 'UNREADABLE'
  | 'REDIRECTED'
  | 'INVALID_OPTIONS';

interface About {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Whatever the SDK throws, except the reason of a signal that was aborted. */
export class PautaError extends Error {
  override name = 'PautaError';
  readonly code: ErrorCode;
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  /** What the service's log knows the request by. */
  readonly requestId: string | undefined;
  /** Seconds after which the service may be asked again; undefined where it says nothing of it. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, about: About = {}) {
    super(message, 'cause' in about ? { cause: about.cause } : {});
    this.code = code;
    this.status = about.status;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
  }
}

/** No answer: the service cannot be reached, or the connection broke. What was asked for may have been done. */
export class ConnectionError extends PautaError {
  override name = 'ConnectionError';
}
/** No answer within the client's `timeout`. What was asked for may have been done. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}
/** 400, 405, 413, 415: the request is wrong. The message names what, and what is allowed. */
export class BadRequestError extends PautaError {
  override name = 'BadRequestError';
}
/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends PautaError {
  override name = 'AuthenticationError';
}
/** 403: the key may only read, or the role of whoever is signed in does not allow it. */
export class PermissionError extends PautaError {
  override name = 'PermissionError';
}
/** 404: the team has no such record, or none that the body links to. */
export class NotFoundError extends PautaError {
  override name = 'NotFoundError';
}
/** 409: something else stands in the way. */
export class ConflictError extends PautaError {
  override name = 'ConflictError';
}
/** 422: a duplicate, an idempotency key used for something else, or a search that is too costly. */
export class UnprocessableError extends PautaError {
  override name = 'UnprocessableError';
}
/** 429: too many requests; `retryAfter` says how long to wait. */
export class RateLimitError extends PautaError {
  override name = 'RateLimitError';
}
/** 500 and above: the service failed (500), is overloaded (503), or a message was not sent (502). */
export class ServerError extends PautaError {
  override name = 'ServerError';
}

function classOf(status: number): typeof PautaError {
  switch (status) {
    case 400:
    case 405:
    case 413:
    case 415:
      return BadRequestError;
    case 401:
      return AuthenticationError;
    case 403:
      return PermissionError;
    case 404:
      return NotFoundError;
    case 409:
      return ConflictError;
    case 422:
      return UnprocessableError;
    case 429:
      return RateLimitError;
    default:
      return status >= 500 ? ServerError : PautaError;
  }
}

/** Seconds of a Retry-After, which is a number of them or a date; undefined where there is none. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const said = headers.get('retry-after');
  if (said === null) return undefined;
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** The error that an answer stands for. */
export function errorOf({ response, refusal }: Incoming): PautaError {
  const { status, headers } = response;
  const about = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(response),
  };
  if (refusal) return new (classOf(status))(refusal.code as ErrorCode, refusal.message, about);
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const to = headers.get('location') ?? 'another address';
    const message = `The service's address leads to ${to}: give that one as baseUrl.`;
    return new PautaError('REDIRECTED', message, about);
  }
  const message = `Something else than Pauta answered, with status ${status}: check baseUrl.`;
  return new (classOf(status))('UNREADABLE', message, about);
}
