import type { StateReport } from './connecting.ts';
import type { Address, Json, MessageType } from './connection.ts';

/** What the network says of a message that we sent. */
export interface Confirmation {
  readonly networkId: string;
  /** Our id of the message, where the gateway carries it along. */
  readonly reference?: string | undefined;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  /** Why it failed. */
  readonly reason?: string | undefined;
}

/** The advertisement or post through which a contact began to write, as the contact's client reports it: nothing of it is proven. */
export interface Referral {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly sourceUrl?: string | undefined;
  readonly sourceId?: string | undefined;
  /** `ad`, `post`, or another word of the network. */
  readonly sourceType?: string | undefined;
  /** The id of the click (ctwa_clid). */
  readonly clickId?: string | undefined;
}

/** What a message holds, whoever wrote it. */
export interface Content {
  readonly type: MessageType;
  /** What is written: text, caption, label of the chosen button, emoji of a reaction (empty: taken back). */
  readonly text: string;
  /**
   * What the type has beyond its text. `location` {latitude, longitude, name, address, is_live}, `contacts` {contacts: [{name, phones}]},
   * `reaction` {message: network id}, `button_reply` and `list_reply` {id, description}, `poll` {options, is_multiple}, `order` {…},
   * `unsupported` {kind: the gateway's own name of it}. Every key may be left out.
   */
  readonly details?: Json | undefined;
  readonly media?: IncomingMedia | undefined;
  readonly referral?: Referral | undefined;
  /** The network id of the message that it answers. */
  readonly quoted?: string | undefined;
}

/** Media that a message holds and that is still to be fetched. */
export interface IncomingMedia {
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
  readonly bytes?: number | undefined;
  /** What the gateway needs to fetch it, as its adapter wrote it; kept as JSON, 16 kB at most. */
  readonly source: Json;
  /** Why it cannot be fetched, where the gateway already says so. */
  readonly error?: string | undefined;
}

/** A message of a chat between the inbox and one person. */
export interface ChatMessage extends Content {
  readonly networkId: string;
  /** Whose chat it is in: the person, whoever wrote it. */
  readonly chat: Address;
  /** `contact` wrote it to us, or our side did on the `phone`. */
  readonly from: 'contact' | 'phone';
  /** The name that the person announces. */
  readonly name?: string | undefined;
  /** The network's time, as Date.now(). */
  readonly at?: number | undefined;
}

/**
 * A message that went out through the gateway's API: by us, or by another program on the same session. Only what names the chat
 * is one: the id of a message of ours is taken from here where its answer is lost.
 */
export interface Echo extends Content {
  readonly networkId: string;
  readonly chat: Address;
  readonly at?: number | undefined;
  /** Whether it may also have been typed on the phone: the gateway does not distinguish the two. */
  readonly mayBeTyped?: true;
}

/** The author of a change, as the gateway proves it: only that side's own messages of that chat can be changed. */
interface Authored {
  readonly from: ChatMessage['from'];
  /** The chat in which the change was made; absent if the gateway does not say. */
  readonly chat?: Address | undefined;
}

/** A message whose text was changed. */
export interface Edit extends Authored {
  /** Of the message that was changed. */
  readonly networkId: string;
  readonly text: string;
  readonly at?: number | undefined;
}

/** A message that its writer took back. */
export interface Revoke extends Authored {
  readonly networkId: string;
  readonly at?: number | undefined;
}

/** The number behind a LID. */
export interface KnownLid {
  readonly lid: string;
  readonly phone: string;
}

/** What a callback tells, once it is verified. Parts that it does not have are left out. */
export interface Updates {
  readonly confirmations?: readonly Confirmation[];
  readonly messages?: readonly ChatMessage[];
  readonly echoes?: readonly Echo[];
  readonly edits?: readonly Edit[];
  readonly revokes?: readonly Revoke[];
  readonly states?: readonly StateReport[];
  readonly lids?: readonly KnownLid[];
  /** How many of each kind were left out on purpose, such as `group`, `status`, `channel`. Counted and logged, never silent. */
  readonly ignored?: Readonly<Record<string, number>>;
}

/** What a callback says. */
export type ParsedCallback =
  /** It does not prove that it comes from the gateway. */
  | { readonly kind: 'unverified' }
  /** It proves it, and cannot be read. */
  | { readonly kind: 'malformed' }
  /** The gateway asks whether this address is ours; it wants this text back. */
  | { readonly kind: 'handshake'; readonly answer: string }
  | ({ readonly kind: 'updates' } & Updates);
