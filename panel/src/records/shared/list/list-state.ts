import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SavedView } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { navigate, useSearch } from '#panel/route/router.tsx';
import { scrollListsToStart } from '#panel/ui/scroll-to-start.ts';
import { viewsQuery } from './saved-views.ts';

/* The state of a list is kept in its address, in plain words: `?type=PJ&sort=-full_name&columns=name,email`. */

/** Value of a filter by person that means the user, so that a saved view shows each user their own records. */
export const currentUser = '~me';

/** Query parameters that do not belong to the list. */
const apart: readonly string[] = ['beside', 'message', 'peek', 'saved', 'tab'];

export type Params = Readonly<Record<string, string>>;

export interface ListState {
  readonly slug: string;
  /** Resource of the saved views, such as `clients`. */
  readonly resource: string;
  /** Filters, sort, columns, layout and grouping: the state that a saved view holds. It names the user `currentUser`. */
  readonly params: Params;
  /** Saved view named by the address. */
  readonly view: SavedView | undefined;
  /** True if the address differs from the view, or, in more than the layout, from the defaults without a view. */
  readonly isChanged: boolean;
  /** Value of a parameter; the user's id in place of `currentUser`. */
  readonly get: (name: string) => string | undefined;
  /** Undefined removes a parameter. Replaces the history entry, so that going back leaves the list. */
  readonly set: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** Query parameters of an address that belong to the list. */
export const paramsIn = (search: string): Params =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => !apart.includes(name)));

/** Replaces the list's parameters in a query string; keeps the others. */
function searchWith(search: string, params: Params): string {
  const entries = [...new URLSearchParams(search)].filter(([name]) => apart.includes(name));
  const query = new URLSearchParams([...Object.entries(params), ...entries]).toString();
  return query === '' ? '' : `?${query}`;
}

/**
 * Applies a change to the parameters in the address. With a saved view the address holds only the differences; an empty value overrides one
 * of the view's.
 */
function changedParams(
  params: Params,
  view: Params,
  change: Readonly<Record<string, string | undefined>>,
): Params {
  const next: Record<string, string> = { ...params };
  for (const [name, value = ''] of Object.entries(change)) {
    if (value === (view[name] ?? '')) delete next[name];
    else next[name] = value;
  }
  return next;
}

/** Replaces `currentUser` among the values of a parameter. */
function withUser(text: string | undefined, userId: string | undefined): string | undefined {
  if (!text?.includes(currentUser)) return text;
  const values = text.split(',');
  if (userId === undefined && values.includes(currentUser)) return undefined;
  return values.map((value) => (value === currentUser ? userId : value)).join(',');
}

const withValues = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));

/** State of a list, from its address and the saved view in `?saved=ID`. */
export function useList(slug: string, resource: string): ListState {
  const search = useSearch();
  const { data: views } = useQuery(viewsQuery(slug));
  const userId = useCurrentTeam().me?.user_id;
  const saved = new URLSearchParams(search).get('saved');
  const view = views?.find(({ id }) => id === saved);
  return useMemo(() => {
    const viewParams = (view?.query ?? {}) as Params;
    const ownParams = paramsIn(search);
    const params = withValues({ ...viewParams, ...ownParams });
    return {
      slug,
      resource,
      params,
      view,
      isChanged: Object.keys(ownParams).some((name) => name !== 'view' || view !== undefined),
      get: (name) => withUser(params[name], userId),
      set(change) {
        // Reads the current address, because two changes may happen in one render.
        const next = changedParams(paramsIn(location.search), viewParams, change);
        navigate(location.pathname + searchWith(location.search, next), { replace: true });
        if (!('columns' in change)) scrollListsToStart();
      },
    };
  }, [search, slug, resource, view, userId]);
}
