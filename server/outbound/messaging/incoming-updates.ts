import type { ChatAddress, Json, MessageType, Participant } from './connection.ts';
import type { Finding } from './findings.ts';
import type { StateReport } from './gateway-setup.ts';

/** The network's status report for a message that we sent. */
export interface Confirmation {
  readonly networkId: string;
  /** Our message id, if the gateway carries it. */
  readonly reference?: string | undefined;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  /** Reason of the failure. */
  readonly reason?: string | undefined;
}

/** The advertisement or post that led a contact to write, as reported by the contact's client: unverified. */
export interface Referral {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly sourceUrl?: string | undefined;
  readonly sourceId?: string | undefined;
  /** `ad`, `post`, or another value of the network. */
  readonly sourceType?: string | undefined;
  /** Click id (ctwa_clid). */
  readonly clickId?: string | undefined;
}

/** Content of a message, regardless of its author. */
export interface Content {
  readonly type: MessageType;
  /** Text, caption, label of the chosen button, or emoji of a reaction (empty if removed). */
  readonly text: string;
  /**
   * Type-specific content. `location` {latitude, longitude, name, address, is_live}, `contacts` {contacts: [{name, phones}]},
   * `reaction` {message: network id}, `button_reply` and `list_reply` {id, description}, `poll` {options, is_multiple}, `order`
   * {…}, `unsupported` {kind: the gateway's name for it}. Every key may be absent.
   */
  readonly details?: Json | undefined;
  readonly media?: IncomingMedia | undefined;
  readonly referral?: Referral | undefined;
  /** Network id of the message that it replies to. */
  readonly quoted?: string | undefined;
  /** People that it mentions, in a group: the text has `@` and the digits of each `id`. */
  readonly mentions?: readonly Participant[] | undefined;
}

/** Media of a message that has not been fetched yet. */
export interface IncomingMedia {
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
  readonly bytes?: number | undefined;
  /** The adapter's data for fetching it; stored as JSON, 16 kB at most. */
  readonly source: Json;
  /** Reason that it cannot be fetched, if the gateway reports one. */
  readonly error?: string | undefined;
}

/** A message of a chat between the inbox and one person, or of a group. */
export interface ChatMessage extends Content {
  readonly networkId: string;
  /** The person whose chat it is in, regardless of the author; or the group. */
  readonly chat: ChatAddress;
  /** `contact`: received from the person, or a member of the group; `phone`: written by our side on the phone. */
  readonly from: 'contact' | 'phone';
  /** The author in a group, if it is not our side and the network reports it. */
  readonly participant?: Participant | undefined;
  /** Display name chosen by the author. */
  readonly name?: string | undefined;
  /** The network's time, as Date.now(). */
  readonly at?: number | undefined;
}

/** A message that was written before the inbox received messages live. */
export interface PastMessage extends ChatMessage {
  /** Status of a message of ours, if the gateway reports it. */
  readonly status?: Confirmation['status'] | undefined;
}

/**
 * A message sent through the gateway's API: by us, or by another program on the same session. Requires a known chat: the id of
 * our message is taken from here if the response to its send was lost.
 */
export interface Echo extends Content {
  readonly networkId: string;
  readonly chat: ChatAddress;
  readonly at?: number | undefined;
  /** True if it may also have been typed on the phone: the gateway does not distinguish the two. */
  readonly mayBeTyped?: true;
}

/** The author of a change, as proven by the gateway: only messages of that side in that chat can be changed. */
interface Authored {
  readonly from: ChatMessage['from'];
  /** The chat in which the change was made; absent if the gateway does not report it. */
  readonly chat?: ChatAddress | undefined;
  /** The author in a group, if it is not our side. */
  readonly participant?: Participant | undefined;
}

/** A message whose text was edited. */
export interface Edit extends Authored {
  /** Id of the edited message. */
  readonly networkId: string;
  readonly text: string;
  readonly at?: number | undefined;
}

/** A message deleted by its author. */
export interface Revoke extends Authored {
  readonly networkId: string;
  readonly at?: number | undefined;
}

/** Phone number of a LID. */
export interface KnownLid {
  readonly lid: string;
  readonly phone: string;
}

/** Change of a group: its name, its members, or both. */
export interface GroupChange {
  readonly group: string;
  readonly name?: string | undefined;
}

/** Part of the history of a number, as its phone shares it. */
export interface SharedHistory {
  /** Identity of the part in its history; absent for the files of messages in earlier parts. */
  readonly part?: string | undefined;
  readonly messages: readonly PastMessage[];
  /** Why records are no messages, one for each. */
  readonly skipped: readonly string[];
  /** Percentage of the history that has been delivered. */
  readonly progress?: number | undefined;
  /** Why the history is not shared. */
  readonly refusal?: Finding | undefined;
}

/** Name of a person in the address book of the phone. */
export interface SharedName {
  readonly phone: string;
  readonly name: string;
}

/** Content of a verified callback. Empty parts are omitted. */
export interface Updates {
  /** The account of the session, as far as the callback reports it. */
  readonly account?: Pick<Participant, 'phone' | 'lid'>;
  readonly confirmations?: readonly Confirmation[];
  readonly messages?: readonly ChatMessage[];
  readonly echoes?: readonly Echo[];
  readonly edits?: readonly Edit[];
  readonly revokes?: readonly Revoke[];
  readonly states?: readonly StateReport[];
  readonly lids?: readonly KnownLid[];
  readonly groups?: readonly GroupChange[];
  readonly histories?: readonly SharedHistory[];
  readonly names?: readonly SharedName[];
  /** Number of deliberately ignored items by kind, for example `group`, `status`, `channel`. Counted and logged, never silent. */
  readonly ignored?: Readonly<Record<string, number>>;
}

/** Result of parsing a callback. */
export type ParsedCallback =
  /** Not proven to come from the gateway. */
  | { readonly kind: 'unverified' }
  /** Verified, but unreadable. */
  | { readonly kind: 'malformed' }
  /** The gateway verifies that we own this URL; expects this text in response. */
  | { readonly kind: 'handshake'; readonly answer: string }
  | ({ readonly kind: 'updates' } & Updates);
