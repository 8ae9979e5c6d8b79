import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Database } from '../db/database.ts';
import { errorBody } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { discardUnreadBody } from './in-flight-bytes.ts';
import type { Metrics } from './metrics.ts';

/*
 * Admission control under overload (ADR 25, ADR 33). Load is measured by the queue for database connections: nearly every request
 * passes through it, and it grows whether the database or this process's CPU is the bottleneck. While that queue is short,
 * admission costs a few comparisons. Otherwise a request waits, unread, in a fair queue before any work is done; if its turn does
 * not come soon, it is refused without side effects. Each team has a separate queue, and all unidentified callers share one: a
 * long queue, or a team with many requests in progress, does not delay others.
 */

/**
 * Maximum teams waiting per connection, and maximum waiting requests of one team per connection of its share, before further
 * requests are queued here.
 */
const maxWaitingEach = 4;
/**
 * Minimum time for which an admitted request counts: before the database's queue shows it, it may wait for its body, its key or
 * the rate limiter. Not longer, so that a request waiting for a gateway does not take another's place.
 */
const youngMs = 50;
/**
 * Share of the connections that one queue may use, and its maximum of recently admitted requests per connection of that share.
 */
const maxShareOfOne = 0.5;
const maxRecentEach = 2.5;
/**
 * The same maximum for a team that has been alone for a while: with more requests in progress, more of its creates share a statement (ADR 145, ADR 162).
 */
const maxRecentAlone = 8;
/** Time for which every identified request must be one team's before that team counts as alone. */
const aloneAfterMs = 10_000;
/** Maximum wait of a request: a burst that can be served within about a second is served. */
const maxBurstWaitMs = 1_200;
/**
 * Maximum wait in a shrinking queue: a burst that arrived at once and is being worked off. Proxies and clients commonly allow 30
 * s or more.
 */
const burstPatienceMs = 15_000;
/**
 * A queue is shrinking if, in the current and the previous interval of this length, at most half as many requests came as were
 * served.
 */
const flowMs = 800;
/** Maximum time in which a burst arrives: a younger queue that is being served may still start to shrink. */
const arrivalMs = 3_000;
/**
 * Maximum wait in a queue with a refusal in the last seconds: more requests come than can be served, so each served one has
 * waited this long, and its caller should not have given up.
 */
const maxWaitAfterRefusalMs = 500;
/** Duration of that state after a refusal: refused callers get a Retry-After within it. */
const refusalMemoryMs = 3_000;
/** Interval of checks for expired waits. */
const checkIntervalMs = 10;
/**
 * Maximum time spent on refusals per check. The remaining requests keep waiting: as connections are limited, this also limits the
 * cost that immediate retries impose on served requests.
 */
const refusingMs = 0.2;
/** Maximum wait in any other queue, including the time until the refusal is sent, whatever that costs. */
const maxQueueWaitMs = 1_600;
/** Maximum part of a pause between two checks that counts as waiting: while the process is blocked, it can serve no request. */
const maxCountedPauseMs = 100;
const sayEveryMs = 1_000;

/** Origin of a request, determined before any of it is read. */
export interface RequestOrigin {
  /** Name of its queue. */
  readonly queueKey: string;
  /** Team whose share of the database it will use. */
  readonly team: string;
}

/** A queued request. */
interface QueuedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Time by performance.now(). */
  readonly since: number;
  /** Time by the clock of checks, which determines when its wait expires. */
  readonly at: number;
}

/** Counts in the current and the previous interval. */
interface Recent {
  now: number;
  before: number;
}

/** Queued requests of one team, or of one kind of caller. */
interface RequestQueue {
  readonly team: string;
  readonly requests: QueuedRequest[];
  readonly came: Recent;
  /** Responses with any status except 503. */
  readonly served: Recent;
  /** Start of the queue, and of the current interval, by the clock of checks. */
  readonly beganAt: number;
  since: number;
}

const sumOf = ({ now, before }: Recent) => now + before;

/** Starts the next interval. */
function age(counted: Recent): void {
  counted.before = counted.now;
  counted.now = 0;
}

