import { useMemo } from 'react';
import { projectFields } from '#panel/api/records/projects.ts';
import type { Project } from '#panel/api/schema.ts';
import { useToday } from '#panel/data/use-today.ts';
import { DueDate } from '#panel/display/DueDate.tsx';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { fieldColumns } from '../shared/list/field-columns.tsx';
import { isClosed, Priority, Status } from './model.tsx';

/** Default columns. */
export const defaultColumns = ['client', 'status', 'priority', 'due_date', 'squad'];

/** All columns of the project table; the first is always shown. */
export function useColumns() {
  const words = useProjectWords();
  const texts = useFieldTexts('projects');
  const today = useToday();
  return useMemo(
    () =>
      fieldColumns<Project>({
        fields: projectFields,
        texts,
        columns: {
          name: {
            width: 220,
            cell: (project) => <ProjectName project={project} />,
          },
          client_id: { width: 160 },
          status: { width: 140, cell: ({ status }) => <Status of={status} /> },
          priority: {
            width: 100,
            cell: ({ priority }) => <Priority of={priority} />,
          },
          due_date: {
            width: 112,
            isPinned: true,
            cell: ({ due_date, status }) => (
              <DueDate
                due={due_date}
                isDone={isClosed(status)}
                today={today}
                lateText={words.late}
              />
            ),
          },
          squad_id: { width: 120 },
          start_date: { width: 120, isWide: true },
        },
        hidden: ['slug', 'color'],
      }),
    [words, texts, today],
  );
}
