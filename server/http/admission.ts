import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Database } from '../db/database.ts';
import { errorBody } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from './metrics.ts';

/*
 * Which requests are taken up when there are more than can be served (ADR 25, ADR 33). The gauge is the queue for connections to the
 * database: nearly every request passes it, and it grows whatever it is that is short, the database or the processor of this process.
 * While it is short, a request costs some comparisons here. Else it waits in front of everything, unread, for its turn; whose turn does
 * not come soon is refused, and nothing of it has been done. Every team waits in a line of its own, and so do all together of whom
 * nothing is known yet: a line that is long, or whose team has much under way, is nobody else's matter.
 */

/** How many lines may wait for each connection, and how many of one team for each of its share, before further ones wait here. */
const mostWaitingEach = 4;
/**
 * For how long one that was taken up counts, at least, wherever it is: on its way to the database, where it is seen, it may wait for its body,
 * for its key, for its turn to be counted. Not longer: what waits for a gateway takes nobody's place.
 */
const youngMs = 50;
/** Which part of all that one line may have under way, and for how many requests to each connection of that. */
const mostOfOne = 0.5;
const mostYoungEach = 2.5;
/** For how long a request waits here: a burst that can be served within its second is served. */
const patienceMs = 1_200;
/**
 * Max wait in a line that is getting shorter: a burst that arrived at once and is being worked off. Proxies and clients commonly allow 30 s
 * or more.
 */
const burstPatienceMs = 15_000;
/** A line is getting shorter if, in the current and the previous interval of this length, at most half as many came as were served. */
const flowMs = 800;
/** Max time in which a burst arrives: a younger line that is being served may still become shorter. */
const arrivalMs = 3_000;
/**
 * How long it waits in a line of which somebody was refused in the last seconds: more come than can be served, so whoever is served has
 * waited that long, and should not have given up.
 */
const standingPatienceMs = 500;
/** For how long after a refusal: those who were refused are told to come again in that time. */
const standingMs = 3_000;
/** How often is looked whose time is over. */
const lookEveryMs = 10;
/**
 * How long refusing may take at each look. The further ones wait on: as connections are bounded, so is then what those who come
 * again at once can cost those who are served.
 */
const refusingMs = 0.2;
/** Max wait in any other line, including the time until the refusal is sent, whatever that costs. */
const mostPatienceMs = 1_600;
/** While the process is held up nobody can be served: of a longer pause between two looks only so much counts as waiting. */
const mostPauseMs = 100;
const sayEveryMs = 1_000;

/** Whose a request is, before anything of it is read. */
export interface Whose {
  /** The name of the line that it waits in. */
  readonly line: string;
  /** The team whose share of the database it will use. */
  readonly team: string;
}

/** A request that waits for its turn. */
interface Held {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** On the clock of performance.now(). */
  readonly since: number;
  /** The same on the clock of looks, by which its time is over. */
  readonly at: number;
}

/** Counts in the current interval and the one before. */
interface Recent {
  now: number;
  before: number;
}

/** Requests of one team, or of one kind of caller, that wait for their turn. */
interface Line {
  readonly team: string;
  readonly held: Held[];
  readonly came: Recent;
  /** Answered with anything but 503. */
  readonly served: Recent;
  /** When it began and when the current interval did, on the clock of looks. */
  readonly beganAt: number;
  since: number;
}

const sumOf = ({ now, before }: Recent) => now + before;

/** Moves on to the next interval. */
function age(counted: Recent): void {
  counted.before = counted.now;
  counted.now = 0;
}

export interface Admission {
  readonly database: Pick<Database, 'size' | 'waitingTeams' | 'waiting'>;
  readonly whose: (request: IncomingMessage) => Whose;
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
  message: 'The service is overloaded; try again in a moment.',
});

// On the request itself: a WeakMap of thousands costs the garbage collector more than all else here.
const since = Symbol('since');
type Waited = IncomingMessage & { [since]?: number };

/** When a request came that had to wait for its turn, on the clock of performance.now(). */
export const heldSince = (request: Waited): number | undefined => request[since];

