import type { Readable } from 'node:stream';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Login } from '#server/outbound/messaging/gateway-setup.ts';
import { hmac } from '../requests.ts';

/*
 * Session of the sandbox. Its state is derived from its last action and the time since, so that all processes see the same state without
 * timers.
 */

/** Behaviors of a session, chosen when it is connected. */
export const behaviors = {
  scans: 'the QR code is scanned automatically after a moment',
  expires: 'never scanned: six QR codes, then it gives up',
  silent: 'never returns a QR code',
  drops: 'connects and drops a while later; a restart fixes it',
  dies: 'connects and drops a while later; a restart does not fix it',
  leaves: 'connects, and is logged out on the phone a while later',
  deaf: 'connects, but never calls back',
} as const;

type Behavior = keyof typeof behaviors;

export const isBehavior = (name: unknown): name is Behavior =>
  typeof name === 'string' && Object.hasOwn(behaviors, name);

/** Stored state of a session. */
export interface Session {
  readonly play: Behavior;
  /** Last action: logged out, logging in by QR code or by pairing code, logged in, given up. */
  readonly phase: 'out' | 'qr' | 'code' | 'in' | 'failed';
  /** Time of the last action in Unix milliseconds. */
  readonly since: number;
  /** Number that is logged in, or will be. */
  readonly phone?: string | undefined;
  readonly callbackUrl?: string | undefined;
}

/** Persistent state of the sandbox, shared by all processes. */
export interface SandboxWorld {
  /** Undefined if never changed: the session is logged in. */
  session(connection: Connection): Promise<Session | undefined>;
  storeSession(connection: Connection, session: Session): Promise<void>;
  /** Opens a file that a contact sent to the inbox. */
  open(
    connection: Connection,
    file: string,
  ): Promise<{ stream: Readable; mediaType: string; name: string } | undefined>;
}

/** World without history: its sessions are logged in, and it stores nothing. */
export const emptyWorld: SandboxWorld = {
  session: async () => undefined,
  storeSession: async () => {},
  open: async () => undefined,
};

/** Number of a session without a given one. */
export const defaultPhone = '5511900000000';

/** Durations of the sandbox in units of its delay. */
const scansAfter = 5;
const qrHolds = 20;
const maxQrs = 6;
const codeHolds = 180;
const endsAfter = 20;

/** Current state of a session. */
export interface SessionState {
  readonly state: Login['state'];
  readonly reason?: Finding;
  readonly phone?: string | undefined;
  /** Index of the QR code shown, from 0. */
  readonly qr?: number;
  /** Expiry of the QR or pairing code, in Unix milliseconds. */
  readonly expiresAt?: number;
  /** The session gave up without a login: callers see this until then; afterwards it starts again. */
  readonly givenUpUntil?: number;
}

const unscanned = finding('qr_unscanned', 'nobody scanned the QR code in time');
const untyped = finding('qr_unscanned', 'nobody typed the pairing code in time');
const dropped = finding('session_dropped', 'the session dropped');
const loggedOut = finding('logged_out', 'the phone logged out');

/** State of a session that has logged in. @param age time since the login */
function loggedIn({ play, phone }: Session, age: number, unit: number): SessionState {
  const isOver = age >= endsAfter * unit;
  if (isOver && (play === 'drops' || play === 'dies'))
    return { state: 'failed', reason: dropped, phone };
  if (isOver && play === 'leaves') return { state: 'disconnected', reason: loggedOut };
  return { state: 'connected', phone };
}

function logsIn(session: Session, age: number, unit: number): SessionState {
  const { play, phase, since } = session;
  if (play === 'silent') return { state: 'connecting' };
  const step = (phase === 'qr' ? qrHolds : codeHolds) * unit;
  if (play !== 'expires' && age >= scansAfter * unit)
    return loggedIn(session, age - scansAfter * unit, unit);
  const nth = Math.floor(age / step);
  const expiresAt = since + (nth + 1) * step;
  const most = phase === 'code' ? 1 : maxQrs;
  if (nth >= most) {
    const reason = phase === 'code' ? untyped : unscanned;
    return { state: 'failed', reason, givenUpUntil: since + (most + 1) * step };
  }
  return phase === 'code' ? { state: 'code', expiresAt } : { state: 'scan', qr: nth, expiresAt };
}

/**
 * @param unit the sandbox's delay in milliseconds
 * @param now in Unix milliseconds
 */
export function sessionStateOf(
  session: Session | undefined,
  unit: number,
  now: number,
): SessionState {
  if (!session) return { state: 'connected' };
  const age = Math.max(0, now - session.since);
  if (session.phase === 'out') return { state: 'disconnected' };
  if (session.phase === 'failed') return { state: 'failed', reason: dropped };
  return session.phase === 'in' ? loggedIn(session, age, unit) : logsIn(session, age, unit);
}

/** Login data to show. Derived from the inbox's secret, so it need not be stored. */
export function loginOf(
  { config }: Connection,
  session: Session | undefined,
  standing: SessionState,
): Login {
  const { state, reason, qr, expiresAt } = standing;
  const mark = (what: string) =>
    hmac('sha256', config.webhook_secret ?? '', Buffer.from(`${session?.since} ${what}`));
  return {
    state,
    reason,
    expiresAt,
    ...(qr === undefined ? {} : { qr: `2@sandbox,${mark(`qr ${qr}`)}` }),
    ...(state === 'code'
      ? {
          code: mark('code')
            .slice(0, 8)
            .toUpperCase()
            .replace(/^(.{4})/, '$1-'),
        }
      : {}),
  };
}
