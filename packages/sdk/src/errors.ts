import type { Incoming, InvalidField } from './exchange.ts';
import type { ErrorDetail, GatewayFailure } from './schema.ts';

/** Codes for programs: the service's, and the SDK's if it received no readable response. */
export type ErrorCode =
  | ErrorDetail['code']
  | 'CONNECTION'
  | 'TIMEOUT'
  | 'UNREADABLE'
  | 'REDIRECTED'
  | 'RESYNC'
  | 'INVALID_OPTIONS';

interface About {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly fields?: readonly InvalidField[] | undefined;
  readonly gateway?: GatewayFailure | undefined;
  readonly cause?: unknown;
}

/** Base class of all errors that the SDK throws, except the reason of an aborted signal. */
export class PautaError extends Error {
  override name = 'PautaError';
  readonly code: ErrorCode;
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** The request's ID in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry; undefined without a Retry-After header. */
  readonly retryAfter: number | undefined;
  /** Invalid fields of the request, with codes such as `too_long`; empty if the error is not about fields. */
  readonly fields: readonly InvalidField[];
  /** Failure of a gateway: its code and, for a message, its outcome and id; undefined if the error has another cause. */
  readonly gateway: GatewayFailure | undefined;

  constructor(code: ErrorCode, message: string, about: About = {}) {
    super(message, 'cause' in about ? { cause: about.cause } : {});
    this.code = code;
    this.status = about.status;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
    this.fields = about.fields ?? [];
    this.gateway = about.gateway;
  }
}

/** No response: the service is unreachable, or the connection broke. The request may have been executed. */
export class ConnectionError extends PautaError {
  override name = 'ConnectionError';
}
/** No response within the client's `timeout`. The request may have been executed. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}
/** 400, 405, 413, 415: the request is invalid. The message names the problem and the allowed values. */
export class BadRequestError extends PautaError {
  override name = 'BadRequestError';
}
/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends PautaError {
  override name = 'AuthenticationError';
}
/** 403: the key is read-only, or the user's role is insufficient. */
export class PermissionError extends PautaError {
  override name = 'PermissionError';
}
/** 404: the team has no such record, or a reference in the body points to none. */
export class NotFoundError extends PautaError {
  override name = 'NotFoundError';
}
/** 409: the request conflicts with the current state. */
export class ConflictError extends PautaError {
  override name = 'ConflictError';
}
/** 422: a duplicate, an idempotency key used for a different request, or a search that is too costly. */
export class UnprocessableError extends PautaError {
  override name = 'UnprocessableError';
}
/** 429: too many requests; `retryAfter` is the number of seconds to wait. */
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

/** Seconds from a Retry-After header (a number or a date); undefined without one. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** Converts a response to an error. */
export function errorOf({ response, refusal }: Incoming): PautaError {
  const { status, headers } = response;
  const about = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(response),
    fields: refusal?.fields,
    gateway: refusal?.gateway,
  };
  if (refusal) return new (classOf(status))(refusal.code as ErrorCode, refusal.message, about);
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const to = headers.get('location') ?? 'another address';
    const message = `The service redirects to ${to}: use that address as baseUrl.`;
    return new PautaError('REDIRECTED', message, about);
  }
  const message = `The response with status ${status} is not from Pauta: check baseUrl.`;
  return new (classOf(status))('UNREADABLE', message, about);
}
