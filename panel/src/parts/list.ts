import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SavedView } from '../api/types.ts';
import { viewsQuery } from '../data/views.ts';
import { navigate, useSearch } from '../route/router.tsx';
import { scrollListsToStart } from '../ui/scrolling.ts';

/*
 * What a list shows stands in its address, as plain words: `?type=PJ&sort=-full_name&columns=name,email`.
 */

/** What stands in the address beside what a list shows. */
const apart: readonly string[] = ['peek', 'saved', 'tab'];

export type Params = Readonly<Record<string, string>>;

export interface ListState {
  readonly slug: string;
  /** `clients`: what a saved view is of. */
  readonly resource: string;
  /** Filters, sort, columns, layout, grouping: all that a saved view keeps. */
  readonly params: Params;
  /** The saved view that the address names. */
  readonly view: SavedView | undefined;
  /** Whether the address says something else than the view, or than nothing. */
  readonly isChanged: boolean;
  readonly get: (name: string) => string | undefined;
  /** Undefined takes a parameter away. The address is replaced: going back leaves the list. */
  readonly set: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** The parameters of an address that a list shows. */
export const paramsIn = (search: string): Params =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => !apart.includes(name)));

/** An address' query with other parameters of a list; what is not the list's stays. */
export function searchWith(search: string, params: Params): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => apart.includes(name));
  const query = new URLSearchParams([...Object.entries(params), ...kept]).toString();
  return query === '' ? '' : `?${query}`;
}

/**
 * What a change makes of the parameters that stand in the address. Over a saved view only what differs from it stands there; empty is what
 * the view has and is not wanted.
 */
export function changedParams(
  own: Params,
  view: Params,
  change: Readonly<Record<string, string | undefined>>,
): Params {
  const next: Record<string, string> = { ...own };
  for (const [name, value = ''] of Object.entries(change)) {
    if (value === (view[name] ?? '')) delete next[name];
    else next[name] = value;
  }
  return next;
}

const given = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));

/** What a list shows, by its address, and by the saved view that it names: `?saved=ID`. */
export function useList(slug: string, resource: string): ListState {
  const search = useSearch();
  const { data: views } = useQuery(viewsQuery(slug));
  const saved = new URLSearchParams(search).get('saved');
  const view = views?.find(({ id }) => id === saved);
  return useMemo(() => {
    const kept = (view?.query ?? {}) as Params;
    const own = paramsIn(search);
    const params = given({ ...kept, ...own });
    return {
      slug,
      resource,
      params,
      view,
      isChanged: Object.keys(own).length > 0,
      get: (name) => params[name],
      set(change) {
        // Of the address as it is now: two changes may come in one go.
        const next = changedParams(paramsIn(location.search), kept, change);
        navigate(location.pathname + searchWith(location.search, next), { replace: true });
        if (!('columns' in change)) scrollListsToStart();
      },
    };
  }, [search, slug, resource, view]);
}
