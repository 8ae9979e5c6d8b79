import { useEffect, useState } from 'react';
import { ListHead } from '../../parts/ListHead.tsx';
import { later, useSoon } from '../../parts/lazy.tsx';
import { useList } from '../../parts/list-state.ts';
import { isKey } from '../../parts/record-shortcuts.ts';
import { useTeamHere } from '../../parts/use-team.ts';
import { useToday } from '../../parts/use-today.ts';
import { Button } from '../../ui/Button.tsx';
import { Fill } from '../../ui/Fill.tsx';
import { Plus } from '../../ui/icons.tsx';
import { useDealWords } from '../../words/deals/use.ts';
import { BoardPart } from './BoardOrForecast.tsx';
import { columnsOf, standard } from './columns.tsx';
import { Head } from './DealTotals.tsx';
import { askedBy, useFilterFields } from './filters.ts';
import { headOf } from './model.ts';
import { useBoard } from './use-board.ts';

const ListView = later(() => import('./ListView.tsx'));
const loadNew = () => import('./NewDealDialog.tsx');
const NewDealDialog = later(loadNew, 'nothing');

const views = ['board', 'list', 'forecast'] as const;

/** Deals as a board, a list or a forecast. */
export default function Deals() {
  const words = useDealWords();
  const { slug, me } = useTeamHere();
  const list = useList(slug, 'deals');
  const view = views.find((each) => each === list.get('view')) ?? 'board';
  const seesValues = me?.sees_values ?? false;
  const asked = askedBy(list, seesValues);
  const today = useToday();
  const fields = useFilterFields(list, view === 'list');
  // Waits for the user's permission to see values, which the query depends on.
  const board = useBoard(slug, asked, today, seesValues, me !== undefined);
  const [adding, add] = useState<{ readonly phase: string | undefined }>();
  useSoon(loadNew, 0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'c' || !isKey(event)) return;
      event.preventDefault();
      add({ phase: undefined });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const { columns } = board;
  const head = columns && headOf(columns);
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={undefined}
        fields={fields}
        layouts={views.map((key) => ({ key, name: words.views[key] }))}
        {...(view === 'list' ? { columns: columnsOf(words, seesValues), standard } : {})}
        action={
          <Button data-create look="primary" onClick={() => add({ phase: undefined })}>
            <Plus /> {words.create}
          </Button>
        }
      >
        {head && view !== 'list' ? <Head sums={head} /> : null}
      </ListHead>
      <Fill>
        {view === 'list' ? (
          <ListView list={list} asked={asked} phases={board.query.data?.phases ?? []} />
        ) : (
          <BoardPart
            query={board.query}
            columns={columns}
            isForecast={view === 'forecast'}
            isFiltered={Object.keys(asked).length > 0}
            onAdd={(phase) => add({ phase })}
          />
        )}
      </Fill>
      {adding ? (
        <NewDealDialog
          phases={board.query.data?.phases ?? []}
          phase={adding.phase}
          onClose={() => add(undefined)}
        />
      ) : null}
    </div>
  );
}
