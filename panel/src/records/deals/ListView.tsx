import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Deal } from '#panel/api/types.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { DataTable } from '#panel/ui/DataTable.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { useSelection } from '../shared/list/use-selection.ts';
import { visibleColumns } from '../shared/list/visible-columns.ts';
import type { BoardFilters, Phase } from './board.ts';
import { columnsOf, defaultColumns } from './columns.tsx';
import DealBulkBar from './DealBulkBar.tsx';
import { type DealFilters, dealsQuery } from './queries.ts';

const idOf = ({ id }: Deal) => id;
const titleOf = ({ title }: Deal) => title;

interface Props {
  readonly list: ListState;
  readonly filters: BoardFilters;
  /** Phases to move deals to. */
  readonly phases: readonly Phase[];
}

/** Table of deals, including older ones. */
export default function ListView({ list, filters, phases }: Props) {
  const words = useDealWords();
  const lists = useListWords();
  const { slug, me } = useCurrentTeam();
  const seesValues = me?.sees_values ?? false;
  const hasLetters = useKeysAreOn();
  const wanted = list.get('sort') ?? '-updated_at';
  const sort = seesValues || !wanted.endsWith('value') ? wanted : '-updated_at';
  const [phase, status] = [list.get('phase'), list.get('status') ?? 'ativo'];
  const listFilters: DealFilters = {
    ...filters,
    ...(phase === undefined ? {} : { phase }),
    sort: sort as NonNullable<DealFilters['sort']>,
    status: status === 'arquivado' ? status : 'ativo',
  };
  const found = listQuery(listFilters);
  const [selected, select] = useSelection(found);
  const query = useInfiniteQuery({ ...dealsQuery(slug, listFilters), enabled: me !== undefined });
  const rows = useListWithPending('deals', query.data?.rows ?? none);
  const all = useMemo(() => columnsOf(words, seesValues), [words, seesValues]);
  const columns = useMemo(() => visibleColumns(list, all, defaultColumns), [list, all]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const href = useCallback(({ id }: Deal) => recordPath(slug, 'deals', id), [slug]);
  const isFiltered = Object.keys(filters).length > 0 || phase !== undefined;
  return (
    <QueryContent query={query} rows={8}>
      {({ total }) =>
        rows.length === 0 ? (
          <Empty text={isFiltered ? lists.nothingMatches : words.none} />
        ) : (
          <>
            <DealBulkBar
              slug={slug}
              selected={selected}
              phases={phases}
              matching={{ total, query: found }}
              onDone={() => select(new Set())}
            />
            <DataTable
              label={words.title}
              words={lists.table}
              rows={rows}
              keyOf={idOf}
              nameOf={titleOf}
              columns={columns}
              sort={sort}
              onSort={(next) => list.set({ sort: next })}
              selected={selected}
              onSelect={select}
              kind="deals"
              href={href}
              onOpen={(row) => navigate(href(row))}
              onPeek={({ id }) => openPeek('deals', id)}
              onEnd={onEnd}
              total={total}
              hasLetters={hasLetters}
            />
          </>
        )
      }
    </QueryContent>
  );
}

const none: readonly Deal[] = [];
