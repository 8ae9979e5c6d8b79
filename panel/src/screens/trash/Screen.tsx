import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { searchLimits } from '#panel/api/text-limits.ts';
import type { DeletedTask } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { restoreTask, trashQuery } from '#panel/data/trash.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { listPath } from '#panel/route/record-paths.ts';
import { Link, useParam } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useSettingsListWords } from '#panel/words/settings-lists/use.ts';
import { useWords } from '#panel/words/translations.ts';

const placeOf = ({ project, column_name, column }: DeletedTask) =>
  [project?.name, column_name ?? column].filter(Boolean).join(' › ');

export default function Trash() {
  const { trash: words, by } = useSettingsListWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const [search, setSearch] = useParam('search');
  const sought = useDeferredValue(search?.trim());
  const query = useInfiniteQuery({
    ...trashQuery(slug, sought),
    placeholderData: keepPreviousData,
  });
  const restore = useAction(
    ({ id }: DeletedTask) => restoreTask(slug, id),
    (_, { title, column, column_name }) =>
      say(words.restored({ title, column: column_name ?? column })),
  );
  const whoOf = ({ deleted_by, deleted_by_name }: DeletedTask) =>
    deleted_by === null ? undefined : (deleted_by_name ?? by[deleted_by]);
  return (
    <Page title={words.title} about={words.about}>
      <Section>
        <Field
          label={words.search}
          type="search"
          value={search ?? ''}
          {...searchLimits}
          onChange={({ target }) => setSearch(target.value)}
        />
        <FailureNotice failure={restore.failure} />
        <PagedRows
          query={query}
          none={
            <Empty text={sought ? words.notFound : words.none} ghost={<Ghost of="rows" />}>
              {sought ? (
                <Button onClick={() => setSearch(undefined)}>{words.clear}</Button>
              ) : (
                <Link href={listPath(slug, 'tasks')} className={buttonClass('plain')}>
                  {words.toTasks}
                </Link>
              )}
            </Empty>
          }
        >
          {(rows) => (
            <Table
              label={words.title}
              rows={rows}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                {
                  key: 'task',
                  title: words.task,
                  cell: (task) => (
                    <span className="flex min-w-0 flex-col">
                      <span className="break-words font-medium">{task.title}</span>
                      <span className="text-meta text-muted sm:hidden">{placeOf(task)}</span>
                    </span>
                  ),
                },
                { key: 'from', title: words.from, isWide: true, cell: placeOf },
                {
                  key: 'deleted',
                  title: words.deleted,
                  cell: (task) => {
                    const who = whoOf(task);
                    return (
                      <span className="flex flex-col">
                        <RelativeTime at={task.deleted_at} />
                        {who ? (
                          <span className="text-meta text-muted">{words.deletedBy({ who })}</span>
                        ) : null}
                      </span>
                    );
                  },
                },
              ]}
              actions={(task) => (
                <Button
                  look="quiet"
                  busy={restore.isBusy}
                  aria-label={`${words.restore}: ${task.title}`}
                  onClick={() => restore.act(task)}
                >
                  {words.restore}
                </Button>
              )}
            />
          )}
        </PagedRows>
      </Section>
    </Page>
  );
}
