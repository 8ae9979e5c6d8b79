import { useMemo } from 'react';
import { navigate, useSearch } from '../route/router.tsx';

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

/** What a list shows, by its address. */
export function useList(slug: string, resource: string): ListState {
  const search = useSearch();
  return useMemo(() => {
    const params = paramsIn(search);
    return {
      slug,
      resource,
      params,
      get: (name) => params[name] || undefined,
      set(change) {
        // Of the address as it is now: two changes may come in one go.
        const next: Record<string, string> = { ...paramsIn(location.search) };
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined || value === '') delete next[name];
          else next[name] = value;
        }
        navigate(location.pathname + searchWith(location.search, next), { replace: true });
      },
    };
  }, [search, slug, resource]);
}
