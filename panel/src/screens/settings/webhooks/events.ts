import type { WebhookEndpoint } from '#panel/api/types.ts';
import type { WebhookWords } from '#panel/words/webhooks/pt-BR.ts';

export type EventChoice = WebhookEndpoint['events'][number];
export type EventKind = Exclude<EventChoice, '*'>;
type GroupName = keyof WebhookWords['events']['groups'];

/** Group of each event type; the compiler reports a missing one. */
const groupOf: Readonly<Record<EventKind, GroupName>> = {
  'deal.created': 'deal',
  'deal.updated': 'deal',
  'deal.stage_changed': 'deal',
  'deal.deleted': 'deal',
  'task.created': 'task',
  'task.updated': 'task',
  'task.moved': 'task',
  'task.deleted': 'task',
  'client.created': 'client',
  'client.updated': 'client',
  'client.deleted': 'client',
  'contact.created': 'contact',
  'contact.updated': 'contact',
  'contact.deleted': 'contact',
  'project.created': 'project',
  'project.updated': 'project',
  'project.deleted': 'project',
  'campaign.created': 'campaign',
  'campaign.updated': 'campaign',
  'campaign.deleted': 'campaign',
  'activity.created': 'activity',
  'activity.updated': 'activity',
  'activity.deleted': 'activity',
  'msgapp.message.received': 'message',
  'msgapp.message.status': 'message',
  'message.created': 'message',
  'message.updated': 'message',
  'conversation.updated': 'message',
  'inbox.connection': 'service',
  'webhook.disabled': 'service',
  'webhook.test': 'service',
};

/** Tests are sent only to the tested endpoint, whatever it subscribes to. */
const hiddenEvents: ReadonlySet<EventKind> = new Set(['webhook.test']);

/** All event types, sorted by group. */
export const eventKinds = Object.keys(groupOf) as readonly EventKind[];

/** Event types to choose from, by group. */
export const eventGroups: readonly (readonly [GroupName, readonly EventKind[]])[] = [
  ...new Set(Object.values(groupOf)),
].map((group) => [
  group,
  eventKinds.filter((kind) => groupOf[kind] === group && !hiddenEvents.has(kind)),
]);

/** Description of an event type. */
export function meaningOf({ events }: WebhookWords, kind: string): string {
  const [of = '', verb = ''] = kind.split('.');
  const said = events.means[kind];
  if (said !== undefined) return said;
  const known = { created: events.created, updated: events.updated, deleted: events.deleted };
  return Object.hasOwn(known, verb) ? known[verb as keyof typeof known] : `${of} ${verb}`;
}

/** Event types that `*` does not include. */
export const namedOnly: ReadonlySet<EventKind> = new Set([
  'message.created',
  'message.updated',
  'conversation.updated',
  'inbox.connection',
]);
