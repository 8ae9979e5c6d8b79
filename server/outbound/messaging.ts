/*
 * What the messaging service speaks: everything here is plain data, so that the service can move behind HTTP without the
 * API noticing, and so that each gateway is one file that implements `Gateway`.
 */

export const gatewayNames = ['sandbox', 'evolution', 'waha', 'cloud'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** An inbox as its gateway sees it: where to reach the network, and with which credentials. */
export interface Connection {
  readonly team: string;
  readonly inbox: string;
  readonly gateway: GatewayName;
  /** What `pauta inbox create --config` was given; its keys are the gateway's own. */
  readonly config: Readonly<Record<string, string>>;
}

export interface Outgoing {
  /** The recipient's digits, with country code. */
  readonly to: string;
  readonly text: string;
  /** Our id of the message, handed to the gateways that carry one along. */
  readonly reference: string;
}

/** Why a message did not go out, as a word that the caller can act on. */
export type Cause =
  | 'network'
  | 'timeout'
  | 'disconnected'
  | 'number'
  | 'throttled'
  | 'credentials'
  | 'rejected'
  | 'gateway';

/** What became of a send. `unknown`: it may have gone out, and must not be sent again by itself. */
export type Sent =
  | { readonly outcome: 'accepted'; readonly networkId: string }
  | { readonly outcome: 'refused'; readonly cause: Cause; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly cause: Cause; readonly reason: string };

export const refused = (cause: Cause, reason: string): Sent => ({
  outcome: 'refused',
  cause,
  reason,
});
export const unknown = (cause: Cause, reason: string): Sent => ({
  outcome: 'unknown',
  cause,
  reason,
});

/** The longest id of a network that is kept. */
const longestId = 255;

/** Accepted, where the gateway gave an id that can be kept; else `otherwise`. */
export const accepted = (networkId: unknown, otherwise: Sent): Sent =>
  isNetworkId(networkId) ? { outcome: 'accepted', networkId } : otherwise;

export const isNetworkId = (id: unknown): id is string =>
  typeof id === 'string' && id.length > 0 && id.length <= longestId && !id.includes('\0');

/** Whether a connection can send now. */
export interface Health {
  readonly connected: boolean;
  /** What was found, for people. */
  readonly found: string;
  /** Where to mend it: in the inbox's configuration, or at a gateway that is not there. Absent: in the session. */
  readonly fault?: 'configuration' | 'gateway';
}

/** A gateway's request to us, as it came. */
export interface Callback {
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** What the network says of a message that we sent. */
export interface Confirmation {
  readonly networkId: string;
  /** Our id of the message, where the gateway carries it along. */
  readonly reference?: string | undefined;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  /** Why it failed. */
  readonly reason?: string | undefined;
}

/** A message to us. */
export interface Incoming {
  readonly networkId: string;
  /** The sender's digits, with country code. */
  readonly phone: string;
  /** The name that the sender announces. */
  readonly name?: string | undefined;
  readonly type: string;
  readonly text: string;
}

/** A message of ours as the gateway saw it go out: gives the network id of one whose answer was lost. */
export interface Echo {
  readonly networkId: string;
  /** Absent where the gateway hides it. */
  readonly phone?: string | undefined;
  readonly text: string;
}

/** What a callback says. */
export type ParsedCallback =
  /** It does not prove that it comes from the gateway. */
  | { readonly kind: 'unverified' }
  /** It proves it, and cannot be read. */
  | { readonly kind: 'malformed' }
  /** The gateway asks whether this address is ours; it wants this text back. */
  | { readonly kind: 'handshake'; readonly answer: string }
  | {
      readonly kind: 'updates';
      readonly confirmations: readonly Confirmation[];
      readonly incoming: readonly Incoming[];
      readonly echoes: readonly Echo[];
      /** How many messages were left out because they do not say who sent them. */
      readonly nameless: number;
    };

/** How a configuration's keys are checked, and which of them are secret. */
export interface ConfigKey {
  readonly about: string;
  readonly pattern: RegExp;
  /** Completes "must be …". */
  readonly says: string;
  readonly secret?: true;
  /** Absent: must be given. */
  readonly fallback?: string;
}

/** One way to the network. Nothing here throws: a failure is an answer. */
export interface Gateway {
  readonly name: GatewayName;
  /** The connection types of the interface that it serves. */
  readonly types: readonly ('session' | 'cloud')[];
  readonly config: Readonly<Record<string, ConfigKey>>;
  sendText(connection: Connection, message: Outgoing, timeoutMs: number): Promise<Sent>;
  health(connection: Connection, timeoutMs: number): Promise<Health>;
  readCallback(connection: Connection, callback: Callback): ParsedCallback;
}

/**
 * The platform's messaging service: the one way to every gateway, and all that the API knows of them. Today it runs in
 * the process; a service behind HTTP with these operations would take its place as it is.
 */
export interface MessagingService {
  /** Sends a text, once; never tries again. Does not throw. */
  sendText(connection: Connection, message: Outgoing): Promise<Sent>;
  /** Whether a connection can send now. Does not throw. */
  health(connection: Connection): Promise<Health>;
  /** What a gateway's callback says, once it is verified. */
  readCallback(connection: Connection, callback: Callback): Promise<ParsedCallback>;
}
