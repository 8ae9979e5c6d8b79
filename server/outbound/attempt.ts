import { lookup as lookUp, Resolver } from 'node:dns/promises';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Cidr } from '../platform/config.ts';
import { mayConnect } from './addresses.ts';

/*
 * One attempt to deliver. The URL and whoever answers there are the customer's, so nothing is taken on trust: where a
 * name leads, how long an answer takes, how much of it there is.
 */

/** What one attempt came to. */
export interface Attempted {
  /** The status of the answer; null when none came. */
  readonly status: number | null;
  /** Why it failed, in words for people (never a stack); null for a 2xx. */
  readonly error: string | null;
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

/** Where a name leads. Rejects with an error that has a `code`. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

/** The most of an answer's body that is read; the socket's last chunk may come on top. */
const mostBytes = 16_384;
const mostCharacters = 1_024;
const mostWords = 255;
const mostRetryAfterMs = 86_400_000;

/** How long a connection waits for the next delivery. Shorter than the 5 s after which many servers close it. */
const idleMs = 4_000;

/**
 * How long one of several addresses may take to connect before the next is tried. Node's own quarter of a second gives
 * distant receivers up.
 */
const connectMs = 2_000;

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
  const { allow, timeoutMs = 15_000, resolve = nameServers(allow.length > 0) } = options;

  // Connections come about through this alone, so what was checked is what is connected to: nobody looks a name up again.
  const lookup: LookupFunction = (host, { all }, callback) => {
    permitted(host, resolve, allow).then(
      ([first, ...others]) =>
        all ? callback(null, [first, ...others]) : callback(null, first.address, first.family),
      (error: Error) => callback(error, []),
    );
  };
  const connecting = {
    lookup,
    autoSelectFamilyAttemptTimeout: connectMs,
    // Not left to NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
  };
  const keeping = { ...connecting, keepAlive: true, timeout: idleMs };
  const agents = {
    'http:': { kept: new HttpAgent(keeping), fresh: new HttpAgent(connecting) },
    'https:': { kept: new HttpsAgent(keeping), fresh: new HttpsAgent(connecting) },
  };
  const running = new Set<() => void>();
  let isClosed = false;

  const attempt: Sender['attempt'] = ({ url: address, headers, body, signal }) => {
    const startedAt = performance.now();
    return new Promise((settle) => {
      let request: ClientRequest | undefined;
      let answer: IncomingMessage | undefined;
      const chunks: Buffer[] = [];
      let isOver = false;

      /** @param error why no answer came; with an answer its status speaks */
      const end = (error: string) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        running.delete(stop);
        signal?.removeEventListener('abort', stop);
        const status = answer?.statusCode ?? null;
        settle({
          status,
          error: status === null ? error.slice(0, mostWords) : failureOf(status),
          excerpt: excerptOf(chunks),
          durationMs: Math.round(performance.now() - startedAt),
          retryAfterMs: retryAfterMsOf(answer?.headers['retry-after']),
        });
        // What has ended properly is kept for the next delivery. A body that nobody takes would never let go.
        if (!(answer?.readableEnded && request?.writableFinished)) request?.destroy();
      };
      const stop = () => end('stopped');
      let isOut = false;
      const timer = setTimeout(
        () => end(`no ${isOut ? 'answer' : 'connection'} within ${timeoutMs / 1_000} s`),
        timeoutMs,
      );

      if (isClosed || signal?.aborted) return stop();
      running.add(stop);
      signal?.addEventListener('abort', stop, { once: true });

      const url = URL.canParse(address) ? new URL(address) : undefined;
      const protocol = url?.protocol;
      if (!url || (protocol !== 'http:' && protocol !== 'https:'))
        return end('this is no http or https address');
      const isTls = protocol === 'https:';
      // An address is connected to without a look-up.
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !mayConnect(host, allow)) return end(notPublic(host));

      const bytes = Buffer.from(body);
      const run = (agent: HttpAgent) => {
        isOut = false;
        const current = (isTls ? httpsRequest : httpRequest)(url, {
          method: 'POST',
          agent,
          headers: {
            ...headers,
            'accept-encoding': 'identity',
            'content-length': String(bytes.length),
          },
        });
        request = current;
        current.once('socket', (socket: Socket) => {
          // A connection that is kept from before is there already.
          if (current.reusedSocket) isOut = true;
          else
            socket.once(isTls ? 'secureConnect' : 'connect', () => {
              isOut = true;
            });
        });
        current.on('error', (error: NodeJS.ErrnoException) => {
          const isStale =
            current.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
          // The receiver closed an idle connection just as it was taken: no fault of either. A fresh one is never reused,
          // so this happens once.
          if (isStale && !answer && !isOver && current === request)
            return run(agents[protocol].fresh);
          if (current === request) end(wordsOf(error, current.socket, isOut));
        });
        current.once('response', (response) => {
          answer = response;
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            chunks.push(chunk);
            if (size > mostBytes) end('');
          });
          response.once('end', () => end(''));
        });
        // Nobody asked for another protocol; without this, such an answer would be none.
        current.once('upgrade', (response) => {
          answer = response;
          end('');
        });
        // Also how an answer ends that breaks.
        current.once('close', () => {
          if (current === request) end('the connection broke before an answer');
        });
        current.end(bytes);
      };
      try {
        run(agents[protocol].kept);
      } catch {
        // Node refuses it before it is sent: a name or password in the URL that cannot be decoded, for one.
        end('no request can be made of this address');
      }
    });
  };

  return {
    attempt,
    close() {
      isClosed = true;
      for (const stop of running) stop();
      for (const { kept, fresh } of Object.values(agents)) {
        kept.destroy();
        fresh.destroy();
      }
    },
  };
}

