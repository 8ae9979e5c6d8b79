import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import type { BoardFilters, DealCard } from './board.ts';
import { columnsOf, withPhaseStart } from './model.ts';
import { dealBoardQuery } from './queries.ts';

const none: readonly DealCard[] = [];

/** Board of deals with pending changes applied. */
export function useBoard(
  slug: string,
  filters: BoardFilters,
  today: string,
  seesValues: boolean,
  isKnown: boolean,
) {
  const query = useQuery({
    ...dealBoardQuery(slug, filters, today),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  });
  const cached = query.data?.cards ?? none;
  const withPending = useListWithPending('deals', cached);
  const columns = useMemo(
    () =>
      query.data && columnsOf(query.data, withPhaseStart(cached, withPending, today), seesValues),
    [query.data, cached, withPending, today, seesValues],
  );
  return { query, columns };
}
