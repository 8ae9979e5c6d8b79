import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * Common code of the fake messaging gateways. Each is a real HTTP server on 127.0.0.1 with the gateway's documented contract, and fails in
 * every way that the tests need. Requests are validated first: an invalid one gets the answer of the real gateway, whatever the mode.
 */

export type Fields = Record<string, unknown>;

/** Headers of a callback; undefined omits a default one. */
export type Headers = Record<string, string | undefined>;

/**
 * Mode of an answer. The message is sent: ok; hang (no answer), reset (the connection ends without one), malformed (broken JSON), empty (no
 * body), no-id, oversized (5 MB), drip (a byte every 200 ms forever), proxy (504 with a page). The message is not sent: hang-unsent (no
 * answer), unauthorized, missing (no such instance, session or phone), disconnected, rejected (the number has no account), throttled, error
 * (500), redirect (302 to {@link Gateway.redirectTo}).
 */
export type Mode =
  | 'ok'
  | 'hang'
  | 'hang-unsent'
  | 'reset'
  | 'unauthorized'
  | 'missing'
  | 'disconnected'
  | 'rejected'
  | 'throttled'
  | 'error'
  | 'malformed'
  | 'empty'
  | 'no-id'
  | 'oversized'
  | 'drip'
  | 'proxy'
  | 'redirect';

/** A sent message. */
export interface Send {
  /** Digits only. */
  readonly to: string;
  readonly text: string;
  /** Id of the network, as in the callbacks. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Id given by the sender, if the gateway accepts one. */
  readonly reference?: string;
}

/** A change of a sent message. */
export interface Change {
  /** Address of the chat in the request. */
  readonly to: string;
  /** Id of the network. */
  readonly id: string;
  readonly kind: 'edit' | 'revoke';
  readonly text?: string;
  /** In seconds, by the network's clock. */
  readonly at: number;
  /** False if the network has no such chat: the change is not seen, although the gateway reports success. */
  readonly isSeen: boolean;
}

/** A requested message. */
export type Message = Pick<Send, 'to' | 'text' | 'reference'>;

/** A completely received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly raw: string;
  /** The body's bytes. */
  readonly bytes: Buffer;
  /** Undefined if the body is not JSON, or not declared as JSON. */
  readonly body: unknown;
}

/** Content of an answer: JSON, unless `text` is given. */
export interface Answer {
  readonly status: number;
  readonly body?: Fields;
  readonly text?: string;
  /** Instead of these two. */
  readonly bytes?: Buffer;
  readonly headers?: Record<string, string>;
  /** True if the message was sent anyway. */
  readonly sent?: boolean;
}

/** Meaning of a request; one that the real gateway would refuse, or that no mode affects, has its answer. */
export type Asked =
  | { readonly kind: 'send'; readonly message: Message }
  | {
      readonly kind: 'change';
      readonly message: Message;
      readonly change: Change;
      readonly answer: Answer;
    }
  | { readonly kind: 'health' }
  | { readonly kind: 'wrong'; readonly answer: Answer };

/** A request that the real gateway would refuse. */
export function wrong(answer: Answer): Asked {
  return { kind: 'wrong', answer };
}

/** Answer to a callback. */
export interface Delivered {
  readonly status: number;
  readonly text: string;
}

/** Modes that do not concern a message: the health endpoint has them too. */
const ofAnyRequest = new Set<string>([
  'unauthorized',
  'missing',
  'throttled',
  'error',
  'unavailable',
]);

