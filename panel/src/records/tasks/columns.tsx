import { useMemo } from 'react';
import { taskFields } from '#panel/api/records/tasks.ts';
import type { ListedTask } from '#panel/api/types.ts';
import { useToday } from '#panel/data/use-today.ts';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { fieldColumns } from '../shared/list/field-columns.tsx';
import { Due, Priority } from './TaskBadges.tsx';

/** Default columns. */
export const defaultColumns = ['project', 'column', 'priority', 'due', 'person'];

/** All columns of the task list; the first is always shown. */
export function useColumns() {
  const today = useToday();
  const words = useTaskWords();
  const texts = useFieldTexts('tasks');
  return useMemo(() => {
    const hours = (count: number | null) => (count === null ? '' : words.hours({ hours: count }));
    return fieldColumns<ListedTask>({
      fields: taskFields,
      texts,
      columns: {
        title: {
          width: 220,
          cell: ({ title, parent, subtasks }) => (
            <>
              {title}
              {parent ? (
                <span aria-hidden="true" className="text-muted" title={parent.title}>
                  {` · ${parent.title}`}
                </span>
              ) : null}
              {subtasks && subtasks.total > 0 ? (
                <span
                  aria-hidden="true"
                  className="text-muted"
                  title={words.subtasksAbout(subtasks)}
                >
                  {` ${words.checklist(subtasks)}`}
                </span>
              ) : null}
            </>
          ),
        },
        project_id: { width: 150, cell: ({ project }) => <ProjectName project={project} /> },
        column: { width: 120, cell: ({ column_name }) => column_name },
        priority: {
          width: 110,
          cell: ({ priority }) => <Priority of={priority} />,
        },
        start_date: { key: 'start', width: 112 },
        due_date: {
          key: 'due',
          width: 112,
          isPinned: true,
          cell: ({ due_date, completed_at }) => (
            <Due due={due_date} isDone={completed_at !== null} today={today} />
          ),
        },
        assignee_ids: { key: 'person', width: 110 },
        tags: {},
        estimated_hours: {
          key: 'estimated',
          cell: ({ estimated_hours }) => hours(estimated_hours),
        },
        actual_hours: {
          key: 'actual',
          cell: ({ actual_hours }) => hours(actual_hours),
        },
        created_at: { key: 'created' },
        updated_at: { key: 'updated' },
      },
      hidden: [
        'pipeline_id',
        'parent_id',
        'assignee_id',
        'blocked_by_ids',
        'reporter_id',
        'position',
        'completed_at',
        'deleted_at',
        'column_name',
        'parent',
        'subtasks',
      ],
    });
  }, [words, texts, today]);
}
