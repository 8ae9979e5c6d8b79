import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/*
 * An attacker: with its own addresses, for a limited time, with the few means that attacks are made of. Only ever against 127.0.0.1.
 */

/** A team whose people attack, and the ids that they know. */
export interface AttackingTeam {
  readonly id: string;
  readonly slug: string;
  readonly key: string;
  /** Read-only key of the same team. */
  readonly readKey: string;
  readonly project: string;
  readonly inbox: string;
  /** A pipeline of the project. */
  readonly pipeline: string;
}

/** The target. */
interface Target {
  /** Such as http://127.0.0.1:3000. */
  readonly origin: string;
  /** The database, for records that only time could have created. */
  readonly connection: pg.ClientConfig;
}

/** Means of an attacker. */
export interface AttackerMeans {
  readonly target: Target;
  readonly camp: AttackingTeam;
  readonly addresses: readonly string[];
  /** Number of teams that attack at the same time. */
  readonly camps: number;
}

/** Maximum number of requests per minute and address. */
export const requestsPerMinute = 60;

export interface Sent {
  readonly method?: string;
  /** After the origin, such as /api/v1/deals. */
  readonly path: string;
  readonly key?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

interface AttackResponse {
  /** 0 if the connection failed. */
  readonly status: number;
  /** The first and the last characters. */
  readonly text: string;
  readonly tail: string;
}

/** Minimum number of responses; an attack with fewer is extended. */
const minAnswered = 20;

/** Number of characters that are kept of a response. */
const maxKept = 4_000;

const portOf = ({ origin }: Target) => Number(new URL(origin).port);

/** A JSON body. */
export const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** The head of a request with a body, as sent. @param more header lines */
export function head(
  path: string,
  key: string | undefined,
  length: number,
  method = 'POST',
  more: readonly string[] = [],
) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...more,
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    ...(length === 0 ? [] : ['content-type: application/json', `content-length: ${length}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

export class Attacker {
  readonly target: Target;
  readonly camp: AttackingTeam;
  readonly addresses: readonly string[];
  readonly camps: number;
  /** Number of answers by status; `broken` if the connection failed. */
  readonly answers = new Map<string, number>();
  /** The text of the first response of each status. */
  readonly said = new Map<string, string>();
  /** Failures of the attacker itself. */
  readonly wrong: string[] = [];
  /** Requests rejected because of too many at once, which a faster machine might have served. */
  readonly refused: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  readonly #sockets = new Set<Socket>();
  readonly #over = new AbortController();
  #turn = 0;

  readonly #milliseconds: number;
  #answered = 0;

  /** @param milliseconds intended duration; up to four times as long if it starts slowly */
  constructor({ target, camp, addresses, camps }: AttackerMeans, milliseconds: number) {
    this.target = target;
    this.camp = camp;
    this.addresses = addresses;
    this.camps = camps;
    this.#milliseconds = milliseconds;
    setTimeout(() => this.end(), 4 * milliseconds).unref();
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Closes everything. */
  end(): void {
    this.#over.abort();
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Waits as long as the attack should last, but not beyond its end. */
  async wait(milliseconds = this.#milliseconds): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#over.signal }).catch(() => {});
  }

  /** The next address in turn. */
  get from(): string {
    this.#turn += 1;
    return this.addresses[this.#turn % this.addresses.length] ?? '127.0.0.1';
  }

  /** One request, its response read. */
  ask({ method, path, key, headers, body }: Sent, from = this.from): Promise<AttackResponse> {
    return new Promise((resolve) => {
      const settle = (answered: AttackResponse) => {
        if (!this.isOver || answered.status > 0) this.#count(answered.status);
        const name = String(answered.status);
        if (!this.said.has(name)) this.said.set(name, answered.text.slice(0, 160));
        resolve(answered);
      };
      const sent = request(this.target.origin + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        agent: this.#agent,
        localAddress: from,
        timeout: 30_000,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': body.length }),
          ...headers,
        },
      });
      sent.once('error', () => settle({ status: 0, text: '', tail: '' }));
      sent.once('timeout', () => sent.destroy());
      sent.once('response', (response) => {
        let text = '';
        let tail = '';
        response.on('data', (bytes: Buffer) => {
          if (text.length < maxKept) text += bytes.toString('latin1');
          tail = (tail + bytes.toString('latin1')).slice(-200);
        });
        response.once('error', () => settle({ status: 0, text, tail }));
        response.once('end', () => settle({ status: response.statusCode ?? 0, text, tail }));
      });
      sent.end(body);
    });
  }

  /**
   * From each address, over several connections, one request after the other, as many as an address may send.
   * @param perSecond over all addresses; as fast as they are answered if left out
   */
  async press(at: number, make: (i: number) => Sent, perSecond?: number): Promise<void> {
    const began = performance.now();
    const answered = this.#answered;
    const ending = setInterval(() => {
      const isEnough = this.#answered - answered >= minAnswered;
      if (isEnough && performance.now() - began > this.#milliseconds) this.end();
    }, 20).unref();
    let begun = 0;
    const line = async (from: string, left: { requests: number }) => {
      while (!this.isOver && left.requests > 0) {
        left.requests -= 1;
        const turn = begun++;
        if (perSecond !== undefined)
          await this.wait(Math.max(0, began + (turn * 1_000) / perSecond - performance.now()));
        if (!this.isOver) await this.ask(make(turn), from);
      }
    };
    await Promise.all(
      this.addresses.flatMap((from) => {
        const left = { requests: requestsPerMinute };
        return Array.from({ length: at }, () => line(from, left));
      }),
    );
    clearInterval(ending);
  }

  /** Many requests at once. */
  async burst(count: number, make: (i: number) => Sent): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, i) => this.ask(make(i))));
  }

  /** Connections on which something is written, and nothing is ever read. */
  async unread(count: number, bytes: (i: number) => readonly Buffer[]): Promise<void> {
    const sockets = Array.from({ length: count }, (_, i) => this.#open(bytes(i)).pause());
    await this.#hold(sockets);
  }

  /** Connections on which something is written, and nothing more; the response counts. */
  async unfinished(count: number, bytes: (i: number) => readonly Buffer[]): Promise<void> {
    const sockets = Array.from({ length: count }, (_, i) =>
      this.#open(bytes(i)).once('data', (answer: Buffer) => {
        this.#count(Number(/^HTTP\/1.1 (\d+)/.exec(answer.toString('latin1'))?.[1] ?? 0));
      }),
    );
    await this.#hold(sockets);
  }

  /** Waits until all are open, and then as long as the attack should last. */
  async #hold(sockets: readonly Socket[]): Promise<void> {
    while (!this.isOver && sockets.some(({ connecting }) => connecting)) await this.wait(20);
    await this.wait();
  }

  #open(bytes: readonly Buffer[]): Socket {
    const socket = connect({
      host: '127.0.0.1',
      port: portOf(this.target),
      localAddress: this.from,
    });
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    for (const part of bytes) socket.write(part);
    return socket;
  }

  #count(status: number): void {
    this.#answered += 1;
    const name = status === 0 ? 'broken' : String(status);
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
  }

  /** Queries the database. */
  async sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.target.connection);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text, values)).rows;
    } finally {
      await client.end();
    }
  }
}
