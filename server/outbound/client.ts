import { Readable } from 'node:stream';
import type { AnswerHeaders, Connections, Flow } from './connections.ts';
import type { Guard } from './guard.ts';

/*
 * The HTTP client for everything that leaves: deliveries and gateways. Redirects are not followed, certificates are verified,
 * no proxy is taken from the environment, and nothing is sent twice: a caller that wants to retry says so.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface OutboundRequest {
  readonly method: Method;
  /** http or https; a user name and password in it become an Authorization header. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is destroyed when the exchange is over, sent or not; its length goes into the header content-length. */
  readonly body?: Buffer | Readable;
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

/** An answer began whose body is still to be read. */
export interface Opened {
  readonly kind: 'opened';
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Fails where the body is too long, breaks off or does not end in time. Whoever asked destroys it, read or not. */
  readonly stream: Readable;
}

export interface OutboundClient {
  /** Makes one request, whose answer's body is read as fast as it is taken. Never throws. */
  open(request: OutboundRequest): Promise<Opened | Unanswered>;
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

type Ending = 'complete' | 'timeout' | 'stopped' | Error;

/** What is told of one request: at most one status, then data, and its end once. */
interface Sink {
  onStatus(status: number, headers: AnswerHeaders, flow: Flow): void;
  onData(chunk: Buffer): void;
  onEnd(ending: Ending, connection: Pick<Unanswered, 'wasSent' | 'wasReused'>): void;
}

/** Makes a client with connections of its own. */
export function makeClient(options: ClientOptions): OutboundClient {
  let connections: Promise<Connections> | undefined;
  const underWay = new Set<() => void>();
  let isClosed = false;

  // undici takes 100 ms and 8 MB to load, which is no part of an exchange's time; a process that sends nothing does without.
  const connect = (): Promise<Connections> => {
    connections ??= import('./connections.ts').then(({ openConnections }) =>
      openConnections(options),
    );
    return connections;
  };

  /** @returns ends it unless it is over */
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
    // What breaks a body off breaks its request off, too, which is told as the request's own error.
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
        let head: Pick<Answered, 'status' | 'retryAfter'> | undefined;
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
        // It may fail before anybody reads it.
        stream.on('error', () => {});
        stop = run(opened, request, {
          onStatus(status, headers, given) {
            flow = given;
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
