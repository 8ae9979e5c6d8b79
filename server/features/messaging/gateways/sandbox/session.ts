import type { Readable } from 'node:stream';
import type { Login } from '../../../../outbound/messaging/connecting.ts';
import type { Connection } from '../../../../outbound/messaging/connection.ts';
import { hmac } from '../../wire.ts';

/*
 * A session of the sandbox: what it is follows from what was done last, and how long ago. So every process says the same of it, and
 * no clock has to be wound.
 */

/** What a session does, chosen when it is connected. */
export const plays = {
  scans: 'the QR code scans itself after a moment',
  expires: 'nobody scans: six QR codes, then it gives up',
  silent: 'there never is a QR code',
  drops: 'connects and drops a while later; a restart mends it',
  dies: 'the same; a restart does not mend it',
  leaves: 'connects, and is logged out on the phone a while later',
  deaf: 'connects, and nothing comes back from it',
} as const;

export type Play = keyof typeof plays;

export const isPlay = (name: unknown): name is Play =>
  typeof name === 'string' && Object.hasOwn(plays, name);

/** What is kept of a session. */
export interface Session {
  readonly play: Play;
  /** What was done last: logged out, logging in by QR code or by pairing code, logged in, given up. */
  readonly phase: 'out' | 'qr' | 'code' | 'in' | 'failed';
  /** When, as Date.now(). */
  readonly since: number;
  /** The number that is, or is going to be, logged in. */
  readonly phone?: string | undefined;
  readonly callbackUrl?: string | undefined;
}

/** What of the sandbox outlives a process, and is the same for all of them. */
export interface SandboxWorld {
  /** undefined: nobody touched it, so it is logged in. */
  session(connection: Connection): Promise<Session | undefined>;
  keep(connection: Connection, session: Session): Promise<void>;
  /** A file that somebody sent to the inbox. */
  open(
    connection: Connection,
    file: string,
  ): Promise<{ stream: Readable; mediaType: string; name: string } | undefined>;
}

/** A network without a past: its sessions are logged in, and it keeps nothing. */
export const nowhere: SandboxWorld = {
  session: async () => undefined,
  keep: async () => {},
  open: async () => undefined,
};

/** The number of a session that nobody gave one. */
export const ownPhone = '5511900000000';

/** Steps of the sandbox in units of its delay. */
const scansAfter = 5;
const qrHolds = 20;
const mostQrs = 6;
const codeHolds = 180;
const endsAfter = 20;

/** How a session stands now. */
export interface Standing {
  readonly state: Login['state'];
  readonly reason?: string;
  readonly phone?: string | undefined;
  /** Which of its QR codes it shows, from 0. */
  readonly qr?: number;
  /** When the QR or pairing code ends, as Date.now(). */
  readonly expiresAt?: number;
  /** Gave up for nobody came: until when whoever asks is told so, before it begins anew. */
  readonly givenUpUntil?: number;
}

const unscanned = 'nobody scanned the QR code in time';
const untyped = 'nobody typed the pairing code in time';

/** How a session that has logged in goes on. @param age since then */
function loggedIn({ play, phone }: Session, age: number, unit: number): Standing {
  const isOver = age >= endsAfter * unit;
  if (isOver && (play === 'drops' || play === 'dies'))
    return { state: 'failed', reason: 'the session dropped', phone };
  if (isOver && play === 'leaves') return { state: 'disconnected', reason: 'the phone logged out' };
  return { state: 'connected', phone };
}

function logsIn(session: Session, age: number, unit: number): Standing {
  const { play, phase, since } = session;
  if (play === 'silent') return { state: 'connecting' };
  const step = (phase === 'qr' ? qrHolds : codeHolds) * unit;
  if (play !== 'expires' && age >= scansAfter * unit)
    return loggedIn(session, age - scansAfter * unit, unit);
  const nth = Math.floor(age / step);
  const expiresAt = since + (nth + 1) * step;
  const most = phase === 'code' ? 1 : mostQrs;
  if (nth >= most) {
    const reason = phase === 'code' ? untyped : unscanned;
    return { state: 'failed', reason, givenUpUntil: since + (most + 1) * step };
  }
  return phase === 'code' ? { state: 'code', expiresAt } : { state: 'scan', qr: nth, expiresAt };
}

/**
 * @param unit the sandbox's delay in milliseconds
 * @param now as Date.now()
 */
export function standingOf(session: Session | undefined, unit: number, now: number): Standing {
  if (!session) return { state: 'connected' };
  const age = Math.max(0, now - session.since);
  if (session.phase === 'out') return { state: 'disconnected' };
  if (session.phase === 'failed') return { state: 'failed', reason: 'the session dropped' };
  return session.phase === 'in' ? loggedIn(session, age, unit) : logsIn(session, age, unit);
}

/** What whoever logs in is shown. Made of the inbox's own secret, so it need not be kept. */
export function loginOf(
  { config }: Connection,
  session: Session | undefined,
  standing: Standing,
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
