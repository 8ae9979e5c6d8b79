import { connect, type Socket } from 'node:net';

/*
 * Minimal HTTP/1.1 for a million requests: many in flight on one connection, with responses kept as received, so that they can be compared
 * as texts.
 */

/** A request, ready to send. */
export interface WireRequest {
  readonly bytes: Buffer;
  /** True if the response has no body although its headers announce a length. */
  readonly isHead: boolean;
}

/** A response. */
export interface WireResponse {
  readonly status: number;
  /** All of it, one character per byte, its head {@link comparable}. */
  readonly text: string;
  /** From sending to the last byte. */
  readonly ms: number;
}

interface AskedWith {
  /** Without the word Bearer. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** @param path from the first slash on. All requests have the same X-Request-Id, so that responses that echo it are equal. */
export function requestText(
  method: string,
  path: string,
  { key, headers, body }: AskedWith = {},
): WireRequest {
  const sent =
    body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: torture',
    'x-request-id: torture',
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    ...(sent === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(sent)}`]),
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${sent ?? ''}`);
  return { bytes, isHead: method === 'HEAD' };
}

/**
 * Common part of equal responses: the head without its Date, and of a cursor, which is encrypted with a new nonce each time, its length.
 */
const comparable = (head: string) =>
  head
    .replace(/\r\ndate: [^\r]*/i, '')
    .replace(/([?&]after=)([\w-]+)/, (_, name: string, cursor: string) => name + cursor.length);

/** Timeout of a response. */
const patienceMs = 20_000;

interface Waiting {
  readonly isHead: boolean;
  readonly since: number;
  readonly resolve: (heard: WireResponse) => void;
  readonly reject: (error: Error) => void;
}

/** One connection. Responses come in the order of the requests. */
export class PipelinedConnection {
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  readonly #watch: NodeJS.Timeout;
  #rest: Buffer = Buffer.alloc(0);
  #isCorked = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (part) => this.#read(part));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the service closed the connection')));
    this.#watch = setInterval(() => {
      const [oldest] = this.#waiting;
      if (oldest && performance.now() - oldest.since > patienceMs)
        socket.destroy(new Error(`no answer within ${patienceMs} ms`));
    }, 1_000);
  }

  static open(port: number): Promise<PipelinedConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new PipelinedConnection(socket));
      });
    });
  }

  /** @throws if the connection ends, or nothing arrives for 20 s */
  ask({ bytes, isHead }: WireRequest): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      // Requests of the same tick are sent together.
      if (!this.#isCorked) {
        this.#isCorked = true;
        this.#socket.cork();
        process.nextTick(() => {
          this.#isCorked = false;
          this.#socket.uncork();
        });
      }
      this.#waiting.push({ isHead, since: performance.now(), resolve, reject });
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(part: Buffer): void {
    const bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    let from = 0;
    for (;;) {
      const waiting = this.#waiting[0];
      const end = bytes.indexOf('\r\n\r\n', from);
      if (!waiting || end < 0) break;
      const head = bytes.toString('latin1', from, end);
      const length = waiting.isHead ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      if (!Number.isInteger(length)) {
        this.#socket.destroy(new Error(`an answer without a length: ${head}`));
        return;
      }
      const next = end + 4 + length;
      if (bytes.length < next) break;
      this.#waiting.shift();
      waiting.resolve({
        status: Number(head.slice(9, 12)),
        text: comparable(head) + bytes.toString('latin1', end, next),
        ms: performance.now() - waiting.since,
      });
      from = next;
    }
    this.#rest = bytes.subarray(from);
  }

  #fail(error: Error): void {
    clearInterval(this.#watch);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
