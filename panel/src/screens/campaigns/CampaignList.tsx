import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Campaign } from '../../api/types.ts';
import { useListWithPending } from '../../commands/pending-changes.ts';
import { stagesQuery } from '../../data/approvals.ts';
import { listQuery } from '../../data/bulk-changes.ts';
import { type CampaignFilters, campaignsQuery } from '../../data/campaigns.ts';
import { useKeysAreOn } from '../../data/preferences.ts';
import type { ListState } from '../../parts/list-state.ts';
import { QueryContent } from '../../parts/QueryContent.tsx';
import { openPeek } from '../../parts/RecordLink.tsx';
import { useSelection } from '../../parts/use-selection.ts';
import { visibleColumns } from '../../parts/visible-columns.ts';
import { recordPath } from '../../route/record-paths.ts';
import { navigate } from '../../route/router.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Fill } from '../../ui/Fill.tsx';
import { Empty } from '../../ui/layout.tsx';
import { useCampaignWords } from '../../words/campaigns/use.ts';
import { useListWords } from '../../words/lists/use.ts';
import { useLocale } from '../../words/translations.ts';
import { CampaignBulkBar } from './CampaignBulkBar.tsx';
import { columnsOf, defaultColumns } from './columns.tsx';

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
