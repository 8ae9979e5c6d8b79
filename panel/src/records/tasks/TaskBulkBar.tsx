import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { taskFields } from '#panel/api/records/tasks.ts';
import { pipelineQuery } from '#panel/data/pipelines.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { type BarProps, BulkBar } from '../shared/bulk/BulkBar.tsx';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import type { CachedBoard } from './board.ts';
import { finishTasks, type TaskFilters } from './queries.ts';
import type { ShownTask } from './task-actions.tsx';

interface Props {
  readonly slug: string;
  readonly filters: Omit<TaskFilters, 'sort'>;
  /** Current board, whose columns can be chosen. */
  readonly board: CachedBoard | undefined;
  /** Loaded tasks. */
  readonly tasks: readonly ShownTask[];
  readonly total: number | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onDone: () => void;
}

interface NamedColumn {
  readonly key: string;
  readonly name: string;
}

/** Columns to move the selected tasks to: those of the board, or of the tasks' pipelines. */
function useColumns(
  slug: string,
  board: CachedBoard | undefined,
  chosen: readonly ShownTask[],
): readonly NamedColumn[] {
  const isByColumn = board && (board.filters.group ?? 'column') === 'column';
  const pipelines = isByColumn ? [] : [...new Set(chosen.map(({ pipeline_id }) => pipeline_id))];
  const named = useQueries({
    queries: pipelines.map((id) => pipelineQuery(slug, id)),
    combine: (pipeline) =>
      new Map(
        pipeline.flatMap(({ data }) => data?.columns.map(({ slug, name }) => [slug, name]) ?? []),
      ),
  });
  if (isByColumn) return board.columns.map(({ key, name }) => ({ key, name: name ?? key }));
  return [...named].map(([key = '', name = key]) => ({ key, name }));
}

/** Bulk actions for tasks, by the bar or with the keys that act on a single task. */
export default function TaskBulkBar(props: Props) {
  const { slug, filters, board, tasks, total, selected, onDone } = props;
  const words = useTaskWords();
  const { labels } = useFieldWords();
  const bulk = useBulkWords();
  const { me } = useCurrentTeam();
  const people = usePeople(slug);
  const chosen = useMemo(() => tasks.filter(({ id }) => selected.has(id)), [tasks, selected]);
  const columns = useColumns(slug, board, chosen);
  const actions: BarProps['actions'] = [
    { label: words.act.finish, hotkey: 'e', act: () => void finishTasks(slug, chosen) },
    ...(columns.length === 0
      ? []
      : [
          {
            label: labels.column,
            hotkey: 'm',
            choices: columns.map(({ key, name }) => ({ label: name, change: { column: key } })),
          },
        ]),
    ...(me
      ? [{ label: words.act.toMe, hotkey: 'i', change: { add_assignee_ids: [me.user_id] } }]
      : []),
    {
      label: bulk.addPerson,
      hotkey: 'a',
      choices: people.all.map(({ id, name }) => ({
        label: name,
        change: { add_assignee_ids: [id] },
      })),
    },
    {
      label: bulk.removePerson,
      choices: [
        { label: bulk.everyPerson, change: { assignee_ids: [] } },
        ...people.all.map(({ id, name }) => ({
          label: name,
          change: { remove_assignee_ids: [id] },
        })),
      ],
    },
    { field: 'priority', hotkey: 'p' },
    { field: 'due_date', hotkey: 'd' },
    { field: 'tags', hotkey: 'l' },
    { label: words.act.trash, hotkey: 'Backspace', isDelete: true },
  ];
  return (
    <BulkBar
      slug={slug}
      kind="tasks"
      selected={selected}
      matching={total === undefined ? undefined : { total, query: listQuery(filters) }}
      fields={taskFields}
      actions={actions}
      withoutAction={['column']}
      rows={tasks}
      onDone={onDone}
    />
  );
}
