import { Readable } from 'node:stream';
import type { Guard } from './connection-guard.ts';
import type { AnswerHeaders, Connections, Flow } from './http-connections.ts';

/*
 * HTTP client for all outbound requests: deliveries and gateways. Follows no redirects, verifies certificates, uses no proxy from
 * the environment, and sends nothing twice: retries are up to the caller.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface OutboundRequest {
  readonly method: Method;
  /** http or https; a user name and password in it become an Authorization header. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A stream is destroyed at the end of the exchange, whether it was sent or not; put its length into the header content-length.
   */
  readonly body?: Buffer | Readable;
  /** For the whole exchange, from the look-up to the last byte. */
  readonly timeoutMs: number;
  /** Maximum bytes read of the response body; the last chunk may exceed it. */
  readonly mostBytes: number;
  /** Ends the exchange unless its status has arrived. */
  readonly signal?: AbortSignal;
  /** `new`: a dedicated connection for this request. */
  readonly connection?: 'pooled' | 'new';
}

/** A response with a final status. */
interface FinalResponse {
  readonly kind: 'answered';
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
  /** True if the body ended; otherwise it was too long, was interrupted or timed out. */
  readonly isComplete: boolean;
}

/** A request without a response. */
export interface NoResponse {
  readonly kind: 'unanswered';
  /** True if there was a connection: the request may have been received. */
  readonly wasSent: boolean;
  /** True if that connection had served an earlier request. */
  readonly wasReused: boolean;
  readonly cause: 'timeout' | 'stopped' | Error;
}

export type Exchange = FinalResponse | NoResponse;

/** A response whose body is still to be read. */
interface OpenResponse {
  readonly kind: 'opened';
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Fails if the body is too long, is interrupted or times out. The caller must destroy it, whether read or not. */
  readonly stream: Readable;
}

export interface OutboundClient {
  /** Makes one request, and streams the response body with backpressure. Never throws. */
  open(request: OutboundRequest): Promise<OpenResponse | NoResponse>;
  /** Makes one request. Never throws: every failure is a result. */
  exchange(request: OutboundRequest): Promise<Exchange>;
  /** Aborts all exchanges in progress, and closes all connections. */
  close(): void;
}

export interface ClientOptions {
  /** Guard for connections; without one, every address is allowed. */
  readonly guard?: Guard;
  /** Time that a connection is kept for the next request. */
  readonly idleMs: number;
  /** Maximum connections per origin; further requests wait for one, within their timeout. */
  readonly mostPerOrigin: number;
}

type Ending = 'complete' | 'timeout' | 'stopped' | Error;

/** Receiver of a response: at most one status, then data, and exactly one end. */
interface Sink {
  onStatus(status: number, headers: AnswerHeaders, flow: Flow): void;
  onData(chunk: Buffer): void;
  onEnd(ending: Ending, connection: Pick<NoResponse, 'wasSent' | 'wasReused'>): void;
}

/** Creates a client with a separate connection pool. */
export function makeClient(options: ClientOptions): OutboundClient {
  let connections: Promise<Connections> | undefined;
  const underWay = new Set<() => void>();
  let isClosed = false;

  // undici takes 100 ms and 8 MB to load, which must not count towards an exchange's timeout; processes that send nothing avoid
  // it.
  const connect = (): Promise<Connections> => {
    connections ??= import('./http-connections.ts').then(({ openConnections }) =>
      openConnections(options),
    );
    return connections;
  };

  /** @returns a function that ends it unless it is over */
  function run({ dispatch }: Connections, request: OutboundRequest, sink: Sink): () => void {
    const { method, url, headers, body, timeoutMs, mostBytes, signal } = request;
    const isAlone = request.connection === 'new';
    let size = 0;
    let wasSent = false;
    let wasReused = false;
    let isOver = false;
    let giveUp = () => {};

    const end = (ending: Ending) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      underWay.delete(stop);
      signal?.removeEventListener('abort', stop);
      sink.onEnd(ending, { wasSent, wasReused });
      if (ending !== 'complete') giveUp();
      if (body instanceof Readable) body.destroy();
    };
    const stop = () => end('stopped');
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    // An error of the body stream aborts the request, and is reported as the request's error.
    if (body instanceof Readable) body.on('error', end);
    if (isClosed || signal?.aborted) {
      stop();
      return stop;
    }
    underWay.add(stop);
    signal?.addEventListener('abort', stop, { once: true });
    giveUp = dispatch(
      { method, url, headers, body, isAlone },
      {
        onSent(isReused) {
          wasSent = true;
          wasReused = isReused;
        },
        onStatus: sink.onStatus,
        onData(chunk) {
          if (isOver) return;
          size += chunk.length;
          sink.onData(chunk);
          if (size > mostBytes) end(new Error('the answer is too long'));
        },
        onComplete: () => end('complete'),
        onError: end,
      },
    );
    return stop;
  }

  return {
    async exchange(request) {
      const opened = await connect();
      return new Promise((settle) => {
        let head: Pick<FinalResponse, 'status' | 'retryAfter'> | undefined;
        const chunks: Buffer[] = [];
        run(opened, request, {
          onStatus(status, headers) {
            head = { status, retryAfter: headers['retry-after'] };
          },
          onData: (chunk) => chunks.push(chunk),
          onEnd(ending, connection) {
            const isComplete = ending === 'complete';
            if (head)
              settle({ kind: 'answered', ...head, body: Buffer.concat(chunks), isComplete });
            else if (!isComplete) settle({ kind: 'unanswered', ...connection, cause: ending });
          },
        });
      });
    },
    async open(request) {
      const opened = await connect();
      return new Promise((settle) => {
        let flow: Flow | undefined;
        let stop = () => {};
        const stream = new Readable({
          read: () => flow?.resume(),
          destroy(error, done) {
            stop();
            done(error);
          },
        });
        // It may fail before it has a reader.
        stream.on('error', () => {});
        stop = run(opened, request, {
          onStatus(status, headers, controller) {
            flow = controller;
            settle({ kind: 'opened', status, headers, stream });
          },
          onData(chunk) {
            if (!stream.push(chunk)) flow?.pause();
          },
          onEnd(ending, connection) {
            if (ending === 'complete') stream.push(null);
            else {
              stream.destroy(ending instanceof Error ? ending : new Error(`the answer: ${ending}`));
              settle({ kind: 'unanswered', ...connection, cause: ending });
            }
          },
        });
      });
    },
    close() {
      isClosed = true;
      for (const stop of underWay) stop();
      connections?.then(({ close }) => close()).catch(() => {});
    },
  };
}
