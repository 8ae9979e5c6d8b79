import { listPath, recordPath } from '#panel/route/record-paths.ts';
import type { Params } from '../shared/list/list-state.ts';
import {
  type RowFilters,
  type Sort,
  type Status,
  sorts,
  statuses,
  type View,
  views,
} from './list-rows.ts';

/* The state of the list is kept in the address: `/t/SLUG/conversations/ID?view=unassigned&status=snoozed&inbox=…&sort=latest`. */

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((each) => each === text);

const viewIn = (params: Params): View => oneOf(views, params.view) ?? 'mine';
const statusIn = (params: Params): Status => oneOf(statuses, params.status) ?? 'open';
const sortIn = (params: Params): Sort => oneOf(sorts, params.sort) ?? 'waiting';

/** Query of the list from its address. */
export function rowsQueryIn(params: Params): RowFilters {
  const { inbox, contact, client, search } = params;
  return {
    view: viewIn(params),
    status: statusIn(params),
    sort: sortIn(params),
    ...(inbox && { inbox_id: inbox }),
    ...(contact && { contact_id: contact }),
    ...(client && { client_id: client }),
    ...(search && { search }),
  };
}

/** Parameters that belong to the list and are kept when another conversation is opened. */
const ofList = ['view', 'status', 'sort', 'inbox', 'contact', 'client', 'search'];
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
export const listHref = (slug: string, search: string) =>
  listPath(slug, 'conversations') + listSearch(search);

/** Duration in its largest unit: `[3, 'hour']`. */
export function durationOf(ms: number): readonly [count: number, unit: 'minute' | 'hour' | 'day'] {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return [minutes, 'minute'];
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
}
