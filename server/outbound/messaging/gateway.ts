import type { Readable } from 'node:stream';
import type {
  Address,
  Callback,
  ConfigKey,
  Connection,
  GatewayName,
  GatewayResult,
  Json,
  Participant,
} from './connection.ts';
import type { Finding } from './findings.ts';
import type { ConnectionState, FieldCheck, GatewaySetup } from './gateway-setup.ts';
import type { KnownLid, ParsedCallback, PastMessage } from './incoming-updates.ts';
import type { Outgoing, OutgoingChange, OutgoingMedia, Sent } from './outgoing-message.ts';

/*
 * Interface of the messaging service: plain data and byte streams only, so that the service can move behind HTTP without changes
 * to the API, and each gateway is one implementation of `Gateway`.
 */

/** Ability of a connection to send now. */
export interface Health {
  readonly connected: boolean;
  readonly found: Finding;
  /** Connection state, if the gateway reports it. */
  readonly state?: ConnectionState | undefined;
  /** Phone number that is logged in, if the gateway reports it. */
  readonly phone?: string | undefined;
  /** Location of the fault: in the inbox's configuration, or at an unreachable gateway. Absent: in the session. */
  readonly fault?: 'configuration' | 'gateway';
}

/** Media returned by a gateway. */
export interface FetchedMedia {
  /** Content; the caller must destroy it, whether read or not. */
  readonly stream: Readable;
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
}

/** A person's public profile on the network. */
export interface Profile {
  readonly name?: string | undefined;
  /** null: none, or hidden. */
  readonly pictureUrl?: string | null | undefined;
}

/** A group as the network shows it. */
export interface GroupInfo {
  readonly name?: string | undefined;
  readonly members: readonly (Participant & {
    readonly name?: string | undefined;
    readonly isAdmin: boolean;
  })[];
}

/** A chat of which the gateway has messages. */
export interface ListedChat {
  /** The gateway's address of it, for {@link Gateway.pastMessages}. */
  readonly chat: string;
  readonly name?: string | undefined;
  /** Why its messages are not read, such as `group`. */
  readonly ignored?: string | undefined;
}

/** A page of a gateway's history. Pages may repeat, overlap, and be in any order. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Number of items before the next page; undefined for the last page. */
  readonly next: number | undefined;
}

/** A record of a gateway's history: a message, or the reason why it is none. */
export type PastRecord =
  | { readonly message: PastMessage; readonly lids: readonly KnownLid[] }
  /** @param networkId absent if it has none */
  | { readonly skipped: string; readonly networkId?: string | undefined };

/** Messages of a chat to read. Times are Unix milliseconds. */
export interface PastQuery {
  readonly chat: string;
  /** Number of the session that is logged in, if known. */
  readonly phone?: string | undefined;
  readonly since?: number | undefined;
  readonly until: number;
  /** Number of items before the page. */
  readonly skip: number;
}

/** Existence of an account for a number on the network. */
export type Account =
  | { readonly exists: false }
  /** @param phone in the network's spelling, which may differ */
  | {
      readonly exists: true;
      readonly phone?: string | undefined;
      readonly lid?: string | undefined;
    };

/** An approved or rejected template of the official API. */
export interface Template {
  readonly name: string;
  readonly language: string;
  /** APPROVED, PENDING, REJECTED, PAUSED… */
  readonly status: string;
  readonly category?: string | undefined;
  readonly components: readonly Json[];
}

