import { useEffect, useState } from 'react';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { isShortcut } from '../shared/record-shortcuts.ts';
import { BoardOrForecast } from './BoardOrForecast.tsx';
import type { BoardFilters } from './board.ts';
import { DealTotals } from './DealTotals.tsx';
import { filtersIn, useFilterFields } from './filters.ts';
import { totalsOf } from './model.ts';
import { useBoard } from './use-board.ts';

const loadList = () => import('./ListView.tsx');
const ListView = lazyWithWords(loadList);
const DealColumns = lazyWithWords(
  async () => ({ default: (await loadList()).DealColumns }),
  'nothing',
);
const loadNew = () => import('./NewDealDialog.tsx');
const NewDealDialog = lazyWithWords(loadNew, 'nothing');

const views = ['board', 'list', 'forecast'] as const;

/** Deals as a board, a list or a forecast. */
export default function Deals() {
  const words = useDealWords();
  const { slug, me, can } = useCurrentTeam();
  const list = useList(slug, 'deals');
  const view = views.find((each) => each === list.get('view')) ?? 'board';
  const seesValues = can('sees_values');
  const filters: BoardFilters = filtersIn(list, seesValues, false);
  const today = useToday();
  const fields = useFilterFields(list, view === 'list');
  // Waits for the user's permission to see values, which the query depends on.
  const board = useBoard(slug, filters, today, seesValues, me !== undefined);
  const [adding, add] = useState<{ readonly phase: string | undefined }>();
  usePreload(loadNew, 0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'c' || !isShortcut(event)) return;
      event.preventDefault();
      add({ phase: undefined });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const { columns } = board;
  const head = columns && totalsOf(columns);
  const isFiltered = Object.keys(filters).length > 0;
  const create = { label: words.create, act: () => add({ phase: undefined }) };
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={undefined}
        fields={fields}
        layouts={views.map((key) => ({ key, name: words.views[key] }))}
        display={view === 'list' ? <DealColumns list={list} /> : null}
        action={<CreateButton onClick={create.act}>{create.label}</CreateButton>}
      >
        {head && view !== 'list' ? <DealTotals sums={head} isFiltered={isFiltered} /> : null}
      </ListHead>
      {view === 'list' ? (
        <ListView
          list={list}
          fields={fields}
          phases={board.query.data?.phases ?? []}
          create={create}
        />
      ) : (
        <Fill>
          <BoardOrForecast
            query={board.query}
            columns={columns}
            isForecast={view === 'forecast'}
            empty={{ list, fields, none: isFiltered ? undefined : words.none, create }}
            onAdd={(phase) => add({ phase })}
          />
        </Fill>
      )}
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
