import type { Failure } from '#panel/api/call.ts';

/* Unsent messages of this browser, as displayed. */

/** File that is already uploaded. */
export interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
}

export interface OutgoingMessage {
  readonly id: string;
  readonly conversationId: string;
  /** Message type, or `note`. */
  readonly type: string;
  readonly content: string;
  readonly file?: SentFile | undefined;
  /** Files of a note. */
  readonly noteFiles?: readonly SentFile[] | undefined;
  readonly replyTo?: string | undefined;
  /** True if the conversation is resolved once this was sent. */
  readonly resolves?: boolean | undefined;
  readonly at: string;
  /**
   * `waiting`: certainly not sent yet, because of a missing connection or earlier messages. `unknown`: attempted without a response, and
   * repeated. `refused`: certainly not sent, and not retried automatically.
   */
  readonly state: 'waiting' | 'sending' | 'unknown' | 'refused';
  /**
   * Reason for the refusal. HELD: written some time ago, sent when the author confirms. EXPIRED: the outcome can no longer be determined.
   */
  readonly problem?: Failure | undefined;
}
