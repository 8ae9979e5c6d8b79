import type { Conversation } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import {
  assignConversation,
  assignConversationSquad,
  changeState,
  type State,
  setBlock,
} from './queries.ts';

/* Actions on a conversation, shared by its head, keys and list. Each can be undone. */

type Of = Pick<Conversation, 'id' | 'status' | 'snoozed_until'>;

const set = (slug: string, { id, status, snoozed_until }: Of, to: State) =>
  runWithToast(changeState(to.status), { slug, id, to, from: { status, snoozed_until } });

export const resolve = (slug: string, of: Of) =>
  set(slug, of, { status: 'resolved', snoozed_until: null });
export const reopen = (slug: string, of: Of) =>
  set(slug, of, { status: 'open', snoozed_until: null });
export const snooze = (slug: string, of: Of, until: string) =>
  set(slug, of, { status: 'snoozed', snoozed_until: until });

/** Blocks or unblocks the contact or the group. A blocked conversation is resolved. */
export const block = (
  slug: string,
  { id, status, snoozed_until, is_blocked }: Of & Pick<Conversation, 'is_blocked'>,
  isBlocked: boolean,
) =>
  runWithToast(setBlock(isBlocked), {
    slug,
    id,
    to: {
      is_blocked: isBlocked,
      status: isBlocked ? 'resolved' : status,
      snoozed_until: isBlocked ? null : snoozed_until,
    },
    from: { is_blocked, status, snoozed_until },
  });

export const assign = (
  slug: string,
  { id }: Pick<Conversation, 'id'>,
  to: { readonly id: string; readonly name: string } | null,
) => runWithToast(assignConversation, { slug, id, to });

export const assignSquad = (
  slug: string,
  { id }: Pick<Conversation, 'id'>,
  to: { readonly id: string; readonly name: string } | null,
) => runWithToast(assignConversationSquad, { slug, id, to });
