import {
  ConnectionError,
  type ErrorCode,
  errorOf,
  PautaError,
  retryAfterOf,
  TimeoutError,
} from './errors.ts';
import {
  type Envelope,
  exchange,
  type Fetch,
  type Incoming,
  newKey,
  type Outgoing,
  searchOf,
} from './exchange.ts';

/*
 * Sends a call, with retries under the same idempotency key.
 */

export interface PautaOptions {
  /** Address of the service: `https://pauta.example.com`, with or without `/api`. Optional in pages of the service itself. */
  readonly baseUrl?: string | undefined;
  /** An API key, `pauta_…`. */
  readonly apiKey?: string | undefined;
  /** Instead of a key, in pages of the service itself: the slug of the signed-in user's team. */
  readonly team?: string | undefined;
  /** Timeout of one request in milliseconds, including its response; default 30,000. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries per call; default 3. */
  readonly maxRetries?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Receives each request after its response, also retries. Errors that it throws are ignored. */
  readonly log?: ((request: RequestLog) => void) | undefined;
}

/** A request for a log: without keys, headers, query, bodies. */
export interface RequestLog {
  readonly method: string;
  /** Path below the API's root, without its query: `/deals/01a1…`. */
  readonly path: string;
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** 1 for the first request of a call, 2 for its first retry. */
  readonly attempt: number;
  /** Milliseconds until the response was read; for files and streams, until it began. */
  readonly durationMs: number;
  /** The request's ID in the service's log. */
  readonly requestId: string | undefined;
  /** Code of the failure. */
  readonly error: ErrorCode | 'ABORTED' | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, even between retries; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Idempotency key of a POST (1 to 255 printable ASCII characters), to repeat it safely, even from another process. Default: a random key. */
  readonly idempotencyKey?: string | undefined;
  /** Additional headers, such as `X-Request-Id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Input of a call. */
interface Input {
  readonly query?: object | undefined;
  /** Sent as JSON, or as it is if it is a form. */
  readonly body?: unknown;
}

/** Parsed body and response, whose body has been read. */
export interface Answered {
  readonly envelope: Envelope;
  readonly response: Response;
}

/** Maximum Retry-After in seconds that is waited for: the window of the service's rate limit. */
const maxAsked = 60;

/** Milliseconds until the next attempt. Jitter keeps clients that failed together from retrying together. */
export function pauseBefore(tries: number, retryAfter: number | undefined, status: number): number {
  if (retryAfter === undefined)
    return Math.min(500 * 2 ** tries, 8_000) * (0.5 + Math.random() / 2);
  const ms = retryAfter * 1_000;
  // Doubles the wait each time while the service is overloaded.
  const longer = status === 503 ? Math.min(ms * 2 ** tries, maxAsked * 1_000) : ms;
  return longer + Math.random() * Math.min(longer / 4, 2_000);
}

/** True if a retry may help and does nothing twice. */
function mayTryAgain({ response, refusal }: Incoming): boolean {
  const { status, headers } = response;
  if (status === 409) return headers.has('retry-after');
  // From a proxy that cannot reach the service.
  if ((status === 502 || status === 504) && !refusal) return true;
  return status === 429 || status === 503;
}

/** @throws the signal's reason */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const invalidOptions = (message: string) => new PautaError('INVALID_OPTIONS', message);

/** Base URL of the operations, without a trailing slash. @throws PautaError INVALID_OPTIONS */
function rootOf({ baseUrl, apiKey, team }: PautaOptions): string {
  const { location } = globalThis as { location?: { readonly origin: string } };
  const url = baseUrl ?? location?.origin ?? '';
  if (!URL.canParse(url, location?.origin))
    throw invalidOptions(
      'baseUrl must be the address of the service, such as https://pauta.example.com.',
    );
  const { origin, pathname } = new URL(url, location?.origin);
  const root = `${origin}${pathname.replace(/\/+$/, '') || '/api'}`;
  if (team !== undefined) {
    if (apiKey !== undefined) throw invalidOptions('apiKey and team cannot be combined.');
    return `${root}/panel/teams/${encodeURIComponent(team)}`;
  }
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw invalidOptions('apiKey must be an API key, pauta_…, without spaces or line breaks.');
  return `${root}/v1`;
}

const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** Sends requests with an address, a key, a timeout and retries. All fields are private, so printing or serialising it reveals nothing. */
export class Transport {
  readonly #root: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeout: number;
  readonly #maxRetries: number;
  readonly #fetch: Fetch;
  readonly #log: PautaOptions['log'];

