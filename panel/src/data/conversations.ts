import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, call, segment } from '../api/call.ts';
import type { Conversation } from '../api/types.ts';
import { type Command, defineCommand } from '../commands/command.ts';
import type { Fields } from '../commands/diff.ts';
import { client } from './client.ts';
import {
  type KnownRows,
  knownPage,
  type Looking,
  type Page,
  type RowsAnswer,
  type RowsAsked,
  takeRows,
} from './conversation-rows.ts';
import { readFields, writeRecord } from './records.ts';

/*
 * Conversations: the list, one of them, and what people do to one. What is written in them is data/thread.ts.
 */

const key = (slug: string) => ['team', slug, 'conversations'] as const;
const limit = 50;

/** What is looked for in vain is not looked for again: list → ids of conversations. */
const looked = new Map<string, Set<string>>();
function lookedIn(slug: string, asked: RowsAsked): Set<string> {
  const name = JSON.stringify([slug, asked]);
  const known = looked.get(name) ?? new Set<string>();
  looked.set(name, known);
  return known;
}

/** @param me one's own id in the team: whose `mine` are */
export const conversationRowsQuery = (slug: string, asked: RowsAsked, me: string | undefined) => {
  const looking: Looking = { asked, me };
  return infiniteQueryOptions({
    queryKey: [...key(slug), 'rows', asked],
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }): Promise<Page> {
      const given = Object.entries({ ...asked, after: pageParam, limit: String(limit) });
      const query = new URLSearchParams(
        given.filter((pair): pair is [string, string] => pair[1] !== undefined),
      );
      return knownPage(
        await call<RowsAnswer>('GET', `/teams/${segment(slug)}/msgapp/conversation-rows?${query}`, {
          signal,
        }),
      );
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: {
      take: (data, change) => takeRows(data as KnownRows, change, looking, lookedIn(slug, asked)),
      takes: ['messages'],
    },
  });
};

/** A conversation by itself: the list may hold others. */
export const conversationQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...key(slug), 'record', id],
    queryFn: ({ signal }) => load(slug, id, signal),
  });

const load = (slug: string, id: string, signal?: AbortSignal): Promise<Conversation> =>
  ask('GET /teams/{team_slug}/msgapp/conversations/{id}', { at: { team_slug: slug, id }, signal });

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

function sendState({ slug, id, to }: StateInput): Promise<Conversation> {
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

/** Marks a conversation as read, up to a message, or up to its last one. */
export async function markConversationRead(
  slug: string,
  id: string,
  message_id?: string,
): Promise<void> {
  await ask('POST /teams/{team_slug}/msgapp/conversations/{id}/read', {
    at: { team_slug: slug, id },
    body: message_id === undefined ? {} : { message_id },
  });
  client.setQueriesData<KnownRows>({ queryKey: [...key(slug), 'rows'] }, (known) => {
    if (!known?.pages.some(({ rows }) => rows.some((row) => row.id === id && row.unread > 0)))
      return known;
    const pages = known.pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => (row.id === id ? { ...row, unread: 0 } : row)),
    }));
    return { ...known, pages };
  });
}
