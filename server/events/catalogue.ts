/** Possible changes of a record in a table that emits events. */
export type Change = 'created' | 'updated' | 'deleted';
export const changes: readonly Change[] = ['created', 'updated', 'deleted'];

/** Name of a record in kinds of events: `time_entry`. */
export const eventSubject = ({ one }: { readonly one: string }): string => one.replaceAll(' ', '_');

/** Event kind of a record's change, such as `time_entry.created`; undefined if the table emits no events. */
export const changeKind = (
  record: { readonly one: string; readonly emits?: true },
  change: Change,
): string | undefined => (record.emits ? `${eventSubject(record)}.${change}` : undefined);

/** Delivered to the one endpoint that a workflow names, regardless of its subscriptions. */
export const workflowCall = 'workflow.call';

/** Delivered only to endpoints that subscribe by name: routine steps in the panel, many per minute. `*` does not include them. */
export const namedOnly = [
  'message.created',
  'message.updated',
  'conversation.updated',
  'conversation.reply_overdue',
  'inbox.connection',
] as const;

/** A trigger of workflows. */
export interface TriggerDefinition {
  /** Name stored by workflows; for triggers of deals it equals the event kind. */
  readonly event: string;
  /** Event kind that triggers them. */
  readonly kind: string;
  /** Field whose old and new value the trigger may specify. */
  readonly field?: string;
  /** Column that a statement must set for its events to trigger workflows. If absent, all events of the kind do. */
  readonly of?: string;
  /** SQL over the event's payload `p` as JSON: condition for events that trigger. */
  readonly when?: string;
}

/** Triggers of workflows, by name. */
export const triggers = {
  deal_created: { event: 'deal.created', kind: 'deal.created' },
  deal_stage_changed: { event: 'deal.stage_changed', kind: 'deal.stage_changed', field: 'phase' },
  task_created: { event: 'task.created', kind: 'task.created' },
  task_moved: { event: 'task.moved', kind: 'task.moved', field: 'column' },
  // Excludes reactions, which need no response.
  conversation_received: {
    event: 'conversation.received',
    kind: 'msgapp.message.received',
    when: `p -> 'data' ->> 'message_type' <> 'reaction'`,
  },
  // The statement that stores messages of groups is the only one whose message.created fires.
  group_message_received: {
    event: 'group.received',
    kind: 'message.created',
    when: `p -> 'data' ->> 'direction' = 'incoming' and p -> 'data' ->> 'message_type' <> 'reaction'`,
  },
  conversation_resolved: {
    event: 'conversation.resolved',
    kind: 'conversation.updated',
    of: 'status',
    // Groups run no automation (ADR 190).
    when: `p -> 'previous' ->> 'status' is not null and p -> 'data' ->> 'status' = 'resolved' and p -> 'data' ->> 'type' = 'direct'`,
  },
  conversation_overdue: {
    event: 'conversation.reply_overdue',
    kind: 'conversation.reply_overdue',
    // Groups run no automation (ADR 190).
    when: `p -> 'data' ->> 'type' = 'direct'`,
  },
  campaign_approval_changed: {
    event: 'campaign.approval_changed',
    kind: 'campaign.updated',
    field: 'approval_status',
    of: 'approval_status',
    when: `p -> 'previous' ->> 'approval_status' is not null`,
  },
  // No events: the worker starts their runs (features/workflows/start-due.ts).
  schedule: { event: 'schedule', kind: 'schedule.due' },
  waiting_longer_than: { event: 'waiting', kind: 'waiting' },
} as const satisfies Readonly<Record<string, TriggerDefinition>>;

export type TriggerType = keyof typeof triggers;
export const triggerTypes = Object.keys(triggers) as TriggerType[];
