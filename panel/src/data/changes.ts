import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Event } from '../api/schema.ts';
import type { Change, Stale } from '../api/types.ts';
import { applied, type Fields } from '../commands/diff.ts';
import { teamsQuery } from './session.ts';
import { type Changing, patched, type RecordChange, takeRecords } from './taking.ts';

/*
 * What the live stream tells, put into what is known. What a change does not say is read anew.
 */

const inTeam =
  (...parts: readonly string[]) =>
  (slug: string): readonly QueryKey[] =>
    parts.map((part) => ['team', slug, part]);

const nothing = inTeam();

/** Every kind of event → the keys of what has to be read anew, beside the copies of its record, which are patched (taking.ts). */
export const effects: Readonly<Record<Event['type'], (slug: string) => readonly QueryKey[]>> = {
  'deal.created': inTeam('timeline'),
  'deal.updated': inTeam('timeline'),
  'deal.stage_changed': nothing,
  'deal.deleted': inTeam('timeline'),
  'task.created': nothing,
  'task.updated': inTeam('trash', 'timeline'),
  'task.moved': nothing,
  'task.deleted': inTeam('trash'),
  'client.created': inTeam('choices', 'timeline'),
  'client.updated': inTeam('choices', 'contracts', 'timeline', 'suggestions'),
  'client.deleted': inTeam('choices', 'contracts'),
  'project.created': inTeam('choices', 'timeline'),
  'project.updated': inTeam('choices', 'pipelines', 'timeline'),
  'project.deleted': inTeam('choices', 'pipelines', 'trash'),
  'contact.created': inTeam('timeline', 'suggestions'),
  'contact.updated': inTeam('timeline', 'suggestions'),
  'contact.deleted': inTeam('timeline', 'suggestions', 'merges'),
  'campaign.created': inTeam('timeline'),
  'campaign.updated': inTeam('approvals', 'day', 'timeline'),
  'campaign.deleted': inTeam('approvals'),
  'activity.created': inTeam('timeline'),
  'activity.updated': inTeam('timeline'),
  'activity.deleted': inTeam('timeline'),
  'inbox.connection': inTeam('inboxes'),
  'webhook.disabled': inTeam('webhooks'),
  'conversation.updated': inTeam('timeline'),
  'message.created': inTeam('timeline', 'inbox-test'),
  'message.updated': nothing,
  'msgapp.message.status': inTeam('inbox-test'),
  'msgapp.message.received': inTeam('timeline'),
  'webhook.test': nothing,
  'workflow.call': nothing,
};

/** The word for a record in kinds of events → its kind. */
const kindOf: Readonly<Record<string, Changing>> = {
  activity: 'activities',
  campaign: 'campaigns',
  client: 'clients',
  contact: 'contacts',
  conversation: 'conversations',
  deal: 'deals',
  message: 'messages',
  project: 'projects',
  task: 'tasks',
};

const verbs = ['created', 'updated', 'deleted'] as const;

/** What an event says of a record; undefined: nothing, or another event of the same change says it. */
function recordChange({ type, record_id: id, data, previous }: Change): RecordChange | undefined {
  // What the network says of a message is told under a name of its own.
  const [word = '', said] = (type === 'msgapp.message.status' ? 'message.updated' : type).split(
    '.',
  );
  const kind = kindOf[word];
  const verb = verbs.find((each) => each === said);
  if (!kind || !verb) return undefined;
  const record = data as unknown as Fields;
  const was = (previous ?? {}) as unknown as Fields;
  const isBack = typeof was.deleted_at === 'string' && record.deleted_at === null;
  return { kind, verb: isBack ? 'created' : verb, id, record, previous: was };
}

/** What is told to have changed without saying how → the keys of what shows it. */
const stale: Readonly<
  Record<string, (slug: string, record: string | null) => readonly QueryKey[]>
> = {
  // Phases of deals and their rules are settings.
  bulk_jobs: inTeam('bulk'),
  teams: (slug) => [['team', slug, 'settings'], ['team', slug, 'deals'], teamsQuery.queryKey],
  approvals: inTeam('approvals', 'day'),
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
  workflow_runs: inTeam('workflow-runs', 'workflows'),
  saved_views: inTeam('views'),
  comments: inTeam('comments', 'timeline'),
  files: inTeam('files'),
  notifications: inTeam('notifications'),
  // What is shown of them is read one by one (conversation-notices.ts).
  messages: inTeam('day'),
  conversation_reads: inTeam(),
  conversation_notes: (slug, conversation) => [
    ['team', slug, 'conversations', 'thread', conversation],
  ],
  ready_answers: inTeam('ready_answers'),
};

/** Puts what became of an inbox's connection into every copy of it. */
function takeConnection(client: QueryClient, slug: string, { record_id: id, data }: Change): void {
  const record = data as unknown as Fields;
  client.setQueriesData({ queryKey: ['team', slug, 'inboxes'] }, (known: unknown) =>
    patched(known, (of, copy) => (of === id ? applied(copy, record) : copy)),
  );
}

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
  const records: RecordChange[] = [];
  const keys = told.flatMap((each) => {
    if ('record_type' in each)
      return stale[each.record_type]?.(slug, each.record_id) ?? [['team', slug]];
    const { id, record_id, type } = each;
    // The events of one change follow each other: their ids rise.
    if (id <= (latest.get(record_id) ?? '')) return [];
    latest.set(record_id, id);
    if (type === 'inbox.connection') takeConnection(client, slug, each);
    const change = recordChange(each);
    if (change) records.push(change);
    const history = ['team', slug, 'history', change?.kind, change?.id];
    const isRead = change && client.getQueryCache().find({ queryKey: history });
    const effect: ((slug: string) => readonly QueryKey[]) | undefined = effects[type];
    return [...(isRead ? [history] : []), ...(effect?.(slug) ?? [['team', slug]])];
  });
  return [...takeRecords(client, slug, records), ...keys];
}
