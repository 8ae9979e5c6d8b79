import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { type Reads, reads } from '#server/operations/crud.ts';
import type { Operation } from '#server/operations/operation.ts';
import { gets, lists } from '#server/records/crud-queries.ts';
import { changeConversations } from './bulk-operations.ts';
import {
  createCannedResponse,
  deleteCannedResponse,
  listCannedResponses,
  renderCannedResponse,
  updateCannedResponse,
} from './canned-responses.ts';
import { listRows } from './conversation-list.ts';
import { createLabel, deleteLabel, listLabels, updateLabel } from './labels.ts';
import { searchMessages } from './message-search.ts';
import {
  createNote,
  deleteDraft,
  deleteNote,
  getDraft,
  listNotes,
  saveDraft,
  updateNote,
} from './notes.ts';
import { markUnread, read, unread } from './read-marks.ts';
import { getSidebar } from './sidebar.ts';
import {
  assign,
  block,
  label,
  linkGroup,
  reopen,
  resolve,
  snooze,
  unassign,
  unblock,
} from './state-operations.ts';
import { conversations, directConversations, groups } from './table.ts';
import { getThread } from './thread.ts';
import { typing } from './typing.ts';

const hasGroups = teamStatement(
  'select 1 as yes from conversations where team_id = $team and group_id is not null limit 1',
);
const listAny = lists(conversations);
const listDirect = lists(directConversations);

/**
 * Lists leave groups out, because programs written before groups expect a contact. Teams without groups keep the totals and indexes of the
 * whole table.
 */
const { list, get, ...rest } = reads(conversations, {
  list: async (ctx: Context, query) =>
    ((await ctx.db.read(hasGroups)).length > 0 ? listDirect : listAny)(ctx, query),
  get: gets(conversations),
});

const listGroups: Operation = {
  ...reads(groups).list,
  name: 'conversations.list_groups',
  id: 'listGroups',
  summary: 'List conversations of groups',
  note: 'A page of the conversations of groups, which GET /msgapp/conversations leaves out. Filters are combined with AND; an empty filter is ignored.',
};

/** Read operations for conversations, with API keys and on the command line. */
export const conversationReads: Reads = {
  ...rest,
  list: { ...list, cli: 'conversation list' },
  get: { ...get, cli: 'conversation show' },
};

/** Operations on conversations: state, read marks, notes, drafts, canned responses and screens. */
export const conversationOperations: readonly Operation[] = [
  listGroups,
  assign,
  unassign,
  snooze,
  resolve,
  block,
  unblock,
  reopen,
  label,
  linkGroup,
  changeConversations,
  listLabels,
  createLabel,
  updateLabel,
  deleteLabel,
  read,
  markUnread,
  unread,
  createNote,
  listNotes,
  updateNote,
  deleteNote,
  saveDraft,
  getDraft,
  deleteDraft,
  listCannedResponses,
  createCannedResponse,
  updateCannedResponse,
  deleteCannedResponse,
  renderCannedResponse,
  listRows,
  searchMessages,
  getThread,
  getSidebar,
  typing,
];
