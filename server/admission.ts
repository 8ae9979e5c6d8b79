import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Database } from './db/database.ts';
import { errorBody } from './errors.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/*
 * Which requests are taken up when there are more than can be served (ADR 25). The gauge is the queue for connections to the database:
 * nearly every request passes it, and it grows whatever it is that is short, the database or the processor of this process. While it
 * is short, a request costs a comparison here. Else it waits in front of everything, unread, for its turn; whose turn does not come
 * soon is refused, and nothing of it has been done.
 */

/** How many may wait for each connection before further ones wait here. */
const mostWaitingEach = 4;
/**
 * For how long one that was taken up counts, at least, wherever it is: on its way to the database, where it is seen, it may wait for its body,
 * for its key, for its turn to be counted. Not longer: what waits for a gateway takes nobody's place.
 */
const youngMs = 50;
/** For how long a request waits here: a burst of so much more than can be served at once is served. */
const patienceMs = 400;
/** How often is looked whose time is over. */
const lookEveryMs = 10;
/**
 * How long refusing may take at each look. The further ones wait on: as connections are bounded, so is then what those who come
 * again at once can cost those who are served.
 */
const refusingMs = 0.4;
/** Nobody waits longer, whatever that costs. */
const mostPatienceMs = 800;
const sayEveryMs = 1_000;

/** A request that waits for its turn. */
interface Held {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
}

export interface Admission {
  readonly database: Pick<Database, 'pool'>;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  /** What every answer carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly idOf: (request: IncomingMessage) => string;
  readonly unready: () => string | undefined;
  /** Told of an answer that is given here. */
  readonly answering: (request: IncomingMessage, response: ServerResponse) => void;
}

const body = errorBody({
  code: 'UNAVAILABLE',
  message: 'There are more requests than can be served just now; try again in a moment.',
});

const waited = new WeakMap<IncomingMessage, number>();

/** When a request came that had to wait for its turn, on the clock of performance.now(). */
export const heldSince = (request: IncomingMessage): number | undefined => waited.get(request);

/** Takes requests up for a server that handles them already, as many as can be served. */
export function admit(server: Server, parts: Admission): void {
  const { database, log, metrics, headers, idOf, unready, answering } = parts;
  const [handle] = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  if (!handle) throw new Error('the server handles no requests');
  const common = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).flat();

  /** By whose they are, as they say: each gets its turn. The one whose turn it is comes first. */
  const lines = new Map<string, Held[]>();
  let held = 0;
  /** Those whose time is over, the oldest first. */
  let over: Held[] = [];
  let refused = 0;
  let looking: NodeJS.Timeout | undefined;

  /** Taken up in this turn of the clock and in the one before, and not answered yet. */
  let young: [now: number, before: number] = [0, 0];
  let turn = 0;
  let turning: NodeJS.Timeout | undefined;

  function grow(): void {
    turn += 1;
    young = [0, young[0]];
    turning = young[1] > 0 ? setTimeout(grow, youngMs).unref() : undefined;
  }

  /** How many more can be taken up; 0 or less: none. */
  function room(): number {
    const { size, waiting } = database.pool();
    return Math.min(
      mostWaitingEach * size - waiting,
      (mostWaitingEach + 1) * size - young[0] - young[1],
    );
  }

  function takeUp(request: IncomingMessage, response: ServerResponse): void {
    if (!turning) turning = setTimeout(grow, youngMs).unref();
    young[0] += 1;
    const mine = turn;
    response.once('close', () => {
      const age = turn - mine;
      if (age === 0) young[0] -= 1;
      else if (age === 1) young[1] -= 1;
      // Whoever leaves makes room for another, and for one more as long as there is more.
      if (held > 0) next(2);
    });
    handle?.(request, response);
  }

  /** Takes up who waits, each one's in turn. */
  function next(most: number): void {
    for (let places = Math.min(room(), most); places > 0; ) {
      const [first] = lines;
      if (!first) return;
      const [whose, line] = first;
      lines.delete(whose);
      const oldest = line.shift();
      if (line.length > 0) lines.set(whose, line);
      if (!oldest) continue;
      held -= 1;
      if (oldest.response.destroyed) continue;
      places -= 1;
      waited.set(oldest.request, oldest.since);
      takeUp(oldest.request, oldest.response);
    }
  }

  function hold(request: IncomingMessage, response: ServerResponse): void {
    // Hooks and callbacks have no key, but an address of their own.
    const whose = request.headers.authorization ?? request.url ?? '';
    const line = lines.get(whose);
    const mine = { request, response, since: performance.now() };
    if (line) line.push(mine);
    else lines.set(whose, [mine]);
    held += 1;
    if (!looking) looking = setTimeout(look, lookEveryMs);
  }

  /** Refuses whose time is over, as many as there is time for. */
  function look(): void {
    const now = performance.now();
    for (const [whose, line] of lines) {
      const young = line.findIndex(({ since }) => now - since < patienceMs);
      const old = line.splice(0, young < 0 ? line.length : young);
      if (line.length === 0) lines.delete(whose);
      held -= old.length;
      over.push(...old);
    }
    const end = over.findIndex(({ request, response, since }) => {
      if (now - since < mostPatienceMs && performance.now() - now > refusingMs) return true;
      refuse(request, response);
      return false;
    });
    over = end < 0 ? [] : over.slice(end);
    next(held);
    looking = held + over.length > 0 ? setTimeout(look, lookEveryMs) : undefined;
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    if (refused === 0) setTimeout(say, sayEveryMs).unref();
    refused += 1;
    answering(request, response);
    const own = [
      'x-request-id',
      idOf(request),
      'retry-after',
      // Not all at once again.
      String(1 + (refused % 3)),
    ];
    if (unready() !== undefined) own.push('connection', 'close');
    response.writeHead(503, [...common, ...own]);
    response.end(body);
  }

  function say(): void {
    log.warn({ refused }, 'more requests than can be served: some were refused');
    metrics?.refused(refused);
    refused = 0;
  }

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if ((held === 0 && room() > 0) || request.url?.startsWith('/health/'))
      takeUp(request, response);
    else hold(request, response);
  });
}
