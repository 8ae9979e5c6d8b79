import { changeKind, changes, namedOnly } from '../events/catalogue.ts';
import { records } from './records.ts';

/**
 * Every kind of event that a webhook endpoint may ask for. None is taken out again: hooks know by them what was delivered, and
 * a delivery of any age may be sent to them.
 */
export const eventKinds: readonly string[] = [
  'msgapp.message.status',
  'msgapp.message.received',
  ...records.flatMap(({ table }) => changes.flatMap((change) => changeKind(table, change) ?? [])),
  'deal.stage_changed',
  'task.moved',
  'webhook.disabled',
  'webhook.test',
  ...namedOnly,
];
