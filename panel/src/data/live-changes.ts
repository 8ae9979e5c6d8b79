import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { recordKinds } from '../api/record-kinds.ts';
import type { Event, TimeEntry } from '../api/schema.ts';
import type { Change, Stale } from '../api/types.ts';
import { type Fields, withFields } from '../commands/diff.ts';
import { workKinds } from '../route/record-paths.ts';
import {
  applyRecordChanges,
  type PatchedKind,
  type RecordChange,
  withPatches,
} from './live-patches.ts';
import { teamsQuery } from './session.ts';

/* Applies events of the live stream to cached queries; invalidates queries that an event does not fully describe. */

const inTeam =
  (...parts: readonly string[]) =>
  (slug: string): readonly QueryKey[] =>
    parts.map((part) => ['team', slug, part]);

const nothing = inTeam();

/**
 * Event type → keys to invalidate, in addition to the copies of the record, which are patched (live-patches.ts). An event that describes
 * no record and is not listed invalidates the whole team.
 */
const invalidatedKeys: Partial<
  Readonly<Record<Event['type'], (slug: string) => readonly QueryKey[]>>
> = {
  'deal.created': inTeam('timeline'),
  'deal.updated': inTeam('timeline'),
  'deal.stage_changed': nothing,
  'deal.deleted': inTeam('timeline'),
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
  'contract.created': inTeam('timeline'),
  'contract.updated': inTeam('timeline'),
  'contract.deleted': inTeam('timeline'),
  'billing_line.created': inTeam('billing-lines'),
  'billing_line.updated': inTeam('billing-lines'),
  'time_entry.created': inTeam('time-entries', 'contract-hours'),
  'time_entry.updated': inTeam('time-entries', 'contract-hours'),
  'time_entry.deleted': inTeam('time-entries', 'contract-hours'),
  'inbox.connection': inTeam('inboxes'),
  'webhook.disabled': inTeam('webhooks'),
  'conversation.updated': inTeam('timeline'),
  // Rows show by themselves that an answer is overdue.
  'conversation.reply_overdue': nothing,
  'message.created': inTeam('timeline', 'inbox-test'),
  'msgapp.message.status': inTeam('inbox-test'),
  'msgapp.message.received': inTeam('timeline'),
  'privacy.erased': nothing,
  // Notices of imports announce their progress and end.
  'import.finished': nothing,
  'webhook.test': nothing,
  'workflow.call': nothing,
};

/** Record name in event types → kind. */
const kindOf: Readonly<Record<string, PatchedKind>> = {
  conversation: 'conversations',
  message: 'messages',
  ...Object.fromEntries(workKinds.map((kind) => [recordKinds[kind].one, kind])),
};

const verbs = ['created', 'updated', 'deleted'] as const;

/** Record change that an event describes; undefined if it describes none, or if another event of the same change does. */
function recordChange({ type, record_id: id, data, previous }: Change): RecordChange | undefined {
  // A status reported by the network has a separate event type.
  const [word = '', suffix] = (type === 'msgapp.message.status' ? 'message.updated' : type).split(
    '.',
  );
  const kind = kindOf[word];
  const verb = verbs.find((each) => each === suffix);
  if (!kind || !verb) return undefined;
  const record = data as unknown as Fields;
  const was = (previous ?? {}) as unknown as Fields;
  const isBack = typeof was.deleted_at === 'string' && record.deleted_at === null;
  return { kind, verb: isBack ? 'created' : verb, id, record, previous: was };
}

/** Threads that show a notice's subject: all open ones if the notice does not name the conversation. */
const threads = (slug: string, conversation: string | null): readonly QueryKey[] => [
  ['team', slug, 'conversations', 'thread', ...(conversation === null ? [] : [conversation])],
];

/** Table of a notice without details → keys of the queries that show it. */
const stale: Readonly<
  Record<string, (slug: string, record: string | null) => readonly QueryKey[]>
