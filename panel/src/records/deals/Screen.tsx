import { useEffect, useMemo, useState } from 'react';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { cardFieldsIn } from '../shared/list/card-fields.ts';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { isShortcut } from '../shared/record-shortcuts.ts';
import type { BoardFilters } from './board.ts';
import { DealTotals } from './DealTotals.tsx';
import { filtersIn, useFilterFields } from './filters.ts';
import {
  boardParamsIn,
  cardFields,
  columnsWithin,
  forecastParams,
  forecastTotals,
  periodIn,
  standardCardFields,
  totalsOf,
} from './model.ts';
import type { DealPreset } from './NewDealDialog.tsx';
import { PeriodSwitch } from './PeriodSwitch.tsx';
import { useBoard } from './use-board.ts';

const loadList = () => import('./ListView.tsx');
const ListView = lazyWithWords(loadList);
const DealColumns = lazyWithWords(
  async () => ({ default: (await loadList()).DealColumns }),
  'nothing',
);
// Loads while the board is requested.
const BoardOrForecast = lazyWithWords(() => import('./BoardOrForecast.tsx'));
const ExportableBoard = lazyWithWords(
  () => import('../shared/exports/ExportableBoard.tsx'),
  'nothing',
);
const BoardDisplay = lazyWithWords(() => import('./BoardDisplay.tsx'), 'nothing');
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
  const isForecast = view === 'forecast';
  const boardFilters: BoardFilters = {
    ...filters,
    ...(isForecast ? forecastParams : boardParamsIn(list.get, seesValues)),
  };
  const board = useBoard(slug, boardFilters, today, seesValues, me !== undefined);
  const card = list.get('card');
  const visibleFields = useMemo(() => cardFieldsIn(card, cardFields, standardCardFields), [card]);
  const [adding, add] = useState<DealPreset>();
  usePreload(loadNew, 0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'c' || !isShortcut(event)) return;
      event.preventDefault();
      add({});
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const { columns, query } = board;
  const groupColumns =
    isForecast && board.groupColumns
      ? columnsWithin(board.groupColumns, periodIn(list.get), today)
      : board.groupColumns;
  const totals = columns && totalsOf(columns);
  // Until the months are loaded, the board before is displayed.
  const isReady = !isForecast || query.data?.group === 'month';
  const head = isForecast && totals && groupColumns ? forecastTotals(groupColumns, totals) : totals;
  const isFiltered = Object.keys(filters).length > 0;
  const create = { label: words.create, act: () => add({}) };
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={undefined}
        fields={fields}
        layouts={views.map((key) => ({ key, name: words.views[key] }))}
        display={
          view === 'list' ? (
            <DealColumns list={list} />
          ) : view === 'board' ? (
            <BoardDisplay list={list} />
          ) : null
        }
        action={<CreateButton onClick={create.act}>{create.label}</CreateButton>}
      >
        {head && view !== 'list' ? (
          <div className="flex min-w-0 flex-col gap-x-6 gap-y-2 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
            {isReady ? <DealTotals sums={head} isFiltered={isFiltered} /> : null}
            {isForecast ? <PeriodSwitch list={list} /> : null}
          </div>
        ) : null}
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
            groupColumns={groupColumns}
            cardFields={visibleFields}
            isForecast={isForecast}
            empty={{ list, fields, none: isFiltered ? undefined : words.none, create }}
            onAdd={add}
          />
        </Fill>
      )}
      {view === 'board' && columns ? (
        <ExportableBoard
          slug={slug}
          kind="deals"
          query={listQuery({ ...filters, status: 'ativo' })}
          total={columns.reduce((sum, { sums }) => sum + sums.count, 0)}
        />
      ) : null}
      {adding ? (
        <NewDealDialog
          phases={board.query.data?.phases ?? []}
          preset={adding}
          onClose={() => add(undefined)}
        />
      ) : null}
    </div>
  );
}
