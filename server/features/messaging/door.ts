import type { TeamDb } from '../../db/database.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Callback, Connection, GatewayName } from './gateway.ts';
import { connectionOf, findInbox } from './inboxes.ts';
import { take } from './incoming.ts';
import type { MessagingService } from './service.ts';
import { confirm, settleEchoes } from './statuses.ts';

/** What became of a callback. */
export type Received =
  /** No such inbox, or nothing that proves where it comes from: the two look the same. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'malformed' }
  /** The inbox's own configuration does not open or is not complete, so that nothing can be verified: not the gateway's fault. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'handshake'; readonly answer: string }
  | { readonly kind: 'taken'; readonly gateway: GatewayName; readonly nameless: number };

/** What the door needs. */
export interface Door {
  readonly messaging: MessagingService;
  readonly secrets: Secrets;
  readonly jidSuffix: string;
}

/** What cannot be taken, before anything of it is read. */
export type Closed = Extract<Received, { kind: 'unverified' | 'unusable' }>;

/**
 * The connection that callbacks of an inbox come from, or why none can.
 * @throws ApiError UNAVAILABLE when the database is out of reach
 */
export async function connectionAt(
  { secrets }: Pick<Door, 'secrets'>,
  db: TeamDb,
  inbox: string,
): Promise<Connection | Closed> {
  const stored = await findInbox(db, inbox);
  const connection = stored && connectionOf(secrets, stored);
  if (connection === undefined) return { kind: 'unverified' };
  if (typeof connection === 'string')
    return stored?.config === null
      ? { kind: 'unverified' }
      : { kind: 'unusable', reason: connection };
  return connection;
}

/**
 * The door for everything that gateways tell, the sandbox included: verified first, then applied. Every part is harmless
 * when it comes again, so a callback that fails half-way is repeated whole.
 * @param proven called once it is verified, before anything is applied
 * @throws ApiError UNAVAILABLE when the database is out of reach
 */
export async function receiveFrom(
  { messaging, jidSuffix }: Door,
  db: TeamDb,
  connection: Connection,
  callback: Callback,
  proven: () => Promise<void> = async () => {},
): Promise<Received> {
  const { inbox } = connection;
  const told = await messaging.readCallback(connection, callback);
  if (told.kind === 'unverified') return told;
  await proven();
  if (told.kind !== 'news') return told;
  // An echo tells the id that a confirmation in the same callback is about.
  await settleEchoes(db, inbox, told.echoes);
  await confirm(db, inbox, told.confirmations);
  for (const message of told.incoming) await take(db, inbox, jidSuffix, message);
  return { kind: 'taken', gateway: connection.gateway, nameless: told.nameless };
}

/** The same by the inbox's id. */
export async function receive(
  door: Door,
  db: TeamDb,
  inbox: string,
  callback: Callback,
): Promise<Received> {
  const connection = await connectionAt(door, db, inbox);
  return 'kind' in connection ? connection : receiveFrom(door, db, connection, callback);
}