> = {
  // Phases of deals and their rules are settings.
  bulk_jobs: inTeam('bulk'),
  teams: (slug) => [...inTeam('settings', 'deals', 'workload')(slug), teamsQuery.queryKey],
  absences: inTeam('absences', 'workload'),
  approvals: inTeam('approvals', 'day'),
  members: inTeam('members', 'workload'),
  users: inTeam('members', 'people', 'squads', 'hourly-rates', 'timesheets', 'workload'),
  invitations: inTeam('invitations'),
  // Rows name squads, and can be those of the user's squads.
  squads: inTeam('squads', 'conversations'),
  pipelines: inTeam('pipelines'),
  project_templates: inTeam('project-templates'),
  task_recurrences: inTeam('task-recurrences'),
  columns: inTeam('pipelines'),
  inboxes: inTeam('inboxes'),
  exports: inTeam('exports'),
  // Past messages emit no events.
  imports: inTeam('imports'),
  privacy_requests: inTeam('privacy-requests'),
  inbox_histories: inTeam('inboxes', 'conversations'),
  keys: inTeam('keys'),
  webhooks: inTeam('webhooks'),
  workflows: inTeam('workflows'),
  workflow_runs: inTeam('workflow-runs', 'workflows'),
  saved_views: inTeam('views'),
  comments: inTeam('comments', 'timeline'),
  files: inTeam('files'),
  notifications: inTeam('notifications'),
  // Fetched one by one for the rows on screen (conversation-notices.ts).
  messages: inTeam('day'),
  conversation_reads: inTeam(),
  conversation_notes: threads,
  scheduled_messages: threads,
  ready_answers: inTeam('ready_answers'),
  // Rows and threads contain the names and colours.
  labels: inTeam('labels', 'conversations'),
};

/** Writes an inbox's connection state to all its copies. */
function applyConnection(client: QueryClient, slug: string, { record_id: id, data }: Change): void {
  const record = data as unknown as Fields;
  client.setQueriesData({ queryKey: ['team', slug, 'inboxes'] }, (cached: unknown) =>
    withPatches(cached, (of, copy) => (of === id ? withFields(copy, record) : copy)),
  );
}

/** Writes a timer that started or ended to the running ones of its user at once: a refetch may wait for a second. */
function applyTimer(client: QueryClient, slug: string, { type, record_id, data }: Change): void {
  const { user_id, minutes } = data as unknown as TimeEntry;
  const key = ['team', slug, 'time-entries', 'running'];
  if (type !== 'time_entry.deleted' && minutes === null)
    client.setQueryData([...key, user_id], (timers: unknown) => timers && [data]);
  else
    client.setQueriesData({ queryKey: key }, (timers?: readonly { readonly id: string }[]) =>
      timers?.filter(({ id }) => id !== record_id),
    );
}

/** Record id → id of its latest event; older events that arrive later are ignored. */
export type LatestEvents = Map<string, string>;

/**
 * Applies streamed events to the cache.
 * @param latest updated in place
 * @returns keys to invalidate
 */
export function applyChanges(
  client: QueryClient,
  slug: string,
  events: readonly (Change | Stale)[],
  latest: LatestEvents,
): readonly QueryKey[] {
  const records: RecordChange[] = [];
  const keys = events.flatMap((each) => {
    if ('record_type' in each)
      return stale[each.record_type]?.(slug, each.record_id) ?? [['team', slug]];
    const { id, record_id, type } = each;
    // Event ids rise within a change.
    if (id <= (latest.get(record_id) ?? '')) return [];
    latest.set(record_id, id);
    if (type === 'inbox.connection') applyConnection(client, slug, each);
    if (type.startsWith('time_entry.')) applyTimer(client, slug, each);
    const change = recordChange(each);
    if (change) records.push(change);
    const history = ['team', slug, 'history', change?.kind, change?.id];
    const isRead = change && client.getQueryCache().find({ queryKey: history });
    const further = invalidatedKeys[type]?.(slug) ?? (change ? [] : [['team', slug]]);
    return [...(isRead ? [history] : []), ...further];
  });
  return [...applyRecordChanges(client, slug, records), ...keys];
}
