import { eventKinds, namedOnly as named } from '#panel/api/event-kinds.ts';
import { recordKinds } from '#panel/api/record-kinds.ts';
import type { WebhookEndpoint } from '#panel/api/types.ts';
import { type WorkKind, workKinds } from '#panel/route/record-paths.ts';
import type { WebhookWords } from '#panel/words/webhooks/pt-BR.ts';

export type EventChoice = WebhookEndpoint['events'][number];
type EventKind = Exclude<EventChoice, '*'>;
type GroupName = WorkKind | keyof WebhookWords['events']['groups'];

/** Group of an event type: its kind of record, the messages, or the service. */
function groupOf(event: EventKind): GroupName {
  const [subject = ''] = event.split('.');
  const kind = workKinds.find((each) => recordKinds[each].one === subject);
  if (kind) return kind;
  return ['msgapp', 'message', 'conversation'].includes(subject) ? 'message' : 'service';
}

/** Tests are sent only to the tested endpoint, whatever it subscribes to. */
const hiddenEvents: ReadonlySet<EventKind> = new Set(['webhook.test']);

const groups: readonly GroupName[] = [...workKinds, 'message', 'service'];

/** Event types to choose from, by group. */
export const eventGroups: readonly (readonly [GroupName, readonly EventKind[]])[] = groups.map(
  (group) => [
    group,
    eventKinds.filter((kind) => groupOf(kind) === group && !hiddenEvents.has(kind)),
  ],
);

/** Event types that `*` does not include. */
export const namedOnly: ReadonlySet<EventKind> = new Set(named);

/** Description of an event type. */
export function meaningOf({ events }: WebhookWords, kind: string): string {
  const [of = '', verb = ''] = kind.split('.');
  const meaning = events.means[kind];
  if (meaning !== undefined) return meaning;
  const verbs = { created: events.created, updated: events.updated, deleted: events.deleted };
  return Object.hasOwn(verbs, verb) ? verbs[verb as keyof typeof verbs] : `${of} ${verb}`;
}
