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

/** The kinds that fire workflows, by the name of the trigger. */
export const triggers = {
  deal_created: 'deal.created',
  deal_stage_changed: 'deal.stage_changed',
} as const;
