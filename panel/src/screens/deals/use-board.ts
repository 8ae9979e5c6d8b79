import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListWithPending } from '../../commands/pending-changes.ts';
import { dealBoardQuery } from '../../data/deals.ts';
import type { BoardFilters, DealCard } from '../../data/deals-board.ts';
import { columnsOf, withPhaseStart } from './model.ts';

const none: readonly DealCard[] = [];

/** Board of deals with pending changes applied. */
export function useBoard(
  slug: string,
  asked: BoardFilters,
  today: string,
  seesValues: boolean,
  isKnown: boolean,
) {
  const query = useQuery({
    ...dealBoardQuery(slug, asked, today),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  });
  const known = query.data?.cards ?? none;
  const shown = useListWithPending('deals', known);
  const columns = useMemo(
    () => query.data && columnsOf(query.data, withPhaseStart(known, shown, today), seesValues),
    [query.data, known, shown, today, seesValues],
  );
  return { query, columns };
}
