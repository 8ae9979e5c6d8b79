import { listPath, recordPath, withParam } from '#panel/route/record-paths.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { type RowFilters, sorts, statuses, views } from './list-rows.ts';

/* The state of the list is kept in the address: `/t/SLUG/conversations/ID?view=unassigned&status=snoozed&inbox=…&sort=latest`. */

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((each) => each === text);

/** Parameters of the address that narrow the list, and their names in a request. */
export const narrowing = {
  inbox: 'inbox_id',
  assignee: 'assignee_id',
  squad: 'squad_id',
  client: 'client_id',
  contact: 'contact_id',
  unread: 'unread',
  wait: 'waits_minutes',
  due: 'due_minutes',
  label: 'label_ids',
  blocked: 'blocked',
} as const;
export type Narrowing = keyof typeof narrowing;
/** Value of `squad` for the squads of the user. */
export const mySquads = 'mine';
export const narrowingNames = Object.keys(narrowing) as Narrowing[];

/** Query of the list from its address. */
export function rowsQueryIn(get: ListState['get']): RowFilters {
  const { inbox, assignee, squad, client, contact, wait, due, label } = Object.fromEntries(
    narrowingNames.map((name) => [name, get(name)]),
  );
  const search = get('search');
  return {
    view: oneOf(views, get('view')) ?? 'mine',
    status: oneOf(statuses, get('status')) ?? 'open',
    sort: oneOf(sorts, get('sort')) ?? 'waiting',
    ...(inbox && { inbox_id: inbox }),
    ...(assignee && { assignee_id: assignee }),
    ...(squad && (squad === mySquads ? { my_squads: 'true' } : { squad_id: squad })),
    ...(client && { client_id: client }),
    ...(contact && { contact_id: contact }),
    ...(get('unread') === 'true' && { unread: 'true' }),
    ...(wait !== undefined && /^[1-9]\d{0,4}$/.test(wait) && { waits_minutes: Number(wait) }),
    ...(due !== undefined && /^\d{1,5}$/.test(due) && { due_minutes: Number(due) }),
    ...(get('blocked') === 'true' && { blocked: 'true' }),
    ...(label && { label_ids: label }),
    ...(search && { search }),
  };
}

/** Parameters that belong to the list and are kept when another conversation is opened. */
const ofList: readonly string[] = ['view', 'status', 'sort', 'search', 'saved', ...narrowingNames];
function listSearch(search: string): string {
  const entries = [...new URLSearchParams(search)].filter(([name]) => ofList.includes(name));
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** Id of the conversation in an address. */
export function conversationIn(pathname: string): string | undefined {
  const [, id] = /^\/t\/[^/]+\/conversations\/([^/]+)$/.exec(pathname) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

export const conversationHref = (slug: string, id: string, search: string) =>
  recordPath(slug, 'conversations', id) + listSearch(search);
/** Address of a message in its conversation, next to the list of an address. */
export const messageHref = (
  slug: string,
  { conversation, message }: { readonly conversation: string; readonly message: string },
  search = '',
) =>
  recordPath(slug, 'conversations', conversation) +
  withParam(listSearch(search), 'message', message);
export const listHref = (slug: string, search: string) =>
  listPath(slug, 'conversations') + listSearch(search);

/** Duration in its largest unit: `[3, 'hour']`. */
export function durationOf(ms: number): readonly [count: number, unit: 'minute' | 'hour' | 'day'] {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return [minutes, 'minute'];
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
}
