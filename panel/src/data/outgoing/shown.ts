import type { Failure } from '../../api/call.ts';

/*
 * What this browser has still to send, as it is shown.
 */

/** A file that is on the service already. */
export interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
}

export interface Outgoing {
  readonly id: string;
  readonly conversationId: string;
  /** That of the message it becomes; `note`: of a note. */
  readonly type: string;
  readonly content: string;
  readonly file?: SentFile | undefined;
  readonly replyTo?: string | undefined;
  readonly at: string;
  /**
   * `waiting`: surely not sent yet, for want of a connection, or before its turn. `unknown`: asked for, and not answered: it is asked for
   * again. `refused`: surely not sent, and it will not be by itself.
   */
  readonly state: 'waiting' | 'sending' | 'unknown' | 'refused';
  /** Why it was refused. HELD: it was written some time ago, and is sent when its writer says so. EXPIRED: nobody knows any more. */
  readonly problem?: Failure | undefined;
}