/** Takes requests up for a server that handles them already, as many as can be served. */
export function admit(server: Server, parts: Admission): void {
  const { database, whose, log, metrics, headers, idOf, unready, answering } = parts;
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

  /** Those who wait; the line whose turn it is comes first. */
  const lines = new Map<string, Line>();
  /** Lines of which somebody was refused lately, with until when that counts. */
  const standing = new Map<string, number>();
  let held = 0;
  /** Those whose time is over, the oldest first. */
  const over: Held[] = [];
  let refused = 0;
  let looking: NodeJS.Timeout | undefined;
  /** A clock that stands still while nobody waits, and nearly still while the process is held up. */
  let waitedMs = 0;
  let lookedAt = 0;

  /** Taken up in this turn of the clock and in the one before, and not answered yet: all of them, and by line. */
  const young: Recent = { now: 0, before: 0 };
  const youngIn = new Map<string, Recent>();
  let turn = 0;
  let turning: NodeJS.Timeout | undefined;

  function grow(): void {
    turn += 1;
    age(young);
    for (const [line, counted] of youngIn) {
      age(counted);
      if (counted.before === 0) youngIn.delete(line);
    }
    turning = young.before > 0 ? setTimeout(grow, youngMs).unref() : undefined;
  }

  /** How many more of a line can be taken up; 0 or less: none. */
  function room({ line, team }: Whose): number {
    const { size } = database;
    const share = Math.ceil(size * mostOfOne);
    const own = youngIn.get(line);
    return Math.min(
      mostWaitingEach * size - database.waitingTeams(),
      (mostWaitingEach + 1) * size - young.now - young.before,
      mostWaitingEach * share - database.waiting(team),
      mostYoungEach * share - (own ? own.now + own.before : 0),
    );
  }

  function takeUp(line: string, request: IncomingMessage, response: ServerResponse): void {
    if (!turning) turning = setTimeout(grow, youngMs).unref();
    const own = youngIn.get(line) ?? { now: 0, before: 0 };
    youngIn.set(line, own);
    for (const counted of [young, own]) counted.now += 1;
    const mine = turn;
    response.once('close', () => {
      const passed = turn - mine;
      for (const counted of [young, own]) {
        if (passed === 0) counted.now -= 1;
        else if (passed === 1) counted.before -= 1;
      }
      const waiting = lines.get(line);
      if (waiting && response.statusCode !== 503) waiting.served.now += 1;
      // Whoever leaves makes room for another, and for one more as long as there is more.
      if (held > 0) next(2);
    });
    handle?.(request, response);
  }

  /** Takes up who waits, one of each line in turn. */
  function next(most: number): void {
    let places = most;
    // Until each line was asked in vain since one was taken up.
    for (let left = lines.size; left > 0 && places > 0; left -= 1) {
      const [first] = lines;
      if (!first) return;
      const [name, line] = first;
      lines.delete(name);
      const isFree = room({ line: name, team: line.team }) > 0;
      const oldest = isFree ? line.held.shift() : undefined;
      if (line.held.length > 0) lines.set(name, line);
      if (!oldest) continue;
      held -= 1;
      left = lines.size + 1;
      if (oldest.response.destroyed) continue;
      places -= 1;
      (oldest.request as Waited)[since] = oldest.since;
      takeUp(name, oldest.request, oldest.response);
    }
  }

  function hold({ line, team }: Whose, request: IncomingMessage, response: ServerResponse): void {
    const known = lines.get(line);
    const now = performance.now();
    const mine = { request, response, since: now, at: waitedMs };
    if (known) {
      known.held.push(mine);
      known.came.now += 1;
    } else {
      lines.set(line, {
        team,
        held: [mine],
        came: { now: 1, before: 0 },
        served: { now: 0, before: 0 },
        beganAt: waitedMs,
        since: waitedMs,
      });
    }
    held += 1;
    if (looking) return;
    lookedAt = now;
    looking = setTimeout(look, lookEveryMs);
  }

  function patienceIn(name: string, line: Line): number {
    if (standing.has(name)) return standingPatienceMs;
    const served = sumOf(line.served);
    const isYoung = waitedMs - line.beganAt < arrivalMs;
    const mayGetShorter = isYoung || 2 * sumOf(line.came) <= served;
    return served > 0 && mayGetShorter ? burstPatienceMs : patienceMs;
  }

  /** Refuses whose time is over, as many as there is time for. */
  function look(): void {
    const now = performance.now();
    waitedMs += Math.min(now - lookedAt, mostPauseMs);
    lookedAt = now;
    for (const [name, until] of standing) if (until <= now) standing.delete(name);
    for (const [name, line] of lines) {
      const patience = patienceIn(name, line);
      const inTime = line.held.findIndex(({ at }) => waitedMs - at < patience);
      const old = line.held.splice(0, inTime < 0 ? line.held.length : inTime);
      if (old.length > 0) standing.set(name, now + standingMs);
      if (line.held.length === 0) lines.delete(name);
      held -= old.length;
      // A burst that stops being served is refused at the same pace as any other line.
      const latest = waitedMs - patienceMs;
      for (const each of old) over.push({ ...each, at: Math.max(each.at, latest) });
      if (waitedMs - line.since < flowMs) continue;
      line.since = waitedMs;
      age(line.came);
      age(line.served);
    }
    const end = over.findIndex(({ request, response, at }) => {
      const isLast = waitedMs - at >= mostPatienceMs;
      if (!isLast && performance.now() - now > refusingMs) return true;
      refuse(request, response);
      return false;
    });
    over.splice(0, end < 0 ? over.length : end);
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
    log.warn({ refused }, 'overloaded: some requests were refused');
    metrics?.refused(refused);
    refused = 0;
  }

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const mine = whose(request);
    const isNext = !lines.has(mine.line) && room(mine) > 0;
    if (isNext || request.url?.startsWith('/health/')) takeUp(mine.line, request, response);
    else hold(mine, request, response);
  });
}
