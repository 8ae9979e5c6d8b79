import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Campaign } from '#panel/api/types.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { DataTable } from '#panel/ui/DataTable.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { useSelection } from '../shared/list/use-selection.ts';
import { visibleColumns } from '../shared/list/visible-columns.ts';
import { stagesQuery } from './approval-queries.ts';
import { CampaignBulkBar } from './CampaignBulkBar.tsx';
import { columnsOf, defaultColumns } from './columns.tsx';
import { type CampaignFilters, campaignsQuery } from './queries.ts';

const idOf = ({ id }: Campaign) => id;
const nameOf = ({ name }: Campaign) => name;
const none: readonly Campaign[] = [];

interface Props {
  readonly slug: string;
  readonly list: ListState;
  readonly filters: CampaignFilters;
  readonly isFiltered: boolean;
  readonly onCreate: () => void;
}

/** Table of campaigns. */
export function CampaignList({ slug, list, filters, isFiltered, onCreate }: Props) {
  const words = useCampaignWords();
  const lists = useListWords();
  const locale = useLocale();
  const hasLetters = useKeysAreOn();
  const query = useInfiniteQuery(campaignsQuery(slug, filters));
  const found = listQuery(filters);
  const [selected, select] = useSelection(found);
  const { data: stages } = useQuery(stagesQuery(slug));
  const all = useMemo(() => columnsOf(words, locale, stages), [words, locale, stages]);
  const columns = useMemo(() => visibleColumns(list, all, defaultColumns), [list, all]);
  const rows = useListWithPending('campaigns', query.data?.rows ?? none);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const href = useCallback(({ id }: Campaign) => recordPath(slug, 'campaigns', id), [slug]);
  const onOpen = useCallback((row: Campaign) => navigate(href(row)), [href]);
  const onPeek = useCallback(({ id }: Campaign) => openPeek('campaigns', id), []);
  return (
    <Fill>
      <QueryContent query={query} rows={8}>
        {({ total }) =>
          rows.length === 0 ? (
            <Empty text={isFiltered ? lists.nothingMatches : words.none}>
              {isFiltered ? null : <Button onClick={onCreate}>{words.create}</Button>}
            </Empty>
          ) : (
            <DataTable
              label={words.title}
              words={lists.table}
              rows={rows}
              keyOf={idOf}
              nameOf={nameOf}
              columns={columns}
              sort={filters.sort ?? '-created_at'}
              onSort={(sort) => list.set({ sort })}
              selected={selected}
              onSelect={select}
              kind="campaigns"
              href={href}
              onOpen={onOpen}
              onPeek={onPeek}
              onEnd={onEnd}
              total={total}
              hasLetters={hasLetters}
            />
          )
        }
      </QueryContent>
      <CampaignBulkBar
        slug={slug}
        selected={selected}
        matching={query.data && { total: query.data.total, query: found }}
        onDone={() => select(new Set())}
      />
    </Fill>
  );
}
