import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Project } from '#panel/api/schema.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { type DataColumn, DataTable } from '#panel/ui/DataTable.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import { useSelection } from '../shared/list/use-selection.ts';
import { ProjectBulkBar } from './ProjectBulkBar.tsx';
import type { ProjectFilters } from './queries.ts';

interface Rows {
  readonly rows: readonly Project[];
  readonly total: number;
}

interface Props {
  readonly slug: string;
  /** Filters of the list. */
  readonly filters: ProjectFilters;
  readonly query: UseInfiniteQueryResult<Rows>;
  readonly columns: readonly DataColumn<Project>[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly empty: { readonly isFiltered: boolean; readonly create: ReactNode };
}

const idOf = ({ id }: Project) => id;
const nameOf = ({ name }: Project) => name;

/** Table of projects. */
export function ProjectList({ slug, filters, query, columns, sort, onSort, empty }: Props) {
  const words = useProjectWords();
  const lists = useListWords();
  const hasLetters = useKeysAreOn();
  const rows = useListWithPending('projects', query.data?.rows ?? []);
  const found = listQuery(filters);
  const [selected, select] = useSelection(found);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const href = ({ id }: Project) => recordPath(slug, 'projects', id);
  return (
    <Fill>
      <QueryContent query={query} rows={8}>
        {({ total }) =>
          rows.length === 0 ? (
            <Empty text={empty.isFiltered ? lists.nothingMatches : words.none}>
              {empty.isFiltered ? null : empty.create}
            </Empty>
          ) : (
            <DataTable
              label={words.title}
              words={lists.table}
              rows={rows}
              keyOf={idOf}
              nameOf={nameOf}
              columns={columns}
              sort={sort}
              onSort={onSort}
              selected={selected}
              onSelect={select}
              kind="projects"
              href={href}
              onOpen={(row) => navigate(href(row))}
              onPeek={({ id }) => openPeek('projects', id)}
              onEnd={() => {
                if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
              }}
              total={total}
              hasLetters={hasLetters}
            />
          )
        }
      </QueryContent>
      <ProjectBulkBar
        slug={slug}
        selected={selected}
        matching={query.data && { total: query.data.total, query: found }}
        onDone={() => select(new Set())}
      />
    </Fill>
  );
}
