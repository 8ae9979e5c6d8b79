import type { Cause, Connection, GatewayResult } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import {
  accepted,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import {
  type Exchange,
  exchange,
  failed,
  findings,
  type Json,
  object,
  outcomeOf,
  type Streamed,
  text,
  textOf,
} from '../requests.ts';
import { idOf } from './addresses.ts';
import { numberOf } from './content.ts';

/*
 * Requests to WAHA, and the meaning of its refusals: W src/core/manager.abc.ts, src/core/manager.core.ts, src/core/exceptions.ts,
 * src/nestjs/AllExceptionsFilter.ts.
 *
 * - 422 with a `status`: the session is not WORKING; the gateway first waits for it, up to 10 s. With an `error` alone: the session does
 *   not exist. With a `message`: the request is not supported, mostly what only WAHA Plus did before 2026.6.1.
 * - 404: the session is stopped, the object does not exist, or (`Cannot POST /api/…`) this version has no such path.
 * - 500 repeats the request, number and text included, and shows its stack: only `exception.message` is read.
 */

export const headersOf = ({ config }: Connection): Record<string, string> => ({
  'x-api-key': config.api_key ?? '',
});

export const sessionOf = ({ config }: Connection) => encodeURIComponent(config.session ?? '');

/** Sends a request of the connection. @param path after the address of the gateway, such as `/api/sendText` */
export const call = (
  connection: Connection,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: Json | Streamed | undefined,
  timeoutMs: number,
): Promise<Exchange> =>
  exchange(method, `${connection.config.url}${path}`, headersOf(connection), body, timeoutMs);

/** Reason why the gateway refused a request. */
interface Refusal {
  readonly cause: Cause;
  readonly reason: Finding;
  /** This version, engine or edition will never support it. */
  readonly isForGood?: true;
  /** The request may have been carried out. */
  readonly isUnsure?: true;
}

/** Error for a number without an account: W issues 1714, 2214. */
const noAccount = /no LID found/i;
const notIn = /available only in Plus|not implemented by/i;

/** @param status 400 and above */
function refusalOf(status: number, json: Json | undefined): Refusal {
  const message = textOf(json?.message) ?? '';
  const failure = text(object(json?.exception)?.message) ?? '';
  if (status === 422 && json?.status !== undefined)
    return {
      cause: 'disconnected',
      reason: finding(
        'session_down',
        `the inbox's session is not working (${textOf(json.status) ?? 'unknown'})`,
        { error: textOf(json.status) },
      ),
    };
  if (status === 422 && json?.error !== undefined && message === '')
    return {
      cause: 'disconnected',
      reason: finding('session_missing', 'the gateway has no such session (422)', { error: 422 }),
    };
  if (status === 501 || (status === 422 && notIn.test(message)))
    return {
      cause: 'rejected',
      reason: finding(
        'version_old',
        `this version, engine or edition of the gateway cannot do it (${status})`,
        { error: status },
      ),
      isForGood: true,
    };
  if (status === 404 && /^Cannot [A-Z]+ \//.test(text(json?.message) ?? ''))
    return {
      cause: 'rejected',
      reason: finding('version_old', 'this version of the gateway has no such request (404)', {
        error: 404,
      }),
      isForGood: true,
    };
  if (status === 404)
    return {
      cause: 'disconnected',
      reason: finding('session_missing', "the inbox's session is stopped (404)", { error: 404 }),
    };
  if (noAccount.test(failure)) return { cause: 'number', reason: findings.noAccount };
  // Baileys, src/Socket/socket.ts.
  if (/Connection (Closed|Terminated|Failure|was lost)/i.test(failure))
    return { cause: 'disconnected', reason: findings.notConnected };
  if (/rate-overlimit|\b429\b/.test(failure))
    return { cause: 'throttled', reason: findings.rateOverlimit };
  if (/\b463\b|reachout/i.test(failure))
    return {
      cause: 'throttled',
      reason: finding(
        'number_restricted',
        'the network lets this account write to no new contacts for now (463)',
        { error: 463 },
      ),
    };
  if (/timed? ?out/i.test(failure))
    return {
      cause: 'timeout',
      reason: finding('network_slow', 'the network did not answer the gateway in time'),
      isUnsure: true,
    };
  return status >= 500
    ? { cause: 'gateway', reason: findings.failed(status) }
    : {
        cause: 'rejected',
        reason: finding(
          'refused',
          `the gateway refuses it (${status}: ${message || 'no reason'})`,
          {
            error: status,
            said: message,
          },
        ),
      };
}

/** Same as {@link refusalOf}, for a send. */
function notSent(status: number, json: Json | undefined): Sent {
  const { cause, reason, isUnsure } = refusalOf(status, json);
  return isUnsure ? unknown(cause, reason) : refused(cause, reason);
}

/** Outcome of a send. Each engine responds in its own format (W issue 760); some versions answer 201 with an empty body (W issues 1083, 1087). */
export const sentOf = (answer: Exchange, timeoutMs: number): Sent =>
  outcomeOf(answer, timeoutMs, (status, json) =>
    status >= 400
      ? notSent(status, json)
      : accepted(
          json && idOf(json),
          // The callback of this message contains the id.
          unknown('gateway', findings.withoutId(status)),
          timeOf(json),
        ),
  );

function timeOf(json: Json | undefined): number | undefined {
  const seconds = numberOf(json?.messageTimestamp ?? json?.timestamp);
  return seconds === undefined ? undefined : seconds * 1_000;
}

/**
 * Result of a request other than a send.
 * @param read returns the value of a 2xx, whose body may not be a JSON object
 */
export function resultOf<T>(
  answer: Exchange,
  read: (json: Json | undefined) => T | undefined,
): GatewayResult<T> {
  if (answer.kind === 'unreachable') return failed('network', findings.unreachable(answer.error));
  if (answer.kind !== 'answer') return failed('timeout', findings.unanswered);
  const { status, json } = answer;
  if (status === 401 || status === 403) return failed('credentials', findings.keyRefused(status));
  if (status === 429) return failed('throttled', findings.throttled);
  if (status >= 400) {
    const { cause, reason, isForGood } = refusalOf(status, json);
    return isForGood ? { kind: 'impossible', reason } : failed(cause, reason);
  }
  const value = status >= 200 && status < 300 ? read(json) : undefined;
  return value === undefined
    ? failed(
        'gateway',
        finding('gateway_failed', `the gateway's answer (${status}) cannot be read`, {
          error: status,
        }),
      )
    : { kind: 'done', value };
}

/** Same as {@link resultOf}, for a value that may be undefined. */
export const optionalResultOf = <T>(
  answer: Exchange,
  read: (json: Json | undefined) => T,
): GatewayResult<T> => {
  const boxed = resultOf(answer, (json) => ({ value: read(json) }));
  return boxed.kind === 'done' ? { kind: 'done', value: boxed.value.value } : boxed;
};

/** Same as {@link resultOf}, ignoring the body of the response. */
export const done = (answer: Exchange): GatewayResult<undefined> =>
  optionalResultOf(answer, () => undefined);