/** @typeParam M additional modes of this gateway */
export abstract class Gateway<M extends string = never> {
  /** Messages that the network sent, in order, including those with a lost answer. */
  readonly sends: Send[] = [];
  /** Changes of sent messages that the gateway passed on, in order, including those with a lost answer. */
  readonly changes: Change[] = [];
  /** Completely received requests. */
  readonly log: Received[] = [];
  /** Number of received requests. */
  requests = 0;
  /** Number of requests that are neither answered nor aborted. */
  open = 0;
  /** Mode of the next answers. */
  mode: Mode | M = 'ok';
  /** Mode of the health endpoint, if it differs from `mode`. */
  healthMode: Mode | M | undefined;
  /** True if the account is online. Otherwise the mode ok sends nothing either. */
  connected = true;
  /** In seconds: the header Retry-After of the mode throttled. Undefined omits it. */
  retryAfter: number | undefined;
  /** Target of the mode redirect. */
  redirectTo = '/elsewhere';
  /** Seconds by which the network's clock is behind. */
  lag = 0;
  /** Runs when a message is sent but not answered yet: a callback that overtakes the answer, or a pause. */
  onSend: ((send: Send) => unknown) | undefined;
  /** The same for a change. */
  onChange: ((change: Change) => unknown) | undefined;

  readonly #server = http.createServer((request, response) => {
    this.requests += 1;
    this.open += 1;
    response.once('close', () => {
      this.open -= 1;
    });
    void this.#serve(request, response);
  });
  readonly #modes = new Map<string, (Mode | M)[]>();
  #url = '';

  /** The network's time, in seconds. */
  protected get networkTime(): number {
    return secondsNow() - this.lag;
  }

  /** The base address, such as http://127.0.0.1:40123. */
  get url(): string {
    return this.#url;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  /** Stops it, and closes all of its connections. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Modes for sends to a number, overriding `mode`: one after the other, and the last one stays. */
  behave(number: string, ...modes: (Mode | M)[]): void {
    this.#modes.set(digits(number), modes);
  }

  /** Posts any body, a text unchanged; authenticated, unless the headers override that. */
  abstract callback(to: string, body: Fields | string, headers?: Headers): Promise<Delivered>;

  /** Interprets a request. */
  protected abstract read(received: Received): Asked | Promise<Asked>;
  /** The answer to a sent message, in the modes ok and no-id and those of this gateway. */
  protected abstract accepted(send: Send, mode: Mode | M): Answer;
  /** The answer in a refusing mode; without a message it is that of the health endpoint. */
  protected abstract refused(
    mode: Mode | M,
    received: Received,
    message: Message | undefined,
  ): Answer | undefined;
  protected abstract health(connected: boolean, received: Received): Answer;
  protected abstract newId(message: Message): string;

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    // A client that hangs up before the answer is no failure of the gateway.
    response.on('error', () => {});
    const received = await receive(request);
    if (!received) return;
    this.log.push(received);
    const reading = await this.read(received);
    if (reading.kind === 'wrong') return write(response, reading.answer);
    if (reading.kind === 'health') {
      const mode = this.healthMode ?? this.mode;
      const connected = this.connected && mode !== 'disconnected';
      const refusal = ofAnyRequest.has(mode) ? this.refused(mode, received, undefined) : undefined;
      return this.#answer(
        response,
        mode,
        refusal ?? this.#between(mode) ?? this.health(connected, received),
      );
    }
    const { message } = reading;
    const mode = this.#modeFor(message.to);
    const refusal = this.refused(mode, received, message) ?? this.#between(mode);
    const isMade = mode !== 'hang-unsent' && (refusal?.sent ?? refusal === undefined);
    if (reading.kind === 'change') {
      if (isMade) {
        this.changes.push(reading.change);
        await this.onChange?.(reading.change);
      }
      return this.#answer(response, mode, refusal ?? reading.answer);
    }
    const send: Send = { ...message, id: this.newId(message), at: Date.now() };
    if (isMade) {
      this.sends.push(send);
      await this.onSend?.(send);
    }
    this.#answer(response, mode, refusal ?? this.accepted(send, mode));
  }

  #modeFor(number: string): Mode | M {
    const modes = this.#modes.get(number) ?? [];
    const mode = (modes.length > 1 ? modes.shift() : modes[0]) ?? this.mode;
    return mode === 'ok' && !this.connected ? 'disconnected' : mode;
  }

  /** The answer of a proxy between the client and the gateway. */
  #between(mode: Mode | M): Answer | undefined {
    if (mode === 'redirect') {
      return { status: 302, text: '', headers: { location: this.redirectTo } };
    }
    if (mode !== 'proxy') return undefined;
    return {
      status: 504,
      text: '<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n<body>nginx</body>\r\n</html>\r\n',
      headers: { 'content-type': 'text/html' },
      sent: true,
    };
  }

  #answer(response: http.ServerResponse, mode: Mode | M, answer: Answer): void {
    if (mode === 'hang' || mode === 'hang-unsent') return;
    if (mode === 'reset') {
      response.destroy();
    } else if (mode === 'drip') {
      drip(response, answer);
    } else if (mode === 'malformed') {
      const text = textOf(answer);
      write(response, { ...answer, text: text.slice(0, text.length / 2) });
    } else if (mode === 'empty') {
      write(response, { ...answer, text: '' });
    } else if (mode === 'oversized') {
      const padding = 'x'.repeat(5 * 1024 * 1024);
      write(response, { ...answer, body: { ...answer.body, padding } });
    } else if (mode === 'throttled' && this.retryAfter !== undefined) {
      write(response, { ...answer, headers: { 'retry-after': String(this.retryAfter) } });
    } else {
      write(response, answer);
    }
  }
}

