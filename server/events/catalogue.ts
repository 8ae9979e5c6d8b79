/** What may happen to a record of a table that emits. */
export type Change = 'created' | 'updated' | 'deleted';
export const changes: readonly Change[] = ['created', 'updated', 'deleted'];

/** The kind of event that a change of a record is; undefined where the table's changes are none. */
export const changeKind = (
  { one, emits }: { readonly one: string; readonly emits?: true },
  change: Change,
): string | undefined => (emits ? `${one}.${change}` : undefined);

/** What goes to one endpoint because a workflow says so, whatever the endpoint asks for. */
export const workflowCall = 'workflow.call';

/** What is delivered only to endpoints that name it: the steps of people's work in the panel, many a minute. `*` does not include it. */
export const namedOnly = [
  'message.created',
  'message.updated',
  'conversation.updated',
  'inbox.connection',
] as const;

/** What fires workflows. */
export interface Firing {
  /** As workflows keep it; that of triggers for deals is the kind of the event. */
  readonly event: string;
  /** The kind of event that fires them. */
  readonly kind: string;
  /** The field whose old and new value the trigger may name. */
  readonly field?: string;
  /** The column that a statement has to set for its events to fire them. Absent: all events of the kind do. */
  readonly of?: string;
  /** SQL over the event's payload `p` as JSON: which of these events do. */
  readonly when?: string;
}

/** What fires workflows, by the name of the trigger. */
export const triggers = {
  deal_created: { event: 'deal.created', kind: 'deal.created' },
  deal_stage_changed: { event: 'deal.stage_changed', kind: 'deal.stage_changed', field: 'phase' },
  task_created: { event: 'task.created', kind: 'task.created' },
  task_moved: { event: 'task.moved', kind: 'task.moved', field: 'column' },
  // A reaction asks for nothing.
  conversation_received: {
    event: 'conversation.received',
    kind: 'msgapp.message.received',
    when: `p -> 'data' ->> 'message_type' <> 'reaction'`,
  },
  conversation_resolved: {
    event: 'conversation.resolved',
    kind: 'conversation.updated',
    of: 'status',
    when: `p -> 'previous' ->> 'status' is not null and p -> 'data' ->> 'status' = 'resolved'`,
  },
  campaign_approval_changed: {
    event: 'campaign.approval_changed',
    kind: 'campaign.updated',
    field: 'approval_status',
    of: 'approval_status',
    when: `p -> 'previous' ->> 'approval_status' is not null`,
  },
} as const satisfies Readonly<Record<string, Firing>>;

export type TriggerType = keyof typeof triggers;
export const triggerTypes = Object.keys(triggers) as TriggerType[];
