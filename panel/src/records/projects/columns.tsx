import { useMemo } from 'react';
import { projectFields } from '#panel/api/records/projects.ts';
import type { Project } from '#panel/api/schema.ts';
import { useToday } from '#panel/data/use-today.ts';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { fieldColumns } from '../shared/list/field-columns.tsx';
import { isLate, Late, Priority, Status } from './model.tsx';

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
          status: { width: 152, cell: ({ status }) => <Status of={status} /> },
          priority: {
            width: 100,
            cell: ({ priority }) => <Priority of={priority} />,
          },
          due_date: {
            width: 228,
            cell: (project) => (
              <span className="flex items-center gap-2">
                {project.due_date === null ? null : (
                  <span className="whitespace-nowrap">{texts.day(project.due_date)}</span>
                )}
                {isLate(project, today) ? <Late words={words} /> : null}
              </span>
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
