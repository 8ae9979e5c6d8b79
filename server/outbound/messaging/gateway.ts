import type { Readable } from 'node:stream';
import type { Connecting, ConnectionState, FieldCheck } from './connecting.ts';
import type {
  Address,
  Asked,
  Callback,
  ConfigKey,
  Connection,
  GatewayName,
  Json,
} from './connection.ts';
import type { Outgoing, Sent } from './sending.ts';
import type { ParsedCallback } from './updates.ts';

/*
 * What the messaging service speaks: plain data and streams of bytes, so that the service can move behind HTTP without the
 * API noticing, and so that each gateway is one implementation of `Gateway`.
 */

/** Whether a connection can send now. */
export interface Health {
  readonly connected: boolean;
  /** What was found, for people. */
  readonly found: string;
  /** How the connection stands, where the gateway tells. */
  readonly state?: ConnectionState | undefined;
  /** The number that is logged in, where the gateway tells. */
  readonly phone?: string | undefined;
  /** Where to mend it: in the inbox's configuration, or at a gateway that is not there. Absent: in the session. */
  readonly fault?: 'configuration' | 'gateway';
}

/** Media as a gateway gives it. */
export interface FetchedMedia {
  /** Its bytes; destroyed by whoever asked, read to the end or not. */
  readonly stream: Readable;
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
}

/** What the network shows of somebody. */
export interface Profile {
  readonly name?: string | undefined;
  /** null: has none, or hides it. */
  readonly pictureUrl?: string | null | undefined;
}

/** Whether a number has an account on the network. */
export type Account =
  | { readonly exists: false }
  /** @param phone as the network writes it, which may be another spelling */
  | {
      readonly exists: true;
      readonly phone?: string | undefined;
      readonly lid?: string | undefined;
    };

/** An approved or refused template of the official API. */
export interface Template {
  readonly name: string;
  readonly language: string;
  /** APPROVED, PENDING, REJECTED, PAUSED… */
  readonly status: string;
  readonly category?: string | undefined;
  readonly components: readonly Json[];
}

/** One way to the network. Nothing here throws: a failure is an answer. What a gateway cannot do it leaves out. */
export interface Gateway {
  readonly name: GatewayName;
  /** The connection types of the interface that it serves. */
  readonly types: readonly ('session' | 'cloud')[];
  readonly config: Readonly<Record<string, ConfigKey>>;
  /** Sends a message, once. What the gateway cannot send is refused with the cause `rejected`, before anything is asked of it. */
  send(connection: Connection, message: Outgoing, timeoutMs: number): Promise<Sent>;
  health(connection: Connection, timeoutMs: number): Promise<Health>;
  readCallback(connection: Connection, callback: Callback): ParsedCallback;
  /** An id for a text that is going to be sent, where the gateway takes ours; undefined where this version does not. */
  newMessageId?(connection: Connection, timeoutMs: number): Promise<string | undefined>;
  /** @param source what {@link IncomingMedia} held */
  fetchMedia?(
    connection: Connection,
    message: { readonly networkId: string; readonly source: Json },
    timeoutMs: number,
  ): Promise<Asked<FetchedMedia>>;
  /** Tells the network that messages of a chat were read; `networkIds` begins with the newest. */
  markRead?(
    connection: Connection,
    read: { readonly chat: Address; readonly networkIds: readonly string[] },
    timeoutMs: number,
  ): Promise<Asked<undefined>>;
  profile?(connection: Connection, of: Address, timeoutMs: number): Promise<Asked<Profile>>;
  account?(connection: Connection, phone: string, timeoutMs: number): Promise<Asked<Account>>;
  /** The number behind a LID; undefined where the gateway does not know it. */
  phoneOf?(
    connection: Connection,
    lid: string,
    timeoutMs: number,
  ): Promise<Asked<string | undefined>>;
  templates?(connection: Connection, timeoutMs: number): Promise<Asked<readonly Template[]>>;
  readonly connecting?: Connecting;
}

type Remote<F> = F extends (connection: Connection, ...rest: [...infer A, number]) => infer R
  ? (connection: Connection, ...rest: A) => R
  : never;

type Optional = 'fetchMedia' | 'markRead' | 'profile' | 'account' | 'phoneOf' | 'templates';

/**
 * The platform's messaging service: the one way to every gateway, and all that the API knows of them. Today it runs in
 * the process; a service behind HTTP with these operations would take its place. Nothing throws. What a gateway cannot do is
 * answered as `impossible`.
 */
export type MessagingService = {
  /** Sends a message, once; never tries again. */
  send(connection: Connection, message: Outgoing): Promise<Sent>;
  /** Whether a connection can send now. */
  health(connection: Connection): Promise<Health>;
  /** What a gateway's callback says, once it is verified. */
  readCallback(connection: Connection, callback: Callback): Promise<ParsedCallback>;
  newMessageId(connection: Connection): Promise<string | undefined>;
  /** What {@link Connecting.prepare} asks for; undefined where the gateway cannot be connected from here. */
  setupOf(gateway: GatewayName): Readonly<Record<string, ConfigKey>> | undefined;
  /** What the gateway says of the fields that are there; see {@link Connecting.checkFields}. */
  checkFields(
    connection: Connection,
    setup: Readonly<Record<string, string>>,
  ): Promise<readonly FieldCheck[]>;
} & { readonly [K in Optional]: Remote<NonNullable<Gateway[K]>> } & {
  readonly [K in Exclude<keyof Connecting, 'setup' | 'checkFields'>]: Remote<Connecting[K]>;
};