  /** @throws PautaError INVALID_OPTIONS */
  constructor(options: PautaOptions) {
    this.#root = rootOf(options);
    const { apiKey, timeout = 30_000, maxRetries = 3 } = options;
    this.#headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    this.#timeout = timeout;
    this.#maxRetries = maxRetries;
    this.#log = options.log;
    // Browsers refuse to call fetch as a method of another object.
    this.#fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
  }

  /**
   * @param path relative to the API's root, with a leading /
   * @throws PautaError, or the reason of `options.signal`
   */
  send(method: string, path: string, input: Input, options: CallOptions = {}): Promise<Answered> {
    const answered = ({ envelope, response }: Incoming) => envelope && { envelope, response };
    return this.#repeat(this.#outgoing(method, path, input, options), options, answered);
  }

  /** Requests a file. @returns the response, whose body has not been read. @throws as {@link send} */
  open(path: string, query: object, options: CallOptions = {}): Promise<Response> {
    const outgoing = { ...this.#outgoing('GET', path, { query }, options), isFile: true };
    return this.#repeat(outgoing, options, ({ response }) => (response.ok ? response : undefined));
  }

  #outgoing(method: string, path: string, { query, body }: Input, options: CallOptions): Outgoing {
    return {
      method,
      url: this.#root + path + searchOf({ ...query }),
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
      key: method === 'POST' ? (options.idempotencyKey ?? newKey()) : undefined,
      headers: { ...options.headers, ...this.#headers },
    };
  }

  /** Repeats a request until it has a result. @param resultOf returns undefined for a failure */
  async #repeat<T>(
    outgoing: Outgoing,
    { signal, timeout = this.#timeout, maxRetries = this.#maxRetries }: CallOptions,
    resultOf: (incoming: Incoming) => T | undefined,
  ): Promise<T> {
    if (!(timeout > 0) || !isWhole(maxRetries))
      throw invalidOptions(
        'timeout must be more than 0 milliseconds, and maxRetries a whole number from 0.',
      );
    for (let tries = 0; ; tries++) {
      const isLast = tries >= maxRetries;
      let pause: number;
      try {
        const incoming = await this.#logged(outgoing, tries + 1, () =>
          this.#attempt(outgoing, timeout, signal),
        );
        const result = resultOf(incoming);
        if (result) return result;
        const { response } = incoming;
        const retryAfter = retryAfterOf(response);
        if (isLast || !mayTryAgain(incoming) || (retryAfter ?? 0) > maxAsked)
          throw errorOf(incoming);
        pause = pauseBefore(tries, retryAfter, response.status);
      } catch (error) {
        if (isLast || !(error instanceof ConnectionError)) throw error;
        pause = pauseBefore(tries, undefined, 0);
      }
      await sleep(pause, signal);
    }
  }

  /** Logs one request. @throws as {@link #attempt} */
  async #logged(
    { method, url }: Outgoing,
    attempt: number,
    send: () => Promise<Incoming>,
  ): Promise<Incoming> {
    if (!this.#log) return send();
    const begun = performance.now();
    let incoming: Incoming | undefined;
    let failure: RequestLog['error'] = 'ABORTED';
    try {
      incoming = await send();
      return incoming;
    } catch (error) {
      if (error instanceof PautaError) failure = error.code;
      throw error;
    } finally {
      const { response, refusal } = incoming ?? {};
      const [path = ''] = url.slice(this.#root.length).split('?');
      const entry = {
        method,
        path,
        status: response?.status,
        attempt,
        durationMs: Math.round(performance.now() - begun),
        requestId: response?.headers.get('x-request-id') ?? undefined,
        error: response ? (refusal?.code as ErrorCode | undefined) : failure,
      };
      try {
        this.#log(entry);
      } catch {
        // A broken log does not break calls.
      }
    }
  }

  /** @throws ConnectionError, TimeoutError, or the signal's reason */
  async #attempt(
    outgoing: Outgoing,
    timeout: number,
    signal: AbortSignal | undefined,
  ): Promise<Incoming> {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const stop = () => ending.abort(signal?.reason);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      ending.abort();
    }, timeout);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      // Following a redirect would turn a POST into a GET, and could send the key to another host.
      const init = { signal: ending.signal, redirect: 'manual' } as const;
      return await exchange(this.#fetch, { ...outgoing, init });
    } catch (cause) {
      signal?.throwIfAborted();
      const { origin } = new URL(outgoing.url);
      if (isLate)
        throw new TimeoutError('TIMEOUT', `${origin} did not respond within ${timeout} ms.`);
      const { cause: why } = cause as Error;
      const reason = (why instanceof Error && why.message) || (cause as Error).message;
      throw new ConnectionError('CONNECTION', `${origin} cannot be reached: ${reason}`, { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}
