import type { UseQueryResult } from '@tanstack/react-query';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import type { EmptyRecordsProps } from '../shared/list/EmptyRecords.tsx';
import { BoardView } from './BoardView.tsx';
import type { BoardData } from './board.ts';
import type { Column } from './model.ts';

const NoPhases = lazyWithWords(() => import('./NoPhases.tsx'), 'nothing');
const Forecast = lazyWithWords(() => import('./Forecast.tsx'));

const EmptyRecords = lazyWithWords(() => import('../shared/list/EmptyRecords.tsx'), 'nothing');

interface Props {
  readonly query: UseQueryResult<BoardData>;
  readonly columns: readonly Column[] | undefined;
  readonly isForecast: boolean;
  /** Content without deals; filters explain it if `none` is undefined. */
  readonly empty: EmptyRecordsProps;
  /** Creates a deal in a phase. */
  readonly onAdd: (phase: string) => void;
}

/** Board or forecast of deals, with an empty state. */
export function BoardOrForecast({ query, columns = [], isForecast, empty, onAdd }: Props) {
  const isFiltered = empty.none === undefined;
  return (
    <QueryContent query={query} rows={8}>
      {(board) => {
        if (board.phases.length === 0 && !isFiltered) return <NoPhases />;
        const isEmpty = columns.every(({ sums, phase }) => sums.count + phase.older === 0);
        if (isForecast) return <Forecast board={board} columns={columns} empty={empty} />;
        if (isEmpty && isFiltered) return <EmptyRecords {...empty} ghost="board" />;
        return (
          <>
            {isEmpty ? <EmptyRecords {...empty} /> : null}
            <BoardView board={board} columns={columns} hasGhosts={isEmpty} onAdd={onAdd} />
          </>
        );
      }}
    </QueryContent>
  );
}
