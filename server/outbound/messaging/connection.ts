export type Json = Readonly<Record<string, unknown>>;

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

/**
 * Somebody on the network. A session may know a person by a number, by a LID (an id of the network that hides the number; its digits,
 * without `@lid`), or by both.
 */
export type Address =
  | { readonly phone: string; readonly lid?: string | undefined }
  | { readonly phone?: undefined; readonly lid: string };

/** What a message is. Everything that arrives is one of these; what Pauta has no type for is `unsupported`. */
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

/** The longest id of a network that is kept. */
const longestId = 255;

export const isNetworkId = (id: unknown): id is string =>
  typeof id === 'string' && id.length > 0 && id.length <= longestId && !id.includes('\0');

/** A gateway's request to us, as it came. */
export interface Callback {
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** What became of a request to a gateway that is no send. */
export type Asked<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The gateway has no such thing, now or ever: asking again is of no use. */
  | { readonly kind: 'impossible'; readonly reason: string }
  /** It did not work out this time. */
  | { readonly kind: 'failed'; readonly cause: Cause; readonly reason: string };

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