interface Admission {
  readonly database: Pick<Database, 'size' | 'waitingTeams' | 'waiting'>;
  readonly originOf: (request: IncomingMessage) => RequestOrigin;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly idOf: (request: IncomingMessage) => string;
  readonly unready: () => string | undefined;
  /** Called for each response that is sent here. */
  readonly answering: (request: IncomingMessage, response: ServerResponse) => void;
}

const body = errorBody({
  code: 'UNAVAILABLE',
  message: 'The service is overloaded; try again in a moment.',
});

// Stored on the request itself: a WeakMap of thousands costs the garbage collector more than everything else here.
const since = Symbol('since');
type Waited = IncomingMessage & { [since]?: number };

/** Arrival time of a request that was queued, by performance.now(). */
export const queuedSince = (request: Waited): number | undefined => request[since];

/** Adds admission control to a server that already handles requests. */
export function admit(server: Server, parts: Admission): void {
  const { database, originOf: whose, log, metrics, headers, idOf, unready, answering } = parts;
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

  /** Queues in round-robin order; the next one comes first. */
  const queues = new Map<string, RequestQueue>();
  /** Queues with a recent refusal, and when that state ends. */
  const recentlyRefused = new Map<string, number>();
  let queuedCount = 0;
  /** Requests whose wait has expired, oldest first. */
  const expired: QueuedRequest[] = [];
  let refused = 0;
  let looking: NodeJS.Timeout | undefined;
  /** A clock that stops while no request waits, and nearly stops while the process is blocked. */
  let waitedMs = 0;
  let lookedAt = 0;

  /** Requests admitted in the current or the previous tick and not yet answered: in total, and by queue. */
  const recentlyAdmitted: Recent = { now: 0, before: 0 };
  const recentlyAdmittedIn = new Map<string, Recent>();
  let turn = 0;
  let turning: NodeJS.Timeout | undefined;
  /** Team of the last identified request, and the time since which there was no other. */
  let soleTeam: string | undefined;
  let soleSince = 0;

  function noteTeam(team: string): void {
    if (team === '' || team === soleTeam) return;
    soleTeam = team;
    soleSince = performance.now();
  }

  const isAlone = (team: string) =>
    team === soleTeam && performance.now() - soleSince >= aloneAfterMs;

  function grow(): void {
    turn += 1;
    age(recentlyAdmitted);
    for (const [line, counted] of recentlyAdmittedIn) {
      age(counted);
      if (counted.before === 0) recentlyAdmittedIn.delete(line);
    }
    turning = recentlyAdmitted.before > 0 ? setTimeout(grow, youngMs).unref() : undefined;
  }

  /** Number of further requests of a queue that can be admitted; none if 0 or less. */
  function room({ queueKey: line, team }: RequestOrigin): number {
    const { size } = database;
    const share = Math.ceil(size * maxShareOfOne);
    const recent = recentlyAdmittedIn.get(line);
    // Callers without a key share a separate queue of the team, which has the usual maximum.
    const maxRecent = line === team && isAlone(team) ? maxRecentAlone : maxRecentEach;
    return Math.min(
      maxWaitingEach * size - database.waitingTeams(),
      (maxWaitingEach + 1) * size - recentlyAdmitted.now - recentlyAdmitted.before,
      maxWaitingEach * share - database.waiting(team),
      maxRecent * share - (recent ? recent.now + recent.before : 0),
    );
  }

  function admitNow(line: string, request: IncomingMessage, response: ServerResponse): void {
    if (!turning) turning = setTimeout(grow, youngMs).unref();
    const recent = recentlyAdmittedIn.get(line) ?? { now: 0, before: 0 };
    recentlyAdmittedIn.set(line, recent);
    for (const counted of [recentlyAdmitted, recent]) counted.now += 1;
    const mine = turn;
    response.once('close', () => {
      const passed = turn - mine;
      for (const counted of [recentlyAdmitted, recent]) {
        if (passed === 0) counted.now -= 1;
        else if (passed === 1) counted.before -= 1;
      }
      const waiting = queues.get(line);
      if (waiting && response.statusCode !== 503) waiting.served.now += 1;
      // Each finished request admits another one, and one more while there is room.
      if (queuedCount > 0) next(2);
    });
    handle?.(request, response);
  }

  /** Admits queued requests, one from each queue in turn. */
  function next(most: number): void {
    let places = most;
    // Stops once every queue has been tried in vain since the last admission.
    for (let left = queues.size; left > 0 && places > 0; left -= 1) {
      const [first] = queues;
      if (!first) return;
      const [name, line] = first;
      queues.delete(name);
      const isFree = room({ queueKey: name, team: line.team }) > 0;
      const oldest = isFree ? line.requests.shift() : undefined;
      if (line.requests.length > 0) queues.set(name, line);
      if (!oldest) continue;
      queuedCount -= 1;
      left = queues.size + 1;
      if (oldest.response.destroyed) continue;
      places -= 1;
      (oldest.request as Waited)[since] = oldest.since;
      admitNow(name, oldest.request, oldest.response);
    }
  }

  function enqueue(
    { queueKey: line, team }: RequestOrigin,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const queue = queues.get(line);
    const now = performance.now();
    const mine = { request, response, since: now, at: waitedMs };
    if (queue) {
      queue.requests.push(mine);
      queue.came.now += 1;
    } else {
      queues.set(line, {
        team,
        requests: [mine],
        came: { now: 1, before: 0 },
        served: { now: 0, before: 0 },
        beganAt: waitedMs,
        since: waitedMs,
      });
    }
    queuedCount += 1;
    if (looking) return;
    lookedAt = now;
    looking = setTimeout(look, checkIntervalMs);
  }

  function maxWaitIn(name: string, line: RequestQueue): number {
    if (recentlyRefused.has(name)) return maxWaitAfterRefusalMs;
    const served = sumOf(line.served);
    const isYoung = waitedMs - line.beganAt < arrivalMs;
    const mayGetShorter = isYoung || 2 * sumOf(line.came) <= served;
    return served > 0 && mayGetShorter ? burstPatienceMs : maxBurstWaitMs;
  }

  /** Refuses requests whose wait has expired, within a time limit. */
  function look(): void {
    const now = performance.now();
    waitedMs += Math.min(now - lookedAt, maxCountedPauseMs);
    lookedAt = now;
    for (const [name, until] of recentlyRefused) if (until <= now) recentlyRefused.delete(name);
    for (const [name, line] of queues) {
      const patience = maxWaitIn(name, line);
      const inTime = line.requests.findIndex(({ at }) => waitedMs - at < patience);
      const old = line.requests.splice(0, inTime < 0 ? line.requests.length : inTime);
      if (old.length > 0) recentlyRefused.set(name, now + refusalMemoryMs);
      if (line.requests.length === 0) queues.delete(name);
      queuedCount -= old.length;
      // A burst that is no longer served is refused at the same pace as any other queue.
      const latest = waitedMs - maxBurstWaitMs;
      for (const each of old) expired.push({ ...each, at: Math.max(each.at, latest) });
      if (waitedMs - line.since < flowMs) continue;
      line.since = waitedMs;
      age(line.came);
      age(line.served);
    }
    const end = expired.findIndex(({ request, response, at }) => {
      const isLast = waitedMs - at >= maxQueueWaitMs;
      if (!isLast && performance.now() - now > refusingMs) return true;
      refuse(request, response);
      return false;
    });
    expired.splice(0, end < 0 ? expired.length : end);
    next(queuedCount);
    looking = queuedCount + expired.length > 0 ? setTimeout(look, checkIntervalMs) : undefined;
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    if (refused === 0) setTimeout(say, sayEveryMs).unref();
    refused += 1;
    answering(request, response);
    const headers = [
      'x-request-id',
      idOf(request),
      'retry-after',
      // Spreads the retries.
      String(1 + (refused % 3)),
    ];
    if (unready() !== undefined) headers.push('connection', 'close');
    response.writeHead(503, [...common, ...headers]);
    response.end(body);
    discardUnreadBody(request);
  }

  function say(): void {
    log.warn({ refused }, 'overloaded: some requests were refused');
    metrics?.refused(refused);
    refused = 0;
  }

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const mine = whose(request);
    noteTeam(mine.team);
    const isNext = !queues.has(mine.queueKey) && room(mine) > 0;
    if (isNext || request.url?.startsWith('/health/')) admitNow(mine.queueKey, request, response);
    else enqueue(mine, request, response);
  });
}
