import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ListedTask } from '#panel/api/types.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { type DataColumn, DataTable } from '#panel/ui/DataTable.tsx';
import { More } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { useBoardWords } from '#panel/words/board/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { type TaskFilters, tasksQuery } from './queries.ts';
import type { LayoutProps } from './Screen.tsx';
import { useTaskActions } from './task-actions.tsx';

const idOf = ({ id }: ListedTask) => id;
const nameOf = ({ title }: ListedTask) => title;

interface Props extends LayoutProps {
  readonly columns: readonly DataColumn<ListedTask>[];
  readonly sort: TaskFilters['sort'];
  readonly onSort: (sort: string) => void;
}

/** Table of tasks. */
export default function TaskList(props: Props) {
  const { slug, filters, columns, sort, onSort, selected, onSelect, empty } = props;
  const words = useTaskWords();
  const lists = useListWords();
  const boardWords = useBoardWords();
  const hasLetters = useKeysAreOn();
  const query = useInfiniteQuery(tasksQuery(slug, { ...filters, sort }));
  const rows = useListWithPending('tasks', query.data?.rows ?? []);
  const tags = useMemo(() => [...new Set(rows.flatMap(({ tags }) => tags))].sort(), [rows]);
  const acts = useTaskActions(slug, tags);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const href = useCallback(({ id }: ListedTask) => recordPath(slug, 'tasks', id), [slug]);
  return (
    <>
      <QueryContent query={query} rows={8}>
        {({ total }) =>
          total === 0 ? (
            empty
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
              onSelect={onSelect}
              kind="tasks"
              href={href}
              onOpen={(row) => navigate(href(row))}
              onPeek={({ id }) => openPeek('tasks', id)}
              onEnd={onEnd}
              total={total}
              onKey={acts.onKey}
              actions={(row) => (
                <Menu
                  label={boardWords.actions({ name: row.title })}
                  items={acts.items(row)}
                  className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
                >
                  <More />
                </Menu>
              )}
              hasLetters={hasLetters}
            />
          )
        }
      </QueryContent>
      {acts.menu}
    </>
  );
}
