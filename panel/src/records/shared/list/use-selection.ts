import { useCallback, useState } from 'react';

type Ids = ReadonlySet<string>;

/**
 * Selection of a list. Cleared when the query changes, so that no invisible record is changed.
 * @param query query of the list
 */
export function useSelection(query: string): readonly [selected: Ids, select: (ids: Ids) => void] {
  const [held, hold] = useState<{ readonly query: string; readonly ids: Ids }>();
  const [none] = useState<Ids>(() => new Set());
  if (held !== undefined && held.query !== query) hold(undefined);
  const select = useCallback((ids: Ids) => hold({ query, ids }), [query]);
  return [held?.query === query ? held.ids : none, select];
}
