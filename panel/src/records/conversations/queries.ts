import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { Contact, Conversation, Message } from '#panel/api/types.ts';
import { type Command, defineCommand } from '#panel/commands/command.ts';
import type { Fields } from '#panel/commands/diff.ts';
import { outcomes } from '#panel/commands/undo-history.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { readFields, recordQuery, writeRecord } from '#panel/data/records.ts';
import { followDrafts } from './drafts.ts';
import {
  applyToRows,
  type CachedRows,
  cachedPage,
  isAnswer,
  type Page,
  type Row,
  type RowFilters,
  type RowsAnswer,
  type RowsViewer,
  rowsOf,
  withFetched,
  withUserFields,
} from './list-rows.ts';
import { cachedThread, threadQuery } from './thread/queries.ts';

/* Conversations: lists, single ones, and actions on them. Their messages are in data/thread.ts. */

const key = (slug: string) => ['team', slug, 'conversations'] as const;
const limit = 50;
const dueIntervalMs = 60_000;
/** Maximum number of ids in one request. */
const maxIds = 100;

const askRows = (
  slug: string,
  filters: RowFilters,
  more: { readonly after?: string | undefined; readonly ids?: string; readonly limit: number },
  signal?: AbortSignal,
): Promise<RowsAnswer> =>
  request('GET /teams/{team_slug}/msgapp/conversation-rows', {
    at: { team_slug: slug },
    query: { ...filters, ...more },
    signal,
  });

/** Conversations of all states that match a text, latest first; the latest ones without a text. */
export const matchingRows = async (
  slug: string,
  text: string,
  most: number,
  signal: AbortSignal,
): Promise<readonly Row[]> => {
  const { rows } = await request('GET /teams/{team_slug}/msgapp/conversation-rows', {
    at: { team_slug: slug },
    query: { view: 'all', status: 'any', search: text || undefined, limit: most },
    signal,
  });
  return rows;
};

/** @param me id of the current user in the team, for the view `mine` */
export const conversationRowsQuery = (
  slug: string,
  filters: RowFilters,
  me: string | undefined,
) => {
  const viewer: RowsViewer = { filters, me };
  return infiniteQueryOptions({
    queryKey: [...key(slug), 'rows', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      cachedPage(await askRows(slug, filters, { after: pageParam, limit }, signal)),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Answers become overdue without an event.
    refetchInterval: filters.due_minutes === undefined ? false : dueIntervalMs,
    meta: {
      applyChange: (data, change) => applyToRows(data as CachedRows, change, viewer),
      alsoKinds: ['messages', 'contacts'],
    },
  });
};

/** Fetches the conversations that a list wants, and adds them to it. */
export async function fetchMissingRows(
  slug: string,
  filters: RowFilters,
  wanted: readonly string[],
): Promise<void> {
  const ids = wanted.slice(0, maxIds);
  const answer = await askRows(slug, filters, { ids: ids.join(), limit: maxIds });
  queryClient.setQueryData<CachedRows>(
    [...key(slug), 'rows', filters],
    (cached) => cached && withFetched(cached, ids, answer),
  );
}

/** Row of a conversation in a list that is up to date. */
function rowOf(slug: string, id: string): Row | undefined {
  for (const { state } of queryClient
    .getQueryCache()
    .findAll({ queryKey: [...key(slug), 'rows'] })) {
    const cached = state.data as CachedRows | undefined;
    const row = cached && !state.isInvalidated && rowsOf(cached).find((row) => row.id === id);
    if (row) return row;
  }
  return undefined;
}

/** Query of a single conversation, also without a list that contains it. */
export const conversationQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...key(slug), 'record', id],
    // The thread, which is fetched anyway when it is opened, contains the conversation.
    queryFn: async ({ signal }): Promise<Conversation> =>
      cachedThread(slug, id)
        ? load(slug, id, signal)
        : (await queryClient.fetchQuery(threadQuery(slug, id))).conversation,
    // Kept up to date by the live stream, as are the rows, which contain all of it.
    staleTime: Number.POSITIVE_INFINITY,
    initialData: () => rowOf(slug, id),
    meta: {
      applyChange: (data, change) => applyConversation(data as Conversation, change),
      alsoKinds: ['messages', 'contacts'],
    },
  });

/** Cached conversation, if it has been opened. */
export const cachedConversation = (slug: string, id: string) =>
  queryClient.getQueryData(conversationQuery(slug, id).queryKey);

