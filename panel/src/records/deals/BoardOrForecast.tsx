import type { UseQueryResult } from '@tanstack/react-query';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { BoardView } from './BoardView.tsx';
import type { BoardData } from './board.ts';
import type { Column } from './model.ts';

const DefaultFunnel = lazyWithWords(() => import('./DefaultFunnel.tsx'), 'nothing');
const Forecast = lazyWithWords(() => import('./Forecast.tsx'));

interface Props {
  readonly query: UseQueryResult<BoardData>;
  readonly columns: readonly Column[] | undefined;
  readonly isForecast: boolean;
  readonly isFiltered: boolean;
  /** Creates a deal, optionally in a given phase. */
  readonly onAdd: (phase: string | undefined) => void;
}

/** Board or forecast of deals, with an empty state. */
export function BoardOrForecast({ query, columns = [], isForecast, isFiltered, onAdd }: Props) {
  const words = useDealWords();
  const { nothingMatches } = useListWords();
  const { slug, can } = useCurrentTeam();
  return (
    <QueryContent query={query} rows={8}>
      {(board) => {
        if (board.phases.length === 0 && !isFiltered)
          return (
            <Empty
              text={can('settings.update') ? words.noPhases : words.noPhasesMember}
              ghost={<Ghost of="board" />}
            >
              {can('settings.update') ? (
                <>
                  <DefaultFunnel slug={slug} />
                  <Link href={paths.phases(slug)} className={buttonClass('plain')}>
                    {words.toPhases}
                  </Link>
                </>
              ) : null}
            </Empty>
          );
        const isEmpty = columns.every(({ sums, phase }) => sums.count + phase.older === 0);
        if (isEmpty && isFiltered)
          return <Empty text={nothingMatches} ghost={<Ghost of="board" />} />;
        if (isForecast) return <Forecast board={board} columns={columns} />;
        return (
          <>
            {isEmpty ? (
              <div className="flex flex-wrap items-center gap-3 pb-2 text-muted">
                <p>{words.none}</p>
                <Button onClick={() => onAdd(undefined)}>{words.create}</Button>
              </div>
            ) : null}
            <BoardView board={board} columns={columns} onAdd={onAdd} />
          </>
        );
      }}
    </QueryContent>
  );
}
