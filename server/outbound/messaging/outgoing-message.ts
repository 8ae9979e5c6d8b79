import type { Readable } from 'node:stream';
import {
  type Address,
  type Cause,
  type ChatAddress,
  isNetworkId,
  type Json,
  type MediaType,
} from './connection.ts';
import type { Finding } from './findings.ts';

/** A file to send to a gateway. It is opened when sent, and may be opened again. */
export interface OutgoingFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  open(): Promise<Readable>;
}

/** A message that is quoted or reacted to. */
export interface Quoted {
  readonly networkId: string;
  /** True if our side wrote it. */
  readonly fromMe: boolean;
  readonly text: string;
  /** The network's address of its author, in a group. */
  readonly participant?: string | undefined;
}

/** A template of the official API, by its approved name. */
interface OutgoingTemplate {
  readonly name: string;
  /** For example `pt_BR`. */
  readonly language: string;
  /** In the network's format: `[{type: 'body', parameters: [{type: 'text', text: 'Ana'}]}]`. */
  readonly components: readonly Json[];
  /** File of the header, if the components have none. */
  readonly header?: OutgoingMedia | undefined;
}

/** A file with a caption. */
export interface OutgoingMedia {
  readonly kind: 'media';
  readonly type: MediaType;
  readonly file: OutgoingFile;
  /** Empty for none. */
  readonly caption: string;
}

/** Content to send. */
export type OutgoingContent =
  | { readonly kind: 'text'; readonly text: string }
  | OutgoingMedia
  | { readonly kind: 'template'; readonly template: OutgoingTemplate }
  /** @param emoji empty to remove the reaction */
  | { readonly kind: 'reaction'; readonly target: Quoted; readonly emoji: string };

export interface Outgoing {
  readonly to: ChatAddress;
  readonly content: OutgoingContent;
  /** Our message id, passed to gateways that can carry it. */
  readonly reference: string;
  /** Predetermined network id of the message, if the gateway provided one ({@link Gateway.newMessageId}). */
  readonly networkId?: string | undefined;
  readonly quoted?: Quoted | undefined;
  /** Members of the group that the text mentions: it has `@` and the digits of each. */
  readonly mentions?: readonly Address[] | undefined;
}

/** A change of a message of our side. */
export interface OutgoingChange {
  readonly to: ChatAddress;
  /** The message. */
  readonly networkId: string;
  /** A new text, or to take the message back for everyone. */
  readonly change: { readonly kind: 'edit'; readonly text: string } | { readonly kind: 'revoke' };
}

/** Result of a send. `unknown`: it may have been sent, and must not be retried automatically. */
export type Sent =
  | {
      readonly outcome: 'accepted';
      readonly networkId: string;
      /** The network's time of the message, as Date.now(); absent if the response contains none. */
      readonly at?: number | undefined;
    }
  | { readonly outcome: 'refused'; readonly cause: Cause; readonly reason: Finding }
  | {
      readonly outcome: 'unknown';
      readonly cause: Cause;
      readonly reason: Finding;
      /** Called after this outcome has been stored; set by the sandbox only. */
      readonly onStored?: (() => void) | undefined;
    };

export const refused = (cause: Cause, reason: Finding): Sent => ({
  outcome: 'refused',
  cause,
  reason,
});

export const unknown = (cause: Cause, reason: Finding, onStored?: () => void): Sent => ({
  outcome: 'unknown',
  cause,
  reason,
  onStored,
});

/**
 * Accepted if the gateway returned a storable id; otherwise `otherwise`.
 * @param at the network's time of the message, as Date.now()
 */
export const accepted = (networkId: unknown, otherwise: Sent, at?: number): Sent =>
  isNetworkId(networkId) ? { outcome: 'accepted', networkId, at } : otherwise;
