import type { UseQueryResult } from '@tanstack/react-query';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Skeleton } from '#panel/ui/layout.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { EmptyRecords, type EmptyRecordsProps } from '../shared/list/empty-records.ts';
import { BoardView } from './BoardView.tsx';
import type { BoardData } from './board.ts';
import type { CardField, Column, GroupColumn } from './model.ts';
import type { DealPreset } from './NewDealDialog.tsx';

const NoPhases = lazyWithWords(() => import('./NoPhases.tsx'), 'nothing');
const Forecast = lazyWithWords(() => import('./Forecast.tsx'));

interface Props {
  readonly query: UseQueryResult<BoardData>;
  readonly columns: readonly Column[] | undefined;
  readonly groupColumns: readonly GroupColumn[] | undefined;
  readonly cardFields: ReadonlySet<CardField>;
  readonly isForecast: boolean;
  /** Content without deals; filters explain it if `none` is undefined. */
  readonly empty: EmptyRecordsProps;
  /** Creates a deal with initial values. */
  readonly onAdd: (preset: DealPreset) => void;
}

/** Board or forecast of deals, with an empty state. */
export default function BoardOrForecast(props: Props) {
  const { query, columns = [], groupColumns = [], cardFields, isForecast, empty, onAdd } = props;
  const { forecast } = useDealWords();
  const { common } = useWords();
  const isFiltered = empty.none === undefined;
  return (
    <QueryContent query={query} rows={8}>
      {(board) => {
        if (board.phases.length === 0 && !isFiltered) return <NoPhases />;
        const isEmpty = columns.every(({ sums, phase }) => sums.count + phase.older === 0);
        // The board before, until the months are loaded.
        if (isForecast && board.group !== 'month')
          return <Skeleton label={common.loading} rows={8} />;
        if (isForecast) return <Forecast board={board} columns={groupColumns} empty={empty} />;
        const isGrouped = board.group !== 'phase';
        const hasNone = isGrouped ? groupColumns.every(({ sums }) => sums.count === 0) : isEmpty;
        if (hasNone && (isFiltered || isGrouped))
          return (
            <EmptyRecords
              {...empty}
              ghost="board"
              // There are only won and lost deals.
              {...(!isFiltered && !isEmpty && { none: forecast.empty })}
            />
          );
        return (
          <>
            {isEmpty ? <EmptyRecords {...empty} /> : null}
            <BoardView
              board={board}
              columns={columns}
              groupColumns={groupColumns}
              cardFields={cardFields}
              hasGhosts={isEmpty}
              onAdd={onAdd}
            />
          </>
        );
      }}
    </QueryContent>
  );
}
