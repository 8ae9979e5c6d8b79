import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from '../api/call.ts';
import type { Operations } from '../api/schema.ts';
import type { Contact, Conversation, Message } from '../api/types.ts';
import { type Command, defineCommand } from '../commands/command.ts';
import type { Fields } from '../commands/diff.ts';
import { client } from './client.ts';
import {
  type KnownRows,
  knownPage,
  type Looking,
  type Page,
  type Row,
  type RowsAnswer,
  type RowsAsked,
  rowsOf,
  takeRows,
  withAsked,
  withOwn,
} from './conversation-rows.ts';
import { followDrafts } from './drafts.ts';
import { readFields, recordQuery, writeRecord } from './records.ts';
import type { RecordChange } from './taking.ts';
import { threadQuery } from './thread.ts';

/*
 * Conversations: the list, one of them, and what people do to one. What is written in them is data/thread.ts.
 */

const key = (slug: string) => ['team', slug, 'conversations'] as const;
const limit = 50;
/** So many are asked for by their ids at once. */
const mostIds = 100;

const askRows = (
  slug: string,
  asked: RowsAsked,
  more: { readonly after?: string | undefined; readonly ids?: string; readonly limit: number },
  signal?: AbortSignal,
): Promise<RowsAnswer> =>
  ask('GET /teams/{team_slug}/msgapp/conversation-rows', {
    at: { team_slug: slug },
    query: { ...asked, ...more },
    signal,
  });

/** @param me one's own id in the team: whose `mine` are */
export const conversationRowsQuery = (slug: string, asked: RowsAsked, me: string | undefined) => {
  const looking: Looking = { asked, me };
  return infiniteQueryOptions({
    queryKey: [...key(slug), 'rows', asked],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      knownPage(await askRows(slug, asked, { after: pageParam, limit }, signal)),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: {
      take: (data, change) => takeRows(data as KnownRows, change, looking),
      takes: ['messages', 'contacts'],
    },
  });
};

/** Asks for what a list wants, and puts it there. */
export async function fetchWanted(
  slug: string,
  asked: RowsAsked,
  wanted: readonly string[],
): Promise<void> {
  const ids = wanted.slice(0, mostIds);
  const answer = await askRows(slug, asked, { ids: ids.join(), limit: mostIds });
  client.setQueryData<KnownRows>(
    [...key(slug), 'rows', asked],
    (known) => known && withAsked(known, ids, answer),
  );
}

/** A conversation in a list that is as it was read, and as was told since. */
function rowOf(slug: string, id: string): Row | undefined {
  for (const { state } of client.getQueryCache().findAll({ queryKey: [...key(slug), 'rows'] })) {
    const known = state.data as KnownRows | undefined;
    const row = known && !state.isInvalidated && rowsOf(known).find((row) => row.id === id);
    if (row) return row;
  }
  return undefined;
}

/** A conversation by itself: the list may hold others. */
export const conversationQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...key(slug), 'record', id],
    // What was written in it is read anyway, and says which one it is.
    queryFn: async (): Promise<Conversation> =>
      (await client.fetchQuery(threadQuery(slug, id))).conversation,
    // The live stream keeps it as it is, here and in the list, whose rows have all of it.
    staleTime: Number.POSITIVE_INFINITY,
    initialData: () => rowOf(slug, id),
    meta: {
      take: (data, change) => takeConversation(data as Conversation, change),
      takes: ['contacts'],
    },
  });

/** What is known of a conversation that is open, or was. */
export const knownConversation = (slug: string, id: string) =>
  client.getQueryData(conversationQuery(slug, id).queryKey);

/** Its own fields are patched anyway; what its contact is called is none of them. */
function takeConversation(conversation: Conversation, change: RecordChange) {
  if (change.kind !== 'contacts' || change.id !== conversation.contact_id) return conversation;
  if (change.verb === 'deleted') return 'stale';
  const { custom_name, push_name, phone } = change.record as unknown as Contact;
  return { ...conversation, contact: { id: change.id, name: custom_name ?? push_name ?? phone } };
}

const load = (slug: string, id: string, signal?: AbortSignal): Promise<Conversation> =>
  ask('GET /teams/{team_slug}/msgapp/conversations/{id}', { at: { team_slug: slug, id }, signal });

// Beginning one -----------------------------------------------------------------------------------

/** Whom to write to, by which inbox. */
export interface Whom {
  readonly inbox_id: string;
  readonly contact_id: string | undefined;
  /** Digits. */
  readonly phone: string;
}