/** True if a message may begin or end the wait for an answer; only the server knows when the answer is due. */
function mayMoveWait({ id, waiting_since }: Conversation, message: Message): boolean {
  if (message.conversation_id !== id) return false;
  return waiting_since === null
    ? message.direction === 'incoming' && message.message_type !== 'reaction'
    : isAnswer(message);
}

/** Its own fields are patched elsewhere; the contact's name and the times of its messages are not among them. */
function applyConversation(conversation: Conversation, change: RecordChange) {
  if (change.kind === 'messages')
    return mayMoveWait(conversation, change.record as unknown as Message) ? 'stale' : conversation;
  if (change.kind !== 'contacts' || change.id !== conversation.contact_id) return conversation;
  if (change.verb === 'deleted') return 'stale';
  const { custom_name, push_name, phone } = change.record as unknown as Contact;
  return { ...conversation, contact: { id: change.id, name: custom_name ?? push_name ?? phone } };
}

const load = (slug: string, id: string, signal?: AbortSignal): Promise<Conversation> =>
  request('GET /teams/{team_slug}/msgapp/conversations/{id}', {
    at: { team_slug: slug, id },
    signal,
  });

// Starting a conversation -------------------------------------------------------------------------

/** Recipient and sending inbox. */
export interface Recipient {
  readonly inbox_id: string;
  readonly contact_id: string | undefined;
  /** Digits only. */
  readonly phone: string;
}

/** Existing conversation with a recipient through an inbox; undefined if there is none. */
export async function findConversation(
  slug: string,
  { inbox_id, contact_id, phone }: Recipient,
): Promise<Row | undefined> {
  const { rows } = await request('GET /teams/{team_slug}/msgapp/conversation-rows', {
    at: { team_slug: slug },
    query: {
      view: 'all',
      status: 'any',
      inbox_id,
      limit: 1,
      ...(contact_id === undefined ? { search: phone } : { contact_id }),
    },
  });
  return rows[0];
}

export const phoneOf = async (slug: string, contact: string): Promise<string> =>
  (await queryClient.fetchQuery(recordQuery(slug, 'contacts', contact))).phone;

/**
 * Sends the first message to a recipient.
 * @param id id of the message; a retry with the same id and content sends it once
 */
export const sendFirstMessage = (
  slug: string,
  id: string,
  recipient: Recipient,
  text: string,
): Promise<Message> =>
  request('POST /teams/{team_slug}/msgapp/messages/write', {
    at: { team_slug: slug },
    body: { id, inbox_id: recipient.inbox_id, phone: recipient.phone, text },
  });

type Template = Pick<
  Operations['POST /teams/{team_slug}/msgapp/messages/template']['body'],
  'template' | 'language' | 'components' | 'file_id'
>;

/** Sends a template as the first message; official numbers allow no other first message. */
export const sendFirstTemplate = (
  slug: string,
  recipient: Recipient,
  filled: Template,
): Promise<Message> =>
  request('POST /teams/{team_slug}/msgapp/messages/template', {
    at: { team_slug: slug },
    body: { ...filled, inbox_id: recipient.inbox_id, phone: recipient.phone },
  });

// Actions -----------------------------------------------------------------------------------------

interface ConversationId {
  readonly slug: string;
  readonly id: string;
}

/** Shared parts of commands on one conversation. */
export const commandOfConversation = {
  record: ({ id }: ConversationId) => `conversations/${id}`,
  read: ({ slug, id }: ConversationId) =>
    readFields(slug, 'conversations', id) as Partial<Conversation> | undefined,
  load: ({ slug, id }: ConversationId) => load(slug, id),
  write: ({ slug, id }: ConversationId, change: <T extends object>(copy: T) => T) =>
    writeRecord(slug, id, change),
};

interface AssignInput extends ConversationId {
  /** Null removes it. */
  readonly to: { readonly id: string; readonly name: string } | null;
}

/** Assigns a conversation, or removes its assignee. */
export const assignConversation: Command<AssignInput, Conversation> = defineCommand({
  ...commandOfConversation,
  patch: ({ to }: AssignInput): Fields => ({ assignee_id: to?.id ?? null, assignee: to }),
  send: ({ slug, id }: AssignInput, { assignee_id }: Fields): Promise<Conversation> => {
    const at = { team_slug: slug, id };
    return typeof assignee_id === 'string'
      ? request('POST /teams/{team_slug}/msgapp/conversations/{id}/assign', {
          at,
          body: { assignee_id },
        })
      : request('POST /teams/{team_slug}/msgapp/conversations/{id}/unassign', { at });
  },
  says: { kind: 'moved', of: 'conversations assigned' },
});

