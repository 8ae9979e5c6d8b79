import { request } from '#panel/api/call.ts';
import type { Inbox, Message } from '#panel/api/types.ts';
import { applyChangeResponse } from './queries.ts';

/* Edits of own messages, and messages taken back for everyone. */

/** The network shows edits for 15 minutes, and takes messages back for two days. */
const editableMs = 15 * 60_000;
const revocableMs = 2 * 24 * 60 * 60_000;

interface Editor {
  readonly me: string | undefined;
  /** True if the user may take back messages of others. */
  readonly isModerator: boolean;
  readonly inbox: Pick<Inbox, 'type' | 'active'> | undefined;
  readonly now: number;
}

/** Changes that the network and the service would accept now. */
export function possibleChanges(message: Message, { me, isModerator, inbox, now }: Editor) {
  const { author, last_change: last, message_type: type, sent_at: sentAt, status } = message;
  const age = now - Date.parse(sentAt);
  const isSent = status === 'sent' || status === 'delivered' || status === 'read';
  const isChangeable =
    message.origin === 'pauta' &&
    message.direction === 'outgoing' &&
    isSent &&
    message.msgapp_message_id !== null &&
    message.revoked_at === null &&
    type !== 'reaction' &&
    last?.status !== 'pending' &&
    inbox?.type === 'session' &&
    inbox.active;
  const isAuthor = author?.type === 'user' && author.id !== null && author.id === me;
  return {
    canEdit: isChangeable && isAuthor && type === 'text' && age < editableMs,
    canRevoke: isChangeable && (isAuthor || isModerator) && age < revocableMs,
  };
}

/** Edits a message. @param changeId the same for a retry @throws Failure */
export async function editMessage(
  slug: string,
  { id }: Message,
  changeId: string,
  text: string,
): Promise<void> {
  applyChangeResponse(
    slug,
    await request('POST /teams/{team_slug}/msgapp/messages/{id}/edit', {
      at: { team_slug: slug, id },
      body: { change_id: changeId, text },
    }),
  );
}

/** Takes a message back for everyone. @param changeId the same for a retry @throws Failure */
export async function revokeMessage(
  slug: string,
  { id }: Message,
  changeId: string,
): Promise<void> {
  applyChangeResponse(
    slug,
    await request('POST /teams/{team_slug}/msgapp/messages/{id}/revoke', {
      at: { team_slug: slug, id },
      body: { change_id: changeId },
    }),
  );
}

/** Dismisses a change that was refused, or whose outcome is unknown. @throws Failure */
export async function dismissChange(slug: string, { id }: Message): Promise<void> {
  applyChangeResponse(
    slug,
    await request('DELETE /teams/{team_slug}/msgapp/messages/{id}/change', {
      at: { team_slug: slug, id },
    }),
  );
}
