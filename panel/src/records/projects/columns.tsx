import type { Project } from '#panel/api/schema.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatDay } from '#panel/ui/calendar/days.ts';
import type { DataColumn } from '#panel/ui/DataTable.tsx';
import type { ProjectWords } from '#panel/words/projects/use.ts';
import { Dot, isLate, Late, Priority, Status } from './model.tsx';

/** Default columns. */
export const defaultColumns = ['client', 'status', 'priority', 'due_date', 'squad'];

interface Context {
  readonly words: ProjectWords;
  readonly locale: string;
  readonly today: string;
}

/** All columns of the project table; the first is always shown. */
export function columnsOf({ words, locale, today }: Context): readonly DataColumn<Project>[] {
  const { field } = words;
  const day = (date: string | null) =>
    date === null ? null : (
      <span className="whitespace-nowrap">
        {formatDay(date, locale, { day: '2-digit', month: 'short', year: 'numeric' })}
      </span>
    );
  return [
    {
      key: 'name',
      title: field.name,
      sortKey: 'name',
      width: 220,
      cell: ({ name, color }) => (
        <span className="flex min-w-0 items-center gap-2">
          <Dot color={color} />
          <span className="truncate">{name}</span>
        </span>
      ),
    },
    { key: 'client', title: field.client, width: 160, cell: ({ client }) => client?.name },
    {
      key: 'status',
      title: field.status,
      sortKey: 'status',
      width: 152,
      cell: ({ status }) => <Status of={status} words={words} />,
    },
    {
      key: 'priority',
      title: field.priority,
      sortKey: 'priority',
      width: 100,
      cell: ({ priority }) => <Priority of={priority} words={words} />,
    },
    {
      key: 'due_date',
      title: field.due_date,
      sortKey: 'due_date',
      width: 228,
      cell: (project) => (
        <span className="flex items-center gap-2">
          {day(project.due_date)}
          {isLate(project, today) ? <Late words={words} /> : null}
        </span>
      ),
    },
    { key: 'squad', title: field.squad, width: 120, cell: ({ squad }) => squad?.name },
    {
      key: 'start_date',
      title: field.start_date,
      sortKey: 'start_date',
      isWide: true,
      width: 120,
      cell: ({ start_date }) => day(start_date),
    },
    {
      key: 'completed_at',
      title: field.completed_at,
      isWide: true,
      cell: ({ completed_at }) =>
        completed_at === null ? null : <RelativeTime at={completed_at} />,
    },
    {
      key: 'created_at',
      title: field.created_at,
      sortKey: 'created_at',
      isWide: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      key: 'updated_at',
      title: field.updated_at,
      sortKey: 'updated_at',
      isWide: true,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
}
