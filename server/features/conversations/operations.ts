import { type Reads, reads } from '#server/operations/crud.ts';
import type { Operation } from '#server/operations/operation.ts';
import {
  createCannedResponse,
  deleteCannedResponse,
  listCannedResponses,
  renderCannedResponse,
  updateCannedResponse,
} from './canned-responses.ts';
import { listRows } from './conversation-list.ts';
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
import { assign, reopen, resolve, snooze, unassign } from './state-operations.ts';
import { conversations } from './table.ts';
import { getThread } from './thread.ts';
import { typing } from './typing.ts';

const { list, get, ...rest } = reads(conversations);

/** Read operations for conversations, with API keys and on the command line. */
export const conversationReads: Reads = {
  ...rest,
  list: { ...list, cli: 'conversation list' },
  get: { ...get, cli: 'conversation show' },
};

/** Operations on conversations: state, read marks, notes, drafts, canned responses and screens. */
export const conversationOperations: readonly Operation[] = [
  assign,
  unassign,
  snooze,
  resolve,
  reopen,
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
