import type { Readable } from 'node:stream';
import { type Address, type Cause, isNetworkId, type Json, type MediaType } from './connection.ts';

/** A file on its way to a gateway. It is opened when it is sent, and may be opened again. */
export interface OutgoingFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  open(): Promise<Readable>;
}

/** A message that another one answers or reacts to. */
export interface Quoted {
  readonly networkId: string;
  /** Whether our side wrote it. */
  readonly fromMe: boolean;
  readonly text: string;
}

/** A template of the official API, by the name that the network approved. */
export interface OutgoingTemplate {
  readonly name: string;
  /** Such as `pt_BR`. */
  readonly language: string;
  /** As the network takes them: `[{type: 'body', parameters: [{type: 'text', text: 'Ana'}]}]`. */
  readonly components: readonly Json[];
}

/** What is sent. */
export type OutgoingContent =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'media';
      readonly type: MediaType;
      readonly file: OutgoingFile;
      /** Empty for none. */
      readonly caption: string;
    }
  | { readonly kind: 'template'; readonly template: OutgoingTemplate }
  /** @param emoji empty: takes the reaction back */
  | { readonly kind: 'reaction'; readonly target: Quoted; readonly emoji: string };

export interface Outgoing {
  readonly to: Address;
  readonly content: OutgoingContent;
  /** Our id of the message, handed to the gateways that carry one along. */
  readonly reference: string;
  /** The id that the message is going to have on the network, where the gateway told one before ({@link Gateway.newMessageId}). */
  readonly networkId?: string | undefined;
  readonly quoted?: Quoted | undefined;
}

/** What became of a send. `unknown`: it may have gone out, and must not be sent again by itself. */
export type Sent =
  | {
      readonly outcome: 'accepted';
      readonly networkId: string;
      /** The network's time of the message, as Date.now(); absent where the answer tells none. */
      readonly at?: number | undefined;
    }
  | { readonly outcome: 'refused'; readonly cause: Cause; readonly reason: string }
  | {
      readonly outcome: 'unknown';
      readonly cause: Cause;
      readonly reason: string;
      /** Called once this outcome has been stored; set by the sandbox only. */
      readonly onStored?: (() => void) | undefined;
    };

export const refused = (cause: Cause, reason: string): Sent => ({
  outcome: 'refused',
  cause,
  reason,
});

export const unknown = (cause: Cause, reason: string, onStored?: () => void): Sent => ({
  outcome: 'unknown',
  cause,
  reason,
  onStored,
});

/**
 * Accepted, where the gateway gave an id that can be kept; else `otherwise`.
 * @param at the network's time of the message, as Date.now()
 */
export const accepted = (networkId: unknown, otherwise: Sent, at?: number): Sent =>
  isNetworkId(networkId) ? { outcome: 'accepted', networkId, at } : otherwise;
