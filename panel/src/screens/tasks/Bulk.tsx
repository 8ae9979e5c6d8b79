import { listQuery } from '../../data/bulk.ts';
import type { KnownBoard } from '../../data/tasks/board.ts';
import type { TasksAsked } from '../../data/tasks/queries.ts';
import type { BulkAction } from '../../parts/BulkActions.tsx';
import { BulkBar } from '../../parts/BulkBar.tsx';
import { usePeople } from '../../parts/People.tsx';
import { useToday } from '../../parts/today.ts';
import { addDays } from '../../ui/calendar/days.ts';
import { useTaskWords } from '../../words/tasks/use.ts';
import { priorities } from './model.ts';

interface Props {
  readonly slug: string;
  readonly filters: Omit<TasksAsked, 'sort'>;
  /** The board where that is what is shown: its columns can be chosen. */
  readonly board: KnownBoard | undefined;
  readonly total: number | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onDone: () => void;
}

/** What can be done to many tasks at once. */
export function TaskBulk({ slug, filters, board, total, selected, onDone }: Props) {
  const words = useTaskWords();
  const people = usePeople(slug);
  const today = useToday();
  const { field, due } = words;
  const isByColumn = board && (board.asked.group ?? 'column') === 'column';
  const to = (label: string, due_date: string | null) => ({ label, change: { due_date } });
  const actions: readonly BulkAction[] = [
    ...(isByColumn
      ? [
          {
            label: field.column,
            choices: board.columns.map(({ key, name }) => ({
              label: name ?? key,
              change: { column: key },
            })),
          },
        ]
      : []),
    {
      label: field.person,
      choices: [
        ...people.all.map(({ id, name }) => ({ label: name, change: { assignee_ids: [id] } })),
        { label: words.nobody, change: { assignee_ids: [] } },
      ],
    },
    {
      label: field.priority,
      choices: priorities.map((priority) => ({
        label: words.priorities[priority],
        change: { priority },
      })),
    },
    {
      label: field.due,
      choices: [
        to(due.today, today),
        to(due.tomorrow, addDays(today, 1)),
        to(due.week, addDays(today, 7)),
        to(due.none, null),
      ],
    },
    { label: words.act.trash, isDelete: true },
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
