import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedTask } from '#panel/api/types.ts';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useBoardWords } from '#panel/words/board/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { ColumnChoices } from '../shared/list/ColumnChoices.tsx';
import type { ListState } from '../shared/list/list-state.ts';
import { RecordList } from '../shared/list/RecordList.tsx';
import { defaultColumns, useColumns } from './columns.tsx';
import { type TaskFilters, tasksQuery } from './queries.ts';
import type { LayoutProps } from './Screen.tsx';
import { useTaskActions } from './task-actions.tsx';

const nameOf = ({ title }: ListedTask) => title;

/** Choice of the list's columns, for the display menu. */
export function TaskColumns({ list, isOfProject }: Pick<Props, 'list' | 'isOfProject'>) {
  return <ColumnChoices list={list} columns={useColumns()} standard={standardOf(isOfProject)} />;
}

const columnsOfProject = defaultColumns.filter((key) => key !== 'project');
const standardOf = (isOfProject: boolean) => (isOfProject ? columnsOfProject : defaultColumns);

interface Props extends LayoutProps {
  readonly list: ListState;
  readonly sort: NonNullable<TaskFilters['sort']>;
  /** True for the tasks of one project, which the list does not repeat. */
  readonly isOfProject: boolean;
}

/** List of tasks. */
export default function TaskList(props: Props) {
  const { slug, list, filters, sort, selection, fields, none, create } = props;
  const words = useTaskWords();
  const boardWords = useBoardWords();
  const columns = useColumns();
  const query = useInfiniteQuery(tasksQuery(slug, { ...filters, sort }));
  const rows = query.data?.rows;
  const tags = useMemo(() => [...new Set((rows ?? []).flatMap(({ tags }) => tags))].sort(), [rows]);
  const acts = useTaskActions(slug, tags);
  return (
    <>
      <RecordList
        label={words.title}
        kind="tasks"
        list={list}
        query={query}
        filters={filters}
        columns={columns}
        standard={standardOf(props.isOfProject)}
        nameOf={nameOf}
        sort={sort}
        fields={fields}
        none={none}
        create={create}
        onKey={acts.onKey}
        actions={(row) => (
          <MoreMenu label={boardWords.actions({ name: row.title })} items={acts.items(row)} />
        )}
        selection={selection}
      />
      {acts.menu}
    </>
  );
}
