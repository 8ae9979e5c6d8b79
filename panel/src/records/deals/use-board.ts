import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import type { BoardFilters, DealCard } from './board.ts';
import { columnsOf, groupColumnsOf, withPhaseStart } from './model.ts';
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
  const { data } = query;
  const cached = data?.cards ?? none;
  const withPending = useListWithPending('deals', cached);
  const cards = useMemo(
    () => withPhaseStart(cached, withPending, today),
    [cached, withPending, today],
  );
  const columns = useMemo(
    () => data && columnsOf(data, cards, seesValues),
    [data, cards, seesValues],
  );
  const groupColumns = useMemo(
    () => data && groupColumnsOf(data, cards, seesValues),
    [data, cards, seesValues],
  );
  return { query, columns, groupColumns };
}
