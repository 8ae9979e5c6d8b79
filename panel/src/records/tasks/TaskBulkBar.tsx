import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pipelineQuery } from '#panel/data/pipelines.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { addDays } from '#panel/ui/calendar/days.ts';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import type { BulkAction } from '../shared/bulk/BulkActions.tsx';
import { BulkBar } from '../shared/bulk/BulkBar.tsx';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import type { CachedBoard } from './board.ts';
import { priorities } from './model.ts';
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
    combine: (found) =>
      new Map(
        found.flatMap(({ data }) => data?.columns.map(({ slug, name }) => [slug, name]) ?? []),
      ),
  });
  if (isByColumn) return board.columns.map(({ key, name }) => ({ key, name: name ?? key }));
  return [...named].map(([key = '', name = key]) => ({ key, name }));
}

/** Bulk actions for tasks, by the bar or with the keys that act on a single task. */
export default function TaskBulkBar(props: Props) {
  const { slug, filters, board, tasks, total, selected, onDone } = props;
  const words = useTaskWords();
  const bulk = useBulkWords();
  const { me } = useCurrentTeam();
  const people = usePeople(slug);
  const today = useToday();
  const chosen = useMemo(() => tasks.filter(({ id }) => selected.has(id)), [tasks, selected]);
  const tags = useMemo(() => [...new Set(tasks.flatMap(({ tags }) => tags))].sort(), [tasks]);
  const columns = useColumns(slug, board, chosen);
  const { field, due } = words;
  const to = (label: string, due_date: string | null) => ({ label, change: { due_date } });
  const tagging = (label: string, name: 'add_tags' | 'remove_tags', hotkey?: string) => ({
    label,
    ...(hotkey !== undefined && { hotkey }),
    choices: tags.map((tag) => ({ label: tag, change: { [name]: [tag] } })),
  });
  const actions: readonly BulkAction[] = [
    { label: words.act.finish, hotkey: 'e', act: () => void finishTasks(slug, chosen) },
    ...(columns.length === 0
      ? []
      : [
          {
            label: field.column,
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
    {
      label: field.priority,
      hotkey: 'p',
      choices: priorities.map((priority) => ({
        label: words.priorities[priority],
        change: { priority },
      })),
    },
    {
      label: field.due,
      hotkey: 'd',
      choices: [
        to(due.today, today),
        to(due.tomorrow, addDays(today, 1)),
        to(due.week, addDays(today, 7)),
        to(due.none, null),
      ],
    },
    ...(tags.length === 0
      ? []
      : [tagging(bulk.addTag, 'add_tags', 'l'), tagging(bulk.removeTag, 'remove_tags')]),
    { label: words.act.trash, hotkey: 'Backspace', isDelete: true },
  ];
  return (
    <BulkBar
      slug={slug}
      kind="tasks"
      selected={selected}
      matching={total === undefined ? undefined : { total, query: listQuery(filters) }}
      actions={actions}
      onDone={onDone}
    />
  );
}
