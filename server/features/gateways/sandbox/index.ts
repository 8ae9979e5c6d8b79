import { setTimeout as sleep } from 'node:timers/promises';
import type { Callback, Connection, GatewayResult } from '#server/outbound/messaging/connection.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type { GatewaySetup } from '#server/outbound/messaging/gateway-setup.ts';
import type { Confirmation } from '#server/outbound/messaging/incoming-updates.ts';
import {
  type Outgoing,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import { lruCache } from '#server/platform/lru-cache.ts';
import { phoneOfLid, readCallback, sandboxCallback } from './callbacks.ts';
import {
  behaviors,
  defaultPhone,
  emptyWorld,
  isBehavior,
  loginOf,
  type SandboxWorld,
  type Session,
  type SessionState,
  sessionStateOf,
} from './session.ts';
import { sandboxTemplates } from './templates.ts';

export { sandboxCallback } from './callbacks.ts';

/*
 * Sandbox: a network that runs in this process, for trials and tests. It accepts every message and confirms it as a real network would,
 * with signed callbacks that are received like any others. The last digits of a number determine its behavior:
 *
 *   0000  the send is refused             0003  confirmations twice and out of order
 *   0001  never confirmed                 0004  answers after the timeout; confirmed all the same
 *   0002  accepted, later `failed`        0009  has no account, if checked
 *
 * A number known only by its LID has these digits at the end of the LID.
 */

/** Delivers a callback like any other. @returns true if it was accepted; the network retries it otherwise */
export type Deliver = (connection: Connection, callback: Callback) => Promise<boolean>;

export interface Sandbox {
  readonly gateway: Gateway;
  /** Confirms a message that the network accepted before this process started. */
  resume(connection: Connection, message: AcceptedMessage): void;
  /** Drops pending confirmations; the next start resumes them. */
  stop(): void;
}

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
const networkIdOf = (reference: string) => `sandbox.${reference}`;

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

const done = <T>(value: T): GatewayResult<T> => ({ kind: 'done', value });

/** Reads a message's file to its end, as a network would. @returns the reason why the message cannot be sent */
async function unsendable({ content }: Outgoing): Promise<Sent | undefined> {
  if (content.kind === 'template') {
    const { name, language } = content.template;
    const found = sandboxTemplates.find(
      (each) => each.name === name && each.language === language && each.status === 'APPROVED',
    );
    return found
      ? undefined
      : refused('rejected', `there is no approved template ${name} in ${language}`);
  }
  if (content.kind !== 'media') return undefined;
  try {
    const stream = await content.file.open();
    for await (const _ of stream);
    return undefined;
  } catch {
    return refused('gateway', 'the file could not be read');
  }
}

/**
 * @param delayMs delay until a message is delivered; it is read after twice that
 * @param world state that outlives the process
 */
export function startSandbox(
  delayMs: number,
  deliver: Deliver,
  world: SandboxWorld = emptyWorld,
): Sandbox {
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

  let isFlushing = false;
  const timer = setInterval(() => {
    if (isFlushing) return;
    isFlushing = true;
    void flush().finally(() => {
      isFlushing = false;
    });
  }, tickMs);
  timer.unref();

  // Sessions --------------------------------------------------------------------------------------------------------

  const known = lruCache<{ session: Session | undefined }>(maxSessions, {
    ttl: sessionKnownMs,
  });

  async function sessionOf(connection: Connection): Promise<Session | undefined> {
    const found = known.get(connection.inbox);
    if (found) return found.session;
    const session = await world.session(connection);
    known.set(connection.inbox, { session });
    return session;
  }

  async function keep(connection: Connection, session: Session): Promise<void> {
    await world.storeSession(connection, session);
    known.set(connection.inbox, { session });
  }

  const standing = (session: Session | undefined) => sessionStateOf(session, delayMs, Date.now());

  /** Reads the current state, bypassing the cache. */
  async function read(connection: Connection): Promise<[Session | undefined, SessionState]> {
    known.delete(connection.inbox);
    const session = await sessionOf(connection);
    return [session, standing(session)];
  }

  const tell = (connection: Connection, content: object) =>
    deliver(connection, sandboxCallback(connection, content)).catch(() => false);

  const watched = new Map<string, NodeJS.Timeout>();

  function forget(inbox: string): void {
    clearInterval(watched.get(inbox));
    watched.delete(inbox);
  }

  /** Reports state changes of a session while this process runs. */
  function watch(connection: Connection): void {
    const { inbox } = connection;
    forget(inbox);
    let told: string | undefined;
    let left = maxPolls;
    let isLooking = false;
    const look = async () => {
      const [session, { state, reason, phone }] = await read(connection);
      left -= 1;
      if (left <= 0 || isStopped || !session) return forget(inbox);
      const now = JSON.stringify([state, reason, phone]);
      if (now !== told && (await tell(connection, { states: [{ state, reason, phone }] })))
        told = now;
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

  /** New session for an inbox that was never connected. */
  const fresh = (callbackUrl?: string): Session => ({
    play: 'scans',
    phase: 'out',
    since: Date.now(),
    callbackUrl,
  });

  const connecting: GatewaySetup = {
    checkFields: async () => [],
    setup: {
      play: {
        about: `simulated behaviour of the session: ${Object.entries(behaviors)
          .map(([name, about]) => `${name} (${about})`)
          .join(', ')}`,
        pattern: new RegExp(`^(${Object.keys(behaviors).join('|')})$`),
        says: `one of ${Object.keys(behaviors).join(', ')}`,
        fallback: 'scans',
      },
    },

    async prepare(connection, { callbackUrl, setup: { play } }) {
      const [session, { state }] = await read(connection);
      const isUp = session !== undefined && state === 'connected';
      await keep(connection, {
        ...(session ?? fresh()),
        ...(isUp ? {} : { phase: 'out', since: Date.now() }),
        ...(isBehavior(play) ? { play } : {}),
        callbackUrl,
      });
      return done({ config: {} });
    },

    async login(connection, { phone }) {
      const [session = fresh(), now] = await read(connection);
      const isUnderWay = ['scan', 'code', 'connecting'].includes(now.state);
      const phase = phone === undefined ? 'qr' : 'code';
      const goesOn =
        now.state === 'connected' ||
        (now.givenUpUntil ?? 0) > Date.now() ||
        (isUnderWay && (phone === undefined || now.state === 'code'));
      if (goesOn) return done(loginOf(connection, session, now));
      const begun: Session = {
        ...session,
        phase,
        since: Date.now(),
        phone: phone ?? session.phone ?? defaultPhone,
      };
      await keep(connection, begun);
      watch(connection);
      return done(loginOf(connection, begun, standing(begun)));
    },

    async setCallback(connection, callbackUrl) {
      const [session] = await read(connection);
      await keep(connection, {
        ...(session ?? { ...fresh(), phase: 'in', phone: defaultPhone }),
        callbackUrl,
      });
      // Proves that callbacks arrive.
      await tell(connection, {});
      return done(undefined);
    },

    async callback(connection) {
      const [session] = await read(connection);
      return done({ url: session?.callbackUrl, isComplete: true });
    },

    async restart(connection) {
      const [session, { state, reason }] = await read(connection);
      if (!session || state === 'connected' || state === 'disconnected') return done(undefined);
      const isDropped = reason === 'the session dropped';
      const since = Date.now();
      const next: Partial<Session> = !isDropped
        ? { phase: 'qr' }
        : session.play === 'drops'
          ? { play: 'scans', phase: 'in' }
          : { phase: 'failed' };
      await keep(connection, { ...session, since, ...next });
      watch(connection);
      return done(undefined);
    },

    async logout(connection) {
      const [session = fresh()] = await read(connection);
      forget(connection.inbox);
      await keep(connection, { ...session, phase: 'out', since: Date.now(), phone: undefined });
      return done(undefined);
    },

    async remove(connection) {
      forget(connection.inbox);
      await keep(connection, fresh());
      return done(undefined);
    },
  };

  // Messages --------------------------------------------------------------------------------------------------------

  async function send(connection: Connection, message: Outgoing, timeoutMs: number): Promise<Sent> {
    const { to: address, reference } = message;
    const to = address.phone ?? address.lid;
    const session = await sessionOf(connection);
    const { state } = standing(session);
    if (state !== 'connected') return refused('disconnected', `the session is ${state}`);
    if (to.endsWith('0000'))
      return refused('rejected', 'the sandbox refuses numbers that end in 0000');
    const problem = await unsendable(message);
    if (problem) return problem;
    const taken = { reference, to, since: Date.now() };
    const isDeaf = session?.play === 'deaf';
    if (to.endsWith('0004')) {
      await sleep(timeoutMs);
      // A confirmation before the outcome is stored would turn the 502 into a 201.
      const onStored = () => {
        if (!isDeaf) schedule(connection, { ...taken, since: Date.now() });
      };
      const reason = `the gateway did not answer within ${timeoutMs / 1_000} s`;
      return unknown('timeout', reason, onStored);
    }
    if (!isDeaf) schedule(connection, taken);
    return { outcome: 'accepted', networkId: networkIdOf(reference) };
  }

  return {
    gateway: {
      name: 'sandbox',
      types: ['session', 'cloud'],
      config: {},
      send,
      readCallback,
      connecting,
      async health(connection) {
        const [session, { state, reason, phone }] = await read(connection);
        const connected = state === 'connected';
        if (!session) return { connected, state, found: 'the sandbox is always available' };
        const why = reason === undefined ? '' : ` (${reason})`;
        return { connected, state, phone, found: `the session is ${state}${why}` };
      },
      async fetchMedia(connection, { source: { file } }) {
        const opened = typeof file === 'string' ? await world.open(connection, file) : undefined;
        return opened
          ? done(opened)
          : { kind: 'impossible', reason: 'the sandbox has this file no more' };
      },
      markRead: async () => done(undefined),
      profile: async () => done({ pictureUrl: null }),
      account: async (_connection, phone) =>
        done(phone.endsWith('0009') ? { exists: false } : { exists: true, phone }),
      phoneOf: async (_connection, lid) => done(phoneOfLid(lid)),
      templates: async () => done(sandboxTemplates),
    },
    resume: schedule,
    stop() {
      isStopped = true;
      clearInterval(timer);
      for (const inbox of [...watched.keys()]) forget(inbox);
    },
  };
}
