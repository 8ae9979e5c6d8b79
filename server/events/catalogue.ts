/** The resources whose changes emit events, by the word for one record. */
const emitting = ['contact', 'project', 'client', 'task', 'deal', 'campaign', 'activity'] as const;

export type Change = 'created' | 'updated' | 'deleted';
const changes: readonly Change[] = ['created', 'updated', 'deleted'];

/**
 * Every kind of event that a webhook endpoint may ask for. None is taken out again: hooks know by them what was delivered, and
 * a delivery of any age may be sent to them.
 */
export const eventKinds: readonly string[] = [
  'msgapp.message.status',
  'msgapp.message.received',
  ...emitting.flatMap((one) => changes.map((change) => `${one}.${change}`)),
  'deal.stage_changed',
  'task.moved',
  'webhook.disabled',
  'webhook.test',
];

/** What goes to one endpoint because a workflow says so, whatever the endpoint asks for. */
export const workflowCall = 'workflow.call';

/** The kind of event that a change of a record emits; undefined where such changes emit none. */
export const changeKind = (one: string, change: Change): string | undefined =>
  emitting.some((name) => name === one) ? `${one}.${change}` : undefined;

/** The kinds that fire workflows, by the name of the trigger. */
export const triggers = {
  deal_created: 'deal.created',
  deal_stage_changed: 'deal.stage_changed',
} as const;
