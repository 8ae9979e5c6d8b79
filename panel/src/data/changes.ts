import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Event } from '../api/schema.ts';
import type { Change, Deal, Stale, Task } from '../api/types.ts';
import { type Dated, most, recentDealsQuery, recentTasksQuery, withLatest } from './recent.ts';
import { teamsQuery } from './session.ts';

/*
 * What the live stream tells, put into what is known. What a change does not say is read anew.
 */

/** Patches what is known. @returns the keys of what has to be read anew */
type Effect = (client: QueryClient, slug: string, change: Change) => readonly QueryKey[];

const inTeam =
  (...parts: readonly string[]) =>
  (slug: string): readonly QueryKey[] =>
    parts.map((part) => ['team', slug, part]);

const read = (...parts: readonly string[]): Effect => {
  const keysOf = inTeam(...parts);
  return (_, slug) => keysOf(slug);
};
const nothing: Effect = () => [];
const all =
  (...effects: readonly Effect[]): Effect =>
  (client, slug, change) =>
    effects.flatMap((effect) => effect(client, slug, change));

const patch =
  <T extends Dated>(
    query: (slug: string) => { readonly queryKey: QueryKey },
    now: (change: Change) => T | undefined,
  ): Effect =>
  (client, slug, change) => {
    const { queryKey } = query(slug);
    const list = client.getQueryData<readonly T[]>(queryKey);
    if (!list) return [];
    const next = withLatest(list, change.record_id, now(change));
    if (next !== list) client.setQueryData(queryKey, next);
    // What follows the last one that was known is not; and an answer that is on its way may be older than the change.
    const isShort = next.length < list.length && list.length === most;
    return isShort || client.isFetching({ queryKey }) > 0 ? [queryKey] : [];
  };

const gone = () => undefined;
// The data of an event is the whole record.
const deal = patch(recentDealsQuery, ({ data }) => {
  const now = data as unknown as Deal;
  return now.status === 'ativo' ? now : undefined;
});
const task = all(
  patch(recentTasksQuery, ({ data }) => data as unknown as Task),
  read('trash'),
);

/** Every kind of event → what comes of it. */
export const effects: Readonly<Record<Event['type'], Effect>> = {
  'deal.created': deal,
  'deal.updated': deal,
  'deal.stage_changed': nothing,
  'deal.deleted': patch(recentDealsQuery, gone),
  'task.created': task,
  'task.updated': task,
  'task.moved': nothing,
  'task.deleted': all(patch(recentTasksQuery, gone), read('trash')),
  'client.created': read('choices'),
  'client.updated': read('choices', 'contracts', 'deals'),
  'client.deleted': read('choices', 'contracts', 'deals'),
  'project.created': read('choices'),
  'project.updated': read('choices', 'pipelines'),
  'project.deleted': read('choices', 'pipelines', 'trash'),
  'inbox.connection': read('inboxes'),
  'webhook.disabled': read('webhooks'),
  // Nothing shows them yet.
  'contact.created': nothing,
  'contact.updated': nothing,
  'contact.deleted': nothing,
  'campaign.created': nothing,
  'campaign.updated': nothing,
  'campaign.deleted': nothing,
  'activity.created': nothing,
  'activity.updated': nothing,
  'activity.deleted': nothing,
  'conversation.updated': nothing,
  'message.created': nothing,
  'message.updated': nothing,
  'msgapp.message.status': nothing,
  'msgapp.message.received': nothing,
  'webhook.test': nothing,
  'workflow.call': nothing,
};

/** What is told to have changed without saying how → the keys of what shows it. */
const stale: Readonly<Record<string, (slug: string) => readonly QueryKey[]>> = {
  teams: (slug) => [['team', slug, 'settings'], teamsQuery.queryKey],
  members: inTeam('members'),
  users: inTeam('members', 'people', 'squads'),
  invitations: inTeam('invitations'),
  squads: inTeam('squads'),
  pipelines: inTeam('pipelines'),
  columns: inTeam('pipelines'),
  contracts: inTeam('contracts'),
  inboxes: inTeam('inboxes'),
  keys: inTeam('keys'),
  webhooks: inTeam('webhooks'),
  workflows: inTeam('workflows'),
  // Nothing shows them yet.
  conversation_notes: inTeam(),
  ready_answers: inTeam(),
};

/** Which event was the last of a record: an older one that comes later changes nothing. */
export type Latest = Map<string, string>;

/**
 * Patches what is known with what the stream told.
 * @param latest is kept up to date
 * @returns the keys of what has to be read anew
 */
export function takeChanges(
  client: QueryClient,
  slug: string,
  told: readonly (Change | Stale)[],
  latest: Latest,
): readonly QueryKey[] {
  return told.flatMap((each) => {
    if ('record_type' in each) return stale[each.record_type]?.(slug) ?? [['team', slug]];
    const { id, record_id, type } = each;
    // The events of one change follow each other: their ids rise.
    if (id <= (latest.get(record_id) ?? '')) return [];
    latest.set(record_id, id);
    const effect: Effect | undefined = effects[type];
    return effect ? effect(client, slug, each) : [['team', slug]];
  });
}