/** Why nobody was connected to, in words for people. */
class Unreachable extends Error {
  override name = 'Unreachable';
}

/**
 * Asks name servers directly, as many names at once as there are: the system's own look-up holds one of a few threads, and
 * a few names whose servers hang would hold up every delivery.
 * @param isOpen whether names that only this system knows may lead somewhere; then they are looked up by its rules
 */
function nameServers(isOpen: boolean): Resolve {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const ask = async (host: string): Promise<Found[]> => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
  return async (host) => {
    // A name of one word, and what ends in localhost, is none of the public ones.
    const isOwn = /^[^.]+\.?$|\.localhost\.?$/.test(host);
    if (isOwn) return isOpen ? lookUp(host, { all: true }) : [];
    try {
      return await ask(host);
    } catch (error) {
      const isLate = codeOf(error) === 'ETIMEOUT';
      if (isOpen && !isLate) return lookUp(host, { all: true });
      throw error;
    }
  };
}

type Found = Awaited<ReturnType<Resolve>>[number];

const unknownName = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * What a name leads to, without what must not be connected to.
 * @throws Unreachable nothing is left
 */
async function permitted(
  host: string,
  resolve: Resolve,
  allow: readonly Cidr[],
): Promise<[Found, ...Found[]]> {
  let found: Found[];
  try {
    found = await resolve(host);
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    const what = unknownName.has(code) ? 'is not known' : 'cannot be looked up';
    throw new Unreachable(`the name ${host} ${what} (${code})`);
  }
  const [first, ...others] = found.filter(({ address }) => mayConnect(address, allow));
  if (first) return [first, ...others];
  // Which inner address it is, is nobody's business outside.
  throw new Unreachable(
    found.length > 0
      ? `the name ${host} leads to no public address`
      : `the name ${host} is not known (ENOTFOUND)`,
  );
}

const notPublic = (address: string) => `the address ${address} is not public`;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** @param isOut whether a connection had come about */
function wordsOf(error: Error, socket: Socket | null, isOut: boolean): string {
  if (error instanceof Unreachable) return error.message;
  const code = codeOf(error) ?? 'unknown';
  if (socket instanceof TLSSocket && socket.authorizationError)
    return `its certificate does not hold (${code})`;
  if (!isOut) return `the receiver cannot be reached (${code})`;
  if (code.startsWith('HPE_')) return `the receiver's answer cannot be read (${code})`;
  return `the connection broke before an answer (${code})`;
}

function failureOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  const words = `the receiver answered ${status}`;
  return status >= 300 && status <= 399 ? `${words}, and redirects are not followed` : words;
}

function excerptOf(chunks: readonly Buffer[]): string | null {
  // As a stream: a character whose other bytes are missing at the end is left out.
  const text = new TextDecoder()
    .decode(Buffer.concat(chunks), { stream: true })
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
