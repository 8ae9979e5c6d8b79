import { type Exchange, makeClient, type Unanswered } from '../../outbound/client.ts';
import { guardOf, type Resolve, Unreachable, Untrusted } from '../../outbound/guard.ts';
import type { Cidr } from '../../platform/config.ts';
import { type Reason, reasons } from './reasons.ts';

/*
 * One attempt to deliver. The URL and whoever answers there are the customer's, so nothing is taken on trust: where a
 * name leads, how long an answer takes, how much of it there is.
 */

/** What one attempt came to. */
export interface Attempted {
  /** The status of the answer; null when none came. */
  readonly status: number | null;
  /** Why it failed, in words for people (never a stack); null for a 2xx. */
  readonly error: Reason | null;
  /** The first bytes of the answer's body as storable text (well-formed, no NUL), at most 1,024 characters; null when none came. */
  readonly excerpt: string | null;
  readonly durationMs: number;
  /**
   * How long the receiver asks to be left alone (Retry-After: seconds or HTTP date, RFC 9110 10.2.3), null when it does
   * not, or only until now. At most 24 h.
   */
  readonly retryAfterMs: number | null;
}

export interface Sender {
  /**
   * POSTs the body once. Never throws: whatever happens is an outcome. The status decides as soon as it is there: what
   * becomes of the body changes nothing.
   * @param request.signal ends the attempt with the error "stopped", unless the status is there
   */
  attempt(request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal?: AbortSignal;
  }): Promise<Attempted>;
  /** Ends what runs, as its signal would, and what is kept open. */
  close(): void;
}

/** The most of an answer's body that is read; the socket's last chunk may come on top. */
const mostBytes = 16_384;
const mostCharacters = 1_024;
const mostRetryAfterMs = 86_400_000;

/** How long a connection waits for the next delivery. Shorter than the 5 s after which many servers close it. */
const idleMs = 4_000;

/** More than one team may have under way: what hangs at one team's endpoints of an origin leaves room for the others'. */
const mostPerOrigin = 256;

/**
 * Makes the one who carries deliveries out; its connections are its own. Redirects are not followed, certificates are
 * verified, no proxy is used.
 * @param options.allow the ranges that are connected to although they are not public
 * @param options.timeoutMs for all of an attempt, from the look-up to the last byte
 * @param options.resolve where names lead, for tests
 */
export function makeSender(options: {
  readonly allow: readonly Cidr[];
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}): Sender {
  const { allow, timeoutMs = 15_000, resolve } = options;
  const client = makeClient({ guard: guardOf(allow, resolve), idleMs, mostPerOrigin });

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
      mostBytes,
      ...(signal ? { signal } : {}),
    } as const;
    let exchange = await client.exchange({ ...request, timeoutMs });
    if (isStale(exchange)) {
      const left = Math.max(0, timeoutMs - elapsedMs());
      exchange = await client.exchange({ ...request, timeoutMs: left, connection: 'new' });
    }
    if (exchange.kind === 'unanswered') return attempted(wordsOf(exchange, timeoutMs), elapsedMs());
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

/** An attempt without an answer. */
const attempted = (error: Reason, durationMs: number): Attempted => ({
  status: null,
  error,
  excerpt: null,
  durationMs: Math.round(durationMs),
  retryAfterMs: null,
});

/**
 * Whether the receiver closed an idle connection just as it was taken, which is no fault of either. A new one is never
 * reused, so this happens once.
 */
const isStale = (exchange: Exchange): boolean =>
  exchange.kind === 'unanswered' &&
  exchange.wasReused &&
  exchange.cause instanceof Error &&
  ['ECONNRESET', 'EPIPE'].includes(codeOf(exchange.cause));

/** undici has names of its own for what Node.js calls otherwise. */
const codes: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  HTTPParserError: 'HPE_INVALID',
};

function codeOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return codes[code] ?? code;
}

function wordsOf({ cause, wasSent }: Unanswered, timeoutMs: number): Reason {
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
  // As a stream: a character whose other bytes are missing at the end is left out.
  const text = new TextDecoder()
    .decode(body, { stream: true })
    .replaceAll('\0', '\u{FFFD}')
    .slice(0, mostCharacters);
  // The slice may have halved the last character.
  return (text.isWellFormed() ? text : text.slice(0, -1)) || null;
}

/** The three forms of a date, RFC 9110 5.6.7; only the last goes without a zone. */
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
  return ms > 0 ? Math.min(ms, mostRetryAfterMs) : null;
}
