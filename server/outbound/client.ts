import type { Connections } from './connections.ts';
import type { Guard } from './guard.ts';

/*
 * The HTTP client for everything that leaves: deliveries and gateways. Redirects are not followed, certificates are verified,
 * no proxy is taken from the environment, and nothing is sent twice: a caller that wants to retry says so.
 */

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  /** http or https; a user name and password in it become an Authorization header. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** For the whole exchange, from the look-up to the last byte. */
  readonly timeoutMs: number;
  /** How much of the answer's body is read; the last chunk may come on top. */
  readonly mostBytes: number;
  /** Ends the exchange unless its status is there. */
  readonly signal?: AbortSignal;
  /** `new`: a connection that serves this request alone. */
  readonly connection?: 'pooled' | 'new';
}

/** An answer began; its status is final. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
  /** Whether the body ended; if not it was too long, broke off or did not end in time. */
  readonly isComplete: boolean;
}

/** No answer began. */
export interface Unanswered {
  readonly kind: 'unanswered';
  /** Whether there was a connection: the request may have been received. */
  readonly wasSent: boolean;
  /** Whether that connection had served another request before. */
  readonly wasReused: boolean;
  readonly cause: 'timeout' | 'stopped' | Error;
}

export type Exchange = Answered | Unanswered;

export interface OutboundClient {
  /** Makes one request. Never throws: whatever happens is an outcome. */
  exchange(request: OutboundRequest): Promise<Exchange>;
  /** Ends what is under way, as its signal would, and closes all connections. */
  close(): void;
}

export interface ClientOptions {
  /** What connections have to pass; none: every address may be connected to. */
  readonly guard?: Guard;
  /** How long a connection is kept for the next request. */
  readonly idleMs: number;
  /** How many connections to one origin there may be; further requests wait for one, within their time. */
  readonly mostPerOrigin: number;
}

/** Makes a client with connections of its own. */
export function makeClient(options: ClientOptions): OutboundClient {
  let connections: Promise<Connections> | undefined;
  const underWay = new Set<() => void>();
  let isClosed = false;

  // undici takes 100 ms and 8 MB to load, which is no part of an exchange's time; a process that sends nothing does without.
  const open = (): Promise<Connections> => {
    connections ??= import('./connections.ts').then(({ openConnections }) =>
      openConnections(options),
    );
    return connections;
  };

  return {
    async exchange(request) {
      const { method, url, headers, body, timeoutMs, mostBytes, signal } = request;
      const isAlone = request.connection === 'new';
      const { dispatch } = await open();
      return new Promise((settle) => {
        let status: number | undefined;
        let retryAfter: string | undefined;
        const chunks: Buffer[] = [];
        let size = 0;
        let wasSent = false;
        let wasReused = false;
        let isOver = false;
        let giveUp = () => {};

        const end = (cause: 'timeout' | 'stopped' | 'complete' | Error) => {
          if (isOver) return;
          isOver = true;
          clearTimeout(timer);
          underWay.delete(stop);
          signal?.removeEventListener('abort', stop);
          const isComplete = cause === 'complete';
          if (status !== undefined)
            settle({
              kind: 'answered',
              status,
              retryAfter,
              body: Buffer.concat(chunks),
              isComplete,
            });
          else if (!isComplete) settle({ kind: 'unanswered', wasSent, wasReused, cause });
          if (!isComplete) giveUp();
        };
        const stop = () => end('stopped');
        const timer = setTimeout(() => end('timeout'), timeoutMs);
        if (isClosed || signal?.aborted) return stop();
        underWay.add(stop);
        signal?.addEventListener('abort', stop, { once: true });
        giveUp = dispatch(
          { method, url, headers, body, isAlone },
          {
            onSent(isReused) {
              wasSent = true;
              wasReused = isReused;
            },
            onStatus(code, after) {
              status = code;
              retryAfter = after;
            },
            onData(chunk) {
              if (isOver) return;
              size += chunk.length;
              chunks.push(chunk);
              if (size > mostBytes) end(new Error('the answer is too long'));
            },
            onComplete: () => end('complete'),
            onError: end,
          },
        );
      });
    },
    close() {
      isClosed = true;
      for (const stop of underWay) stop();
      connections?.then(({ close }) => close()).catch(() => {});
    },
  };
}
