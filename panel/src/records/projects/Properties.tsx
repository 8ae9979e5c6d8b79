import { projectFields } from '#panel/api/records/projects.ts';
import type { Project } from '#panel/api/schema.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { useToday } from '#panel/data/use-today.ts';
import { Button } from '#panel/ui/Button.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { Properties } from '../shared/fields/Properties.tsx';
import { colorChoices, isLate, Late, priorityChoices, statusChoices } from './model.tsx';

interface Props {
  readonly slug: string;
  readonly project: Project;
  readonly save: (change: ChangeOf<'projects'>) => void;
  readonly onRemove: () => void;
}

/** Properties of a project, edited inline. */
export function ProjectProperties({ slug, project, save, onRemove }: Props) {
  const words = useProjectWords();
  const { values } = useFieldWords();
  const today = useToday();
  return (
    <>
      <Properties
        slug={slug}
        kind="projects"
        fields={projectFields}
        record={project}
        save={save}
        properties={{
          status: { choices: statusChoices(values.projects.status) },
          priority: { hotkey: 'p', choices: priorityChoices(values.projects.priority) },
          start_date: {},
          due_date: {
            hotkey: 'd',
            note: isLate(project, today) ? <Late words={words} /> : undefined,
          },
          client_id: {},
          squad_id: {},
          color: {
            choices: colorChoices(words, project),
            onChoose: (color) => save({ color: color || null }),
          },
        }}
        hidden={['name', 'slug', 'completed_at']}
      />
      {project.status === 'cancelled' ? null : (
        <Button look="quiet" className="-mx-1 mt-1 self-start" onClick={onRemove}>
          {words.cancel}
        </Button>
      )}
    </>
  );
}