/** The conversation that there is with somebody by an inbox; undefined: none yet. */
export async function findConversation(
  slug: string,
  { inbox_id, contact_id, phone }: Whom,
): Promise<Row | undefined> {
  const { rows } = await ask('GET /teams/{team_slug}/msgapp/conversation-rows', {
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
  (await client.fetchQuery(recordQuery(slug, 'contacts', contact))).phone;

/**
 * Writes the first message to somebody.
 * @param id the message's: whoever sends the very same again sends it once
 */
export const writeFirst = (slug: string, id: string, whom: Whom, text: string): Promise<Message> =>
  ask('POST /teams/{team_slug}/msgapp/messages/write', {
    at: { team_slug: slug },
    body: { id, inbox_id: whom.inbox_id, phone: whom.phone, text },
  });

type Template = Pick<
  Operations['POST /teams/{team_slug}/msgapp/messages/template']['body'],
  'template' | 'language' | 'components'
>;

/** The same by a template: of official numbers nothing else may come first. */
export const writeTemplate = (slug: string, whom: Whom, filled: Template): Promise<Message> =>
  ask('POST /teams/{team_slug}/msgapp/messages/template', {
    at: { team_slug: slug },
    body: { ...filled, inbox_id: whom.inbox_id, phone: whom.phone },
  });

// What people do ---------------------------------------------------------------------------------

interface Which {
  readonly slug: string;
  readonly id: string;
}

const base = {
  record: ({ id }: Which) => `conversations/${id}`,
  read: ({ slug, id }: Which) =>
    readFields(slug, 'conversations', id) as Partial<Conversation> | undefined,
  load: ({ slug, id }: Which) => load(slug, id),
  write: ({ slug, id }: Which, change: <T extends object>(copy: T) => T) =>
    writeRecord(slug, id, change),
};

export interface AssignInput extends Which {
  /** Null takes it from whoever has it. */
  readonly to: { readonly id: string; readonly name: string } | null;
}

/** Gives a conversation to somebody, or to nobody. */
export const assignConversation: Command<AssignInput, Conversation> = defineCommand({
  ...base,
  patch: ({ to }: AssignInput): Fields => ({ assignee_id: to?.id ?? null, assignee: to }),
  send: ({ slug, id }: AssignInput, { assignee_id }: Fields): Promise<Conversation> => {
    const at = { team_slug: slug, id };
    return typeof assignee_id === 'string'
      ? ask('POST /teams/{team_slug}/msgapp/conversations/{id}/assign', {
          at,
          body: { assignee_id },
        })
      : ask('POST /teams/{team_slug}/msgapp/conversations/{id}/unassign', { at });
  },
  says: { kind: 'moved', of: 'conversations assigned' },
});

/** Whether a conversation is worked on, and when again. */
export type State = Pick<Conversation, 'status' | 'snoozed_until'>;

export interface StateInput extends Which {
  readonly to: State;
  /** As it is: undoing leads there. */
  readonly from: State;
}

export function sendState({ slug, id, to }: StateInput): Promise<Conversation> {
  const at = { team_slug: slug, id };
  if (to.status === 'resolved')
    return ask('POST /teams/{team_slug}/msgapp/conversations/{id}/resolve', { at });
  if (to.status === 'snoozed' && to.snoozed_until !== null)
    return ask('POST /teams/{team_slug}/msgapp/conversations/{id}/snooze', {
      at,
      body: { until: to.snoozed_until },
    });
  return ask('POST /teams/{team_slug}/msgapp/conversations/{id}/reopen', { at });
}

/** Resolves, snoozes or reopens a conversation. */
export const changeState = (status: State['status']): Command<StateInput, Conversation> =>
  defineCommand({
    ...base,
    patch: ({ to }: StateInput): Fields => ({ ...to }),
    send: sendState,
    back: (input: StateInput) => ({ ...input, to: input.from, from: input.to }),
    says: { kind: 'moved', of: `conversations ${status}` },
  });

/** Puts what is one's own into a conversation's row, in every list that has it. */
const changeRow = (slug: string, id: string, own: Partial<Pick<Row, 'unread' | 'draft'>>): void =>
  void client.setQueriesData<KnownRows>({ queryKey: [...key(slug), 'rows'] }, (known) =>
    known ? withOwn(known, id, own) : known,
  );

followDrafts(({ slug, id, content }) => changeRow(slug, id, { draft: content.trim() !== '' }));

/** Marks a conversation as read up to a message. Where that cannot be said now, it is when somebody looks again. */
export async function markConversationRead(
  slug: string,
  id: string,
  message_id: string,
): Promise<void> {
  const at = { team_slug: slug, id };
  const isSaid = await ask('POST /teams/{team_slug}/msgapp/conversations/{id}/read', {
    at,
    body: { message_id },
  }).then(
    () => true,
    () => false,
  );
  if (!isSaid) return;
  changeRow(slug, id, { unread: 0 });
}