/** Assigns a conversation to a squad, or to none. */
export const assignConversationSquad: Command<AssignInput, Conversation> = defineCommand({
  ...commandOfConversation,
  patch: ({ to }: AssignInput): Fields => ({ squad_id: to?.id ?? null, squad: to }),
  send: ({ slug, id }: AssignInput, { squad_id }: Fields): Promise<Conversation> =>
    request('POST /teams/{team_slug}/msgapp/conversations/{id}/assign', {
      at: { team_slug: slug, id },
      body: { squad_id: typeof squad_id === 'string' ? squad_id : null },
    }),
  says: { kind: 'moved', of: 'conversations squad' },
});

/** Status of a conversation, and the end of a snooze. */
export type State = Pick<Conversation, 'status' | 'snoozed_until'>;

interface StateInput extends ConversationId {
  readonly to: State;
  /** Previous state, restored by undo. */
  readonly from: State;
}

function sendState({ slug, id, to }: StateInput): Promise<Conversation> {
  const at = { team_slug: slug, id };
  if (to.status === 'resolved')
    return request('POST /teams/{team_slug}/msgapp/conversations/{id}/resolve', { at });
  if (to.status === 'snoozed' && to.snoozed_until !== null)
    return request('POST /teams/{team_slug}/msgapp/conversations/{id}/snooze', {
      at,
      body: { until: to.snoozed_until },
    });
  return request('POST /teams/{team_slug}/msgapp/conversations/{id}/reopen', { at });
}

/** Resolves, snoozes or reopens a conversation. */
export const changeState = (status: State['status']): Command<StateInput, Conversation> =>
  defineCommand({
    ...commandOfConversation,
    patch: ({ to }: StateInput): Fields => ({ ...to }),
    send: sendState,
    back: (input: StateInput) => ({ ...input, to: input.from, from: input.to }),
    says: { kind: 'moved', of: `conversations ${status}` },
  });

type Block = State & Pick<Conversation, 'is_blocked'>;

interface BlockInput extends ConversationId {
  readonly to: Block;
  /** Previous state, restored by undo. */
  readonly from: Block;
}

async function sendBlock({ slug, id, to, from }: BlockInput): Promise<Conversation> {
  const at = { team_slug: slug, id };
  if (to.is_blocked)
    return request('POST /teams/{team_slug}/msgapp/conversations/{id}/block', { at });
  const answer = await request('POST /teams/{team_slug}/msgapp/conversations/{id}/unblock', { at });
  return to.status === answer.status ? answer : sendState({ slug, id, to, from });
}

/** Blocks or unblocks the contact or the group of a conversation. */
export const setBlock = (isBlocked: boolean): Command<BlockInput, Conversation> =>
  defineCommand({
    ...commandOfConversation,
    patch: ({ to }: BlockInput): Fields => ({ ...to }),
    send: sendBlock,
    back: (input: BlockInput) => ({ ...input, to: input.from, from: input.to }),
    says: { kind: 'moved', of: `conversations ${isBlocked ? 'blocked' : 'unblocked'}` },
  });

/** Sets the user's own fields in every cached row of a conversation. */
const changeRow = (
  slug: string,
  id: string,
  userFields: Partial<Pick<Row, 'unread' | 'draft'>>,
): void =>
  void queryClient.setQueriesData<CachedRows>({ queryKey: [...key(slug), 'rows'] }, (cached) =>
    cached ? withUserFields(cached, id, userFields) : cached,
  );

followDrafts(({ slug, id, content }) => changeRow(slug, id, { draft: content.trim() !== '' }));

/** Marks a conversation as read up to a message. If the request fails, the next visit repeats it. */
export async function markConversationRead(
  slug: string,
  id: string,
  message_id: string,
): Promise<void> {
  const at = { team_slug: slug, id };
  const isSaid = await request('POST /teams/{team_slug}/msgapp/conversations/{id}/read', {
    at,
    body: { message_id },
  }).then(
    () => true,
    () => false,
  );
  if (!isSaid) return;
  changeRow(slug, id, { unread: 0 });
}

/** Marks the contact's last message as unread; the stream updates the counts. */
export const markConversationUnread = (slug: string, id: string): Promise<void> =>
  request('POST /teams/{team_slug}/msgapp/conversations/{id}/unread', {
    at: { team_slug: slug, id },
    body: {},
  }).then(
    () => undefined,
    (error: unknown) => outcomes.report({ kind: 'failed', failure: asFailure(error) }),
  );
