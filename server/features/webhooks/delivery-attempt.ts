import {
  guardOf,
  type Resolve,
  Unreachable,
  Untrusted,
} from '#server/outbound/connection-guard.ts';
import { type Exchange, makeClient, type NoResponse } from '#server/outbound/http-client.ts';
import type { Cidr } from '#server/platform/config.ts';
import { type Reason, reasons } from './failure-reasons.ts';

/*
 * One delivery attempt. The URL and its server belong to the customer, so nothing is trusted: the address that a name resolves to, the
 * duration of a response, or its size.
 */

/** Result of one attempt. */
export interface Attempted {
  /** Status of the response; null if none came. */
  readonly status: number | null;
  /** Reason of the failure (never a stack); null for a 2xx. */
  readonly error: Reason | null;
  /** Beginning of the response body as storable text (well-formed, no NUL), at most 1,024 characters; null if none came. */
  readonly excerpt: string | null;
  readonly durationMs: number;
  /** Delay requested by the receiver (Retry-After: seconds or HTTP date, RFC 9110 10.2.3); null if absent or already over. At most 24 h. */
  readonly retryAfterMs: number | null;
}

export interface Sender {
  /**
   * POSTs the body once. Never throws: every failure is a result. The status decides as soon as it arrives, whatever happens to the body.
   * @param request.signal aborts the attempt with the code `stopped`, unless the status has arrived
   */
  attempt(request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal?: AbortSignal;
  }): Promise<Attempted>;
  /** Aborts running attempts as their signal would, and closes kept connections. */
  close(): void;
}

/** Max number of bytes of a response body that are read; the socket's last chunk may exceed it. */
const maxBytes = 16_384;
const maxCharacters = 1_024;
const maxRetryAfterMs = 86_400_000;

/** Time for which an idle connection is kept. Shorter than the 5 s after which many servers close it. */
const idleMs = 4_000;

/** More than one team may have in progress, so that hanging endpoints of one team at an origin leave room for other teams. */
const maxPerOrigin = 256;

/**
 * Creates a sender with dedicated connections. Redirects are not followed, certificates are verified, no proxy is used.
 * @param options.allow non-public ranges to which connections are allowed
 * @param options.timeoutMs for the whole attempt, from the DNS lookup to the last byte
 * @param options.resolve name resolution, for tests
 */
export function makeSender(options: {
  readonly allow: readonly Cidr[];
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}): Sender {
  const { allow, timeoutMs = 15_000, resolve } = options;
  const client = makeClient({
    guard: guardOf(allow, resolve),
    idleMs,
    mostPerOrigin: maxPerOrigin,
  });

  const attempt: Sender['attempt'] = async ({ url: address, headers, body, signal }) => {
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return attempted(reasons.noAddress(), 0);
    const request = {
      method: 'POST',
      url,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: Buffer.from(body),
      mostBytes: maxBytes,
      ...(signal ? { signal } : {}),
    } as const;
    let exchange = await client.exchange({ ...request, timeoutMs });
    if (isStale(exchange)) {
      const left = Math.max(0, timeoutMs - elapsedMs());
      exchange = await client.exchange({ ...request, timeoutMs: left, connection: 'new' });
    }
    if (exchange.kind === 'unanswered')
      return attempted(failureReasonOf(exchange, timeoutMs), elapsedMs());
    return {
      status: exchange.status,
      error: failureOf(exchange.status),
      excerpt: excerptOf(exchange.body),
      durationMs: Math.round(elapsedMs()),
      retryAfterMs: retryAfterMsOf(exchange.retryAfter),
    };
  };

  return { attempt, close: client.close };
}

/** Result of an attempt without a response. */
const attempted = (error: Reason, durationMs: number): Attempted => ({
  status: null,
  error,
  excerpt: null,
  durationMs: Math.round(durationMs),
  retryAfterMs: null,
});

/**
 * True if the receiver closed an idle connection just as it was reused, which is neither side's fault. A new connection is never a reused
 * one, so this happens only once.
 */
const isStale = (exchange: Exchange): boolean =>
  exchange.kind === 'unanswered' &&
  exchange.wasReused &&
  exchange.cause instanceof Error &&
  ['ECONNRESET', 'EPIPE'].includes(codeOf(exchange.cause));

/** Maps undici's own codes to those of Node.js. */
const codes: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  HTTPParserError: 'HPE_INVALID',
};

function codeOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return codes[code] ?? code;
}

function failureReasonOf({ cause, wasSent }: NoResponse, timeoutMs: number): Reason {
  if (cause === 'stopped') return reasons.stopped();
  if (cause === 'timeout')
    return wasSent ? reasons.noAnswer(timeoutMs) : reasons.noConnection(timeoutMs);
  if (cause instanceof Unreachable) return reasons.unreachable(cause);
  if (cause instanceof URIError) return reasons.noRequest();
  const code = codeOf(cause);
  if (cause instanceof Untrusted) return reasons.untrusted(code);
  if (!wasSent) return reasons.unreached(code);
  return code.startsWith('HPE_') ? reasons.unreadable(code) : reasons.broken(code);
}

function failureOf(status: number): Reason | null {
  if (status >= 200 && status <= 299) return null;
  return status >= 300 && status <= 399 ? reasons.redirected(status) : reasons.answered(status);
}

function excerptOf(body: Buffer): string | null {
  // Streaming mode omits an incomplete character at the end.
  const text = new TextDecoder()
    .decode(body, { stream: true })
    .replaceAll('\0', '\u{FFFD}')
    .slice(0, maxCharacters);
  // The slice may have split the last character.
  return (text.isWellFormed() ? text : text.slice(0, -1)) || null;
}

/** The three date formats of RFC 9110 5.6.7; only the last one has no zone. */
const dates = {
  zoned: /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2}(\d{2})? \d{2}:\d{2}:\d{2} GMT$/,
  bare: /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
};

function retryAfterMsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  let ms = Number.NaN;
  if (/^\d+$/.test(header)) ms = Number(header) * 1_000;
  else if (dates.zoned.test(header)) ms = Date.parse(header) - Date.now();
  else if (dates.bare.test(header)) ms = Date.parse(`${header} GMT`) - Date.now();
  return ms > 0 ? Math.min(ms, maxRetryAfterMs) : null;
}
