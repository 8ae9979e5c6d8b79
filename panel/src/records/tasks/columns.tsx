import type { ListedTask } from '#panel/api/types.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import type { DataColumn } from '#panel/ui/DataTable.tsx';
import type { TaskWords } from '#panel/words/tasks/use.ts';
import { Due, Priority } from './TaskBadges.tsx';

/** Default columns. */
export const defaultColumns = ['project', 'column', 'priority', 'due', 'person'];

const hours = (count: number | null, words: TaskWords) =>
  count === null ? '' : words.hours({ hours: count });

/** All columns of the task list; the first is always shown. */
export const columnsOf = (words: TaskWords, today: string): readonly DataColumn<ListedTask>[] => {
  const { field } = words;
  return [
    { key: 'title', title: field.title, sortKey: 'title', width: 220, cell: ({ title }) => title },
    { key: 'project', title: field.project, width: 150, cell: ({ project }) => project?.name },
    { key: 'column', title: field.column, width: 120, cell: ({ column_name }) => column_name },
    {
      key: 'priority',
      title: field.priority,
      sortKey: 'priority',
      width: 110,
      cell: ({ priority }) => <Priority of={priority} words={words} />,
    },
    {
      key: 'due',
      title: field.due,
      sortKey: 'due_date',
      width: 190,
      cell: ({ due_date, completed_at }) => (
        <Due due={due_date} isDone={completed_at !== null} today={today} />
      ),
    },
    {
      key: 'person',
      title: field.person,
      width: 90,
      cell: ({ assignee_ids }) => <Avatars ids={assignee_ids} />,
    },
    { key: 'tags', title: field.tags, isWide: true, cell: ({ tags }) => tags.join(', ') },
    {
      key: 'estimated',
      title: field.estimated,
      isNumber: true,
      isWide: true,
      cell: ({ estimated_hours }) => hours(estimated_hours, words),
    },
    {
      key: 'actual',
      title: field.actual,
      isNumber: true,
      isWide: true,
      cell: ({ actual_hours }) => hours(actual_hours, words),
    },
    {
      key: 'created',
      title: field.created,
      sortKey: 'created_at',
      isWide: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      key: 'updated',
      title: field.updated,
      sortKey: 'updated_at',
      isWide: true,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
};
