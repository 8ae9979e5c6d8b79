import { useCallback, useState } from 'react';

type Ids = ReadonlySet<string>;

/**
 * What is selected in a list. Where the list is asked for something else it is given up: nothing is changed along with others that one no
 * longer sees.
 * @param query by what the list finds its records
 */
export function useSelection(query: string): readonly [selected: Ids, select: (ids: Ids) => void] {
  const [held, hold] = useState<{ readonly query: string; readonly ids: Ids }>();
  const [none] = useState<Ids>(() => new Set());
  if (held !== undefined && held.query !== query) hold(undefined);
  const select = useCallback((ids: Ids) => hold({ query, ids }), [query]);
  return [held?.query === query ? held.ids : none, select];
}