/** A gateway to the network. Nothing here throws: failures are results. Unsupported operations are omitted. */
export interface Gateway {
  readonly name: GatewayName;
  /** Connection types that it supports. */
  readonly types: readonly ('session' | 'cloud')[];
  readonly config: Readonly<Record<string, ConfigKey>>;
  /** Sends a message, once. Content that the gateway cannot send is refused with the cause `rejected`, before any request. */
  send(connection: Connection, message: Outgoing, timeoutMs: number): Promise<Sent>;
  /** Changes a message of our side, once. `accepted` has the network's id and time of the change. */
  change?(connection: Connection, change: OutgoingChange, timeoutMs: number): Promise<Sent>;
  /** Reason why media can never be sent through this gateway, in English; absent if it accepts everything. */
  refuseMedia?(media: OutgoingMedia): Promise<string | undefined>;
  health(connection: Connection, timeoutMs: number): Promise<Health>;
  readCallback(connection: Connection, callback: Callback): ParsedCallback;
  /** Returns an id for a text to be sent, if the gateway accepts ours; undefined if its version does not. */
  newMessageId?(connection: Connection, timeoutMs: number): Promise<string | undefined>;
  /** @param source from {@link IncomingMedia} */
  fetchMedia?(
    connection: Connection,
    message: { readonly networkId: string; readonly source: Json },
    timeoutMs: number,
  ): Promise<GatewayResult<FetchedMedia>>;
  /** Sends read receipts for messages of a chat; `networkIds` starts with the newest. */
  markRead?(
    connection: Connection,
    read: { readonly chat: Address; readonly networkIds: readonly string[] },
    timeoutMs: number,
  ): Promise<GatewayResult<undefined>>;
  profile?(connection: Connection, of: Address, timeoutMs: number): Promise<GatewayResult<Profile>>;
  account?(
    connection: Connection,
    phone: string,
    timeoutMs: number,
  ): Promise<GatewayResult<Account>>;
  /** Phone number of a LID; undefined if the gateway does not know it. */
  phoneOf?(
    connection: Connection,
    lid: string,
    timeoutMs: number,
  ): Promise<GatewayResult<string | undefined>>;
  /** Name and members of a group. */
  group?(
    connection: Connection,
    group: string,
    timeoutMs: number,
  ): Promise<GatewayResult<GroupInfo>>;
  /** Chats of which it has messages. */
  pastChats?(
    connection: Connection,
    skip: number,
    timeoutMs: number,
  ): Promise<GatewayResult<Page<ListedChat>>>;
  /** Messages of a chat. Those outside the period may be among them. */
  pastMessages?(
    connection: Connection,
    query: PastQuery,
    timeoutMs: number,
  ): Promise<GatewayResult<Page<PastRecord>>>;
  /** Requests the history that the phone shares; callbacks deliver it ({@link Updates.histories}). */
  requestHistory?(connection: Connection, timeoutMs: number): Promise<GatewayResult<undefined>>;
  templates?(
    connection: Connection,
    timeoutMs: number,
  ): Promise<GatewayResult<readonly Template[]>>;
  readonly connecting?: GatewaySetup;
}

type Remote<F> = F extends (connection: Connection, ...rest: [...infer A, number]) => infer R
  ? (connection: Connection, ...rest: A) => R
  : never;

type Optional =
  | 'fetchMedia'
  | 'markRead'
  | 'profile'
  | 'account'
  | 'phoneOf'
  | 'group'
  | 'pastChats'
  | 'pastMessages'
  | 'requestHistory'
  | 'templates';

/**
 * The messaging service: the only access to gateways, and all that the API knows of them. Today it runs in this process; a
 * service behind HTTP with the same operations can replace it. Nothing throws. Unsupported operations return `impossible`.
 */
export type MessagingService = {
  /** Sends a message once, without retries. */
  send(connection: Connection, message: Outgoing): Promise<Sent>;
  /** Changes a message of our side once, without retries; refused by gateways that cannot. */
  change(connection: Connection, change: OutgoingChange): Promise<Sent>;
  /** Checks whether a connection can send now. */
  health(connection: Connection): Promise<Health>;
  /** Parses a gateway's callback after verifying it. */
  readCallback(connection: Connection, callback: Callback): Promise<ParsedCallback>;
  newMessageId(connection: Connection): Promise<string | undefined>;
  /** Input of {@link GatewaySetup.prepare}; undefined if this gateway cannot be connected by this service. */
  setupOf(gateway: GatewayName): Readonly<Record<string, ConfigKey>> | undefined;
  /** Checks the given fields at the gateway; see {@link GatewaySetup.checkFields}. */
  checkFields(
    connection: Connection,
    setup: Readonly<Record<string, string>>,
  ): Promise<readonly FieldCheck[]>;
} & { readonly [K in Optional]: Remote<NonNullable<Gateway[K]>> } & {
  readonly [K in Exclude<keyof GatewaySetup, 'setup' | 'checkFields'>]: Remote<GatewaySetup[K]>;
};
