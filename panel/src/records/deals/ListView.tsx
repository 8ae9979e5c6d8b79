import { useInfiniteQuery } from '@tanstack/react-query';
import type { Deal } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useDealWords } from '#panel/words/deals/use.ts';
import { ColumnChoices } from '../shared/list/ColumnChoices.tsx';
import type { EmptyRecordsProps } from '../shared/list/EmptyRecords.tsx';
import type { ListState } from '../shared/list/list-state.ts';
import { RecordList } from '../shared/list/RecordList.tsx';
import type { Phase } from './board.ts';
import { defaultColumns, useDealColumns } from './columns.tsx';
import { useDealActions } from './DealBulkBar.tsx';
import { filtersIn } from './filters.ts';
import { type DealFilters, dealsQuery } from './queries.ts';

const titleOf = ({ title }: Deal) => title;

/** Choice of the list's columns, for the display menu. */
export function DealColumns({ list }: Pick<Props, 'list'>) {
  const columns = useDealColumns(useCurrentTeam().can('sees_values'));
  return <ColumnChoices list={list} columns={columns} standard={defaultColumns} />;
}

interface Props extends Pick<EmptyRecordsProps, 'fields' | 'create'> {
  readonly list: ListState;
  /** Phases to move deals to. */
  readonly phases: readonly Phase[];
}

/** List of deals, including older ones. */
export default function ListView({ list, fields, phases, create }: Props) {
  const words = useDealWords();
  const { slug, me, can } = useCurrentTeam();
  const seesValues = can('sees_values');
  const wanted = list.get('sort') ?? '-updated_at';
  const sort = seesValues || !wanted.endsWith('value') ? wanted : '-updated_at';
  const filters = filtersIn(list, seesValues, true);
  const listFilters = { status: 'ativo', ...filters, sort } as DealFilters;
  const query = useInfiniteQuery({ ...dealsQuery(slug, listFilters), enabled: me !== undefined });
  const columns = useDealColumns(seesValues);
  const bulk = useDealActions(slug, phases);
  const isFiltered = Object.keys(filters).some((name) => name !== 'status');
  return (
    <RecordList
      label={words.title}
      kind="deals"
      list={list}
      query={query}
      filters={listFilters}
      columns={columns}
      standard={defaultColumns}
      nameOf={titleOf}
      sort={sort}
      fields={fields}
      none={isFiltered ? undefined : words.none}
      create={create}
      bulk={bulk}
    />
  );
}
