import type { Callback, Connection } from '#server/outbound/messaging/connection.ts';
import type { Confirmation } from '#server/outbound/messaging/incoming-updates.ts';
import { lruCache } from '#server/platform/lru-cache.ts';
import { sandboxCallback } from './callbacks.ts';
import { type SandboxWorld, type Session, type SessionState, sessionStateOf } from './session.ts';

/* The sandbox's network: confirmations that are due, and sessions. Of the other gateways it is behind HTTP. */

/** Delivers a callback like any other. @returns true if it was accepted; the network retries it otherwise */
export type Deliver = (connection: Connection, callback: Callback) => Promise<boolean>;

/** Message that the network accepted. */
export interface AcceptedMessage {
  readonly reference: string;
  readonly to: string;
  /** When it was accepted, in Unix milliseconds. */
  readonly since: number;
}

/** Scheduled confirmation. */
interface Due {
  readonly at: number;
  readonly connection: Connection;
  readonly confirmation: Confirmation;
}

/** Max number of confirmations per callback. */
const maxMatchesAtOnce = 500;
const tickMs = 20;
const again = 1_000;
/** Lifetime of cached sessions in a process, and their max number. */
const sessionKnownMs = 1_000;
const maxSessions = 10_000;
/** Max number of polls of a session after a login or restart. */
const maxPolls = 600;

/** Converts a message's reference to its id on this network; the worker searches for ids with this prefix. */
export const networkIdOf = (reference: string) => `sandbox.${reference}`;

/** Returns the confirmations for a number, each with its delay in units of `delayMs`. */
function fateOf(to: string): readonly (readonly [Confirmation['status'], number])[] {
  if (to.endsWith('0001')) return [];
  if (to.endsWith('0002')) return [['failed', 1]];
  if (to.endsWith('0003'))
    return [
      ['read', 1],
      ['delivered', 1],
      ['read', 2],
      ['delivered', 2],
    ];
  return [
    ['delivered', 1],
    ['read', 2],
  ];
}

export type SandboxNetwork = ReturnType<typeof startNetwork>;

/**
 * @param delayMs delay until a message is delivered; it is read after twice that
 * @param world state that outlives the process
 */
export function startNetwork(delayMs: number, deliver: Deliver, world: SandboxWorld) {
  let due: Due[] = [];
  let isStopped = false;

  function schedule(connection: Connection, { reference, to, since }: AcceptedMessage): void {
    const networkId = networkIdOf(reference);
    const reason = 'the sandbox gives up on numbers that end in 0002';
    // If the clock was set back, counts from now, so that nothing is held up.
    const taken = performance.now() + Math.min(0, since - Date.now());
    for (const [status, delays] of fateOf(to)) {
      const confirmation: Confirmation =
        status === 'failed'
          ? { networkId, reference, status, reason }
          : { networkId, reference, status };
      due.push({ at: taken + delays * delayMs, connection, confirmation });
    }
    tick();
  }

  /** Delivers due confirmations in chronological order, one inbox at a time. */
  async function flush(): Promise<void> {
    const now = performance.now();
    const ready = due.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    if (ready.length === 0) return;
    due = due.filter(({ at }) => at > now);
    const byInbox = Map.groupBy(ready, ({ connection }) => connection.inbox);
    for (const [, ofInbox] of byInbox) {
      for (let i = 0; i < ofInbox.length; i += maxMatchesAtOnce) {
        const part = ofInbox.slice(i, i + maxMatchesAtOnce);
        const [first] = part;
        if (!first || isStopped) return;
        const statuses = part.map(({ confirmation: { networkId, ...rest } }) => ({
          id: networkId,
          ...rest,
        }));
        const callback = sandboxCallback(first.connection, { statuses });
        const isTaken = await deliver(first.connection, callback).catch(() => false);
        if (!isTaken) due.push(...part.map((each) => ({ ...each, at: performance.now() + again })));
      }
    }
  }

  let ticking: NodeJS.Timeout | undefined;
  /** Flushes every few milliseconds until nothing is due. */
  function tick(): void {
    if (ticking || isStopped || due.length === 0) return;
    ticking = setTimeout(() => {
      void flush().finally(() => {
        ticking = undefined;
        tick();
      });
    }, tickMs).unref();
  }

  // Sessions --------------------------------------------------------------------------------------------------------

  const sessions = lruCache<{ session: Session | undefined }>(maxSessions, {
    ttl: sessionKnownMs,
  });

  async function sessionOf(connection: Connection): Promise<Session | undefined> {
    const cached = sessions.get(connection.inbox);
    if (cached) return cached.session;
    const session = await world.session(connection);
    sessions.set(connection.inbox, { session });
    return session;
  }

  async function store(connection: Connection, session: Session): Promise<void> {
    await world.storeSession(connection, session);
    sessions.set(connection.inbox, { session });
  }

  const stateOf = (session: Session | undefined) => sessionStateOf(session, delayMs, Date.now());

  /** Reads the current state, bypassing the cache. */
  async function read(connection: Connection): Promise<[Session | undefined, SessionState]> {
    sessions.delete(connection.inbox);
    const session = await sessionOf(connection);
    return [session, stateOf(session)];
  }

  const tell = (connection: Connection, content: object) =>
    deliver(connection, sandboxCallback(connection, content)).catch(() => false);

  const watched = new Map<string, NodeJS.Timeout>();

  /** Stops reporting state changes of a session. */
  function forget(inbox: string): void {
    clearInterval(watched.get(inbox));
    watched.delete(inbox);
  }

  /** Reports state changes of a session while this process runs. */
  function watch(connection: Connection): void {
    const { inbox } = connection;
    forget(inbox);
    let lastReport: string | undefined;
    let left = maxPolls;
    let isLooking = false;
    const look = async () => {
      const [session, { state, reason, phone }] = await read(connection);
      left -= 1;
      if (left <= 0 || isStopped || !session) return forget(inbox);
      const now = JSON.stringify([state, reason, phone]);
      if (now !== lastReport && (await tell(connection, { states: [{ state, reason, phone }] })))
        lastReport = now;
    };
    // One after the other: on a busy machine an earlier state would arrive after a later one.
    const lookNext = () => {
      if (isLooking) return;
      isLooking = true;
      void look()
        .catch(() => {})
        .finally(() => {
          isLooking = false;
        });
    };
    const interval = setInterval(lookNext, Math.max(tickMs, delayMs / 2));
    interval.unref();
    watched.set(inbox, interval);
  }

  return {
    schedule,
    sessionOf,
    stateOf,
    read,
    store,
    tell,
    watch,
    forget,
    stop() {
      isStopped = true;
      clearTimeout(ticking);
      for (const inbox of [...watched.keys()]) forget(inbox);
    },
  };
}
