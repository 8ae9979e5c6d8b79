import { changeKind, changes, namedOnly } from '../events/catalogue.ts';
import { billingLines } from './crm/billing-lines/table.ts';
import { records } from './records.ts';
import { timeEntries } from './work/time-entries/table.ts';

/**
 * Every event type that a webhook endpoint can subscribe to. Never remove one: endpoints and their stored deliveries refer to event
 * types, and a delivery of any age can be resent.
 */
export const eventKinds: readonly string[] = [
  'msgapp.message.status',
  'msgapp.message.received',
  ...records.flatMap(({ table }) => changes.flatMap((change) => changeKind(table, change) ?? [])),
  'deal.stage_changed',
  'task.moved',
  'webhook.disabled',
  'webhook.test',
  'privacy.erased',
  'import.finished',
  ...changes.flatMap((change) => changeKind(timeEntries, change) ?? []),
  ...(['created', 'updated'] as const).flatMap((change) => changeKind(billingLines, change) ?? []),
  ...namedOnly,
];
