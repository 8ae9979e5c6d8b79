import type { Finding } from './findings.ts';

export type Json = Readonly<Record<string, unknown>>;

export const gatewayNames = ['sandbox', 'evolution', 'waha', 'cloud'] as const;

export type GatewayName = (typeof gatewayNames)[number];

/** Connection settings of an inbox at its gateway: address and credentials. */
export interface Connection {
  readonly team: string;
  readonly inbox: string;
  readonly gateway: GatewayName;
  /** Settings given to `pauta inbox create --config`; the keys are specific to the gateway. */
  readonly config: Readonly<Record<string, string>>;
  /** Handling of groups; absent for `ignore`. */
  readonly groups?: GroupSetting | undefined;
}

/**
 * Handling of groups in an inbox. `ignore`: nothing of them is stored. `muted`: they are shown, but their messages wait for no answer.
 * `show`: like other conversations.
 */
export const groupSettings = ['ignore', 'muted', 'show'] as const;
export type GroupSetting = (typeof groupSettings)[number];

/** True if groups of the inbox are stored. */
export const readsGroups = ({ groups }: Pick<Connection, 'groups'>): boolean =>
  groups === 'muted' || groups === 'show';

/**
 * A person on the network. A session may know a person by a number, by a LID (a network id that hides the number; its digits,
 * without `@lid`), or by both.
 */
export type Address =
  | { readonly phone: string; readonly lid?: string | undefined; readonly group?: undefined }
  | { readonly phone?: undefined; readonly lid: string; readonly group?: undefined };

/** A group on the network, by its address, such as `120363000000000001@g.us`. */
interface GroupAddress {
  readonly group: string;
  readonly phone?: undefined;
  readonly lid?: undefined;
}

/** The chat with a person, or a group. */
export type ChatAddress = Address | GroupAddress;

/** A member of a group, as the network reports it. */
export interface Participant {
  /** The network's address, as reported. */
  readonly id: string;
  readonly phone?: string | undefined;
  readonly lid?: string | undefined;
}

/** Types of messages. Every received message has one of them; those unknown to Pauta are `unsupported`. */
export const messageTypes = [
  'text',
  'image',
  'audio',
  'voice',
  'video',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'button_reply',
  'list_reply',
  'poll',
  'order',
  'template',
  'unsupported',
] as const;

export type MessageType = (typeof messageTypes)[number];

export const mediaTypes = ['image', 'audio', 'voice', 'video', 'document', 'sticker'] as const;

export type MediaType = (typeof mediaTypes)[number];

/** Cause of a failed send, as a code that the caller can act on. */
export const failureCauses = [
  'network',
  'timeout',
  'disconnected',
  'number',
  'throttled',
  'credentials',
  'rejected',
  'gateway',
] as const;
export type Cause = (typeof failureCauses)[number];

/** Causes at the start of a message's `status_reason`: those of a send, and those that are known only later. */
export const messageCauses = [...failureCauses, 'stopped', 'undelivered', 'unconfirmed'] as const;

/** Maximum length of a stored network id. */
const maxIdLength = 255;

export const isNetworkId = (id: unknown): id is string =>
  typeof id === 'string' && id.length > 0 && id.length <= maxIdLength && !id.includes('\0');

/** A gateway's request to this service, as received. */
export interface Callback {
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Result of a gateway request other than a send. */
export type GatewayResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** Permanently unavailable at the gateway: a retry is pointless. */
  | { readonly kind: 'impossible'; readonly reason: Finding }
  /** Failed this time. */
  | { readonly kind: 'failed'; readonly cause: Cause; readonly reason: Finding };

/** Validation and secrecy of a configuration key. */
export interface ConfigKey {
  readonly about: string;
  readonly pattern: RegExp;
  /** Completes "must be …". */
  readonly says: string;
  readonly secret?: true;
  /** If absent, the key is required. */
  readonly fallback?: string;
}