// Requests and answers ---------------------------------------------------------------------------------------------

/** Reads a request; undefined if the client disconnects before its end. */
async function receive(request: http.IncomingMessage): Promise<Received | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  const bytes = Buffer.concat(chunks);
  const raw = bytes.toString('utf8');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway');
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    raw,
    bytes,
    body: /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '')
      ? parse(raw)
      : undefined,
  };
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function textOf({ text, body = {} }: Answer): string {
  return text ?? JSON.stringify(body);
}

const json = { 'content-type': 'application/json; charset=utf-8' };

function write(response: http.ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...json, ...answer.headers });
  response.end(answer.bytes ?? textOf(answer));
}

/** First the beginning of the answer, then blanks. */
function drip(response: http.ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(textOf(answer));
  let next = 0;
  response.writeHead(answer.status, { ...json, ...answer.headers });
  response.flushHeaders();
  const timer = setInterval(() => {
    response.write(next < bytes.length ? bytes.subarray(next, next + 1) : ' ');
    next += 1;
  }, 200);
  response.once('close', () => clearInterval(timer));
}

// Callbacks --------------------------------------------------------------------------------------------------------

/** One request to an address, over a separate connection. Rejects if the connection fails, or nothing arrives for 20 s. */
export function deliver(
  url: string,
  method: 'GET' | 'POST',
  body?: string,
  headers: Headers = {},
): Promise<Delivered> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method,
      agent: false,
      timeout: 20_000,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([, value]) => value !== undefined),
      ) as Record<string, string>,
    });
    request.once('error', reject);
    request.once('timeout', () => request.destroy(new Error(`no answer from ${url}`)));
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.end(body);
  });
}

/** A POST of JSON. Headers of `over` replace those of the same name, regardless of case. */
export function post(
  url: string,
  body: string,
  baseHeaders: Headers,
  over: Headers = {},
): Promise<Delivered> {
  const headers: Headers = { 'content-type': 'application/json' };
  for (const [name, value] of [...Object.entries(baseHeaders), ...Object.entries(over)]) {
    headers[name.toLowerCase()] = value;
  }
  return deliver(url, 'POST', body, headers);
}

// Helpers -----------------------------------------------------------------------------------------------------------

export function digits(phone: string): string {
  return phone.replace(/\D/g, '');
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** A message id as generated by WhatsApp's web clients. */
export function webId(): string {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
}

/** Random capitals and digits. */
export function randomText(length: number): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('');
}

/** A unique key or secret, so that a search for it reveals where it leaked. */
export function newSecret(): string {
  return randomBytes(20).toString('hex');
}
