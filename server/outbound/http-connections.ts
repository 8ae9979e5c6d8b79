import { isIP, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { type Guard, Untrusted } from './connection-guard.ts';
import type { ClientOptions, Method } from './http-client.ts';

/* undici for the outbound client: a pool per origin, with guarded connections. */

/** A request of the client. */
interface Dispatched {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | undefined;
  /** Uses a dedicated connection for this request. */
  readonly isAlone: boolean;
}

/** Response headers, with names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

/** Pauses the bytes of a response. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** Events of a request: at most one of `onComplete` and `onError`. */
interface Events {
  /** The request is being sent on a connection. */
  onSent(isReused: boolean): void;
  /** Final status; interim ones are omitted. */
  onStatus(status: number, headers: AnswerHeaders, flow: Flow): void;
  onData(chunk: Buffer): void;
  onComplete(): void;
  onError(error: Error): void;
}

export interface Connections {
  /**
   * Sends a request. Does not throw.
   * @returns a function that aborts it: closes its connection, or keeps it from connecting
   */
  dispatch(request: Dispatched, events: Events): () => void;
  close(): void;
}

/**
 * Connect timeout of one of several addresses before the next is tried. Node.js's default of a quarter of a second is too short
 * for distant receivers.
 */
const addressTimeoutMs = 2_000;

export function openConnections({ guard, idleMs, mostPerOrigin }: ClientOptions): Connections {
  const connect = connectorWith(guard);
  const options: Client.Options = {
    pipelining: 1,
    // The client has a single timeout for the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    maxHeaderSize: 16_384,
  };
  const open = (origin: URL) => new Connection(origin, options, connect);
  const agent = new Agent({
    factory: (origin: string) =>
      new Pool(origin, { connections: mostPerOrigin, connect, factory: open }),
  });

  return {
    dispatch({ method, url, headers, body = null, isAlone }, events) {
      const exchange = new RunningExchange(events);
      try {
        const alone = isAlone ? open(new URL(url.origin)) : undefined;
        if (alone) exchange.closesWith(alone);
        const dispatched: DispatchedWithin = {
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: { ...credentialsOf(url), ...headers },
          body,
          exchange,
        };
        (alone ?? agent).dispatch(dispatched, exchange);
      } catch (error) {
        events.onError(error instanceof Error ? error : new Error(String(error)));
      }
      return () => exchange.giveUp();
    },
    close() {
      agent.destroy().catch(() => {});
    },
  };
}

/** @throws URIError if they cannot be decoded */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Like undici's connector, but also returns the socket immediately, before it is connected. */
type Connect = (to: buildConnector.Options, done: buildConnector.Callback) => Socket | undefined;

function connectorWith(guard: Guard | undefined): Connect {
  const connect = buildConnector({
    ...(guard ? { lookup: guard.lookup } : {}),
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    timeout: 0,
  });
  return (to, done) => {
    // A literal address in the URL is connected to without a look-up.
    if (guard && isIP(to.hostname) !== 0) guard.check(to.hostname);
    const socket: unknown = connect(to, (...[error, connected]) => {
      const isUntrusted = socket instanceof TLSSocket && socket.authorizationError;
      if (error) done(isUntrusted ? new Untrusted(error) : error, null);
      else done(null, connected);
    });
    return socket instanceof Socket ? socket : undefined;
  };
}

interface DispatchedWithin extends Dispatcher.DispatchOptions {
  readonly exchange: RunningExchange;
}

/** A connection to one origin, with state that undici does not expose. */
class Connection extends Client {
  readonly #state: { socket: Socket | undefined; requests: number };

  constructor(origin: URL, options: Client.Options, connect: Connect) {
    const state: { socket: Socket | undefined; requests: number } = {
      socket: undefined,
      requests: 0,
    };
    super(origin, {
      ...options,
      connect(to, done) {
        state.requests = 0;
        state.socket = connect(to, done);
      },
    });
    this.#state = state;
  }

  override dispatch(options: DispatchedWithin, handler: Dispatcher.DispatchHandler): boolean {
    // Aborted while waiting for a connection: leaves this one for the next request.
    if (!options.exchange.runsOn(this)) return true;
    return super.dispatch(options, handler);
  }

  /** Counts a request. @returns true if the connection has served an earlier one */
  countRequest(): boolean {
    this.#state.requests += 1;
    return this.#state.requests > 1;
  }

  /** True if request data is waiting to be received by the other side. */
  get isWriting(): boolean {
    return (this.#state.socket?.writableLength ?? 0) > 0;
  }

  /** Destroys the connection, or the attempt to connect. */
  breakOff(): void {
    this.#state.socket?.destroy(new Error('given up'));
  }
}

const noFlow: Flow = { pause() {}, resume() {} };

/** Translates undici's events of one request to the client's. */
class RunningExchange implements Dispatcher.DispatchHandler {
  readonly #events: Events;
  #connection: Connection | undefined;
  #alone: Client | undefined;
  #isOver = false;

  constructor(events: Events) {
    this.#events = events;
  }

  closesWith(alone: Client): void {
    this.#alone = alone;
  }

  /** @returns false if it was aborted */
  runsOn(connection: Connection): boolean {
    this.#connection = connection;
    return !this.#isOver;
  }

  giveUp(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // Not undici's own abort, after which it reconnects for the aborted request.
    this.#connection?.breakOff();
    this.#close();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) controller.abort(new Error('given up'));
    else this.#events.onSent(this.#connection?.countRequest() ?? false);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const first = Object.entries(headers).map(
      ([name, value]) => [name, Array.isArray(value) ? value[0] : value] as const,
    );
    this.#events.onStatus(status, Object.fromEntries(first), controller);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#events.onData(chunk);
  }

  onResponseEnd(): void {
    // An unread request body would block the next request.
    if (this.#connection?.isWriting) this.#connection.breakOff();
    // undici releases the connection in its next immediate: if notified earlier, the next request would open another connection.
    queueMicrotask(() => setImmediate(() => this.#end(() => this.#events.onComplete())));
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#end(() => {
      // We never request an upgrade: undici treats this as a broken connection, we treat it as a response.
      if (error.message === 'bad upgrade') this.#events.onStatus(101, {}, noFlow);
      this.#events.onError(error);
    });
  }

  #end(tell: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    tell();
    this.#close();
  }

  #close(): void {
    this.#alone?.destroy().catch(() => {});
  }
}
