import { useState } from 'react';
import { projectFields } from '#panel/api/records/projects.ts';
import type { Project } from '#panel/api/schema.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { Properties } from '../shared/fields/Properties.tsx';
import { colorChoices, isLate, Late, priorityChoices, statusChoices } from './model.tsx';

const SaveTemplateDialog = lazyWithWords(() => import('./SaveTemplateDialog.tsx'), 'nothing');
const KeyDialog = lazyWithWords(() => import('./KeyDialog.tsx'), 'nothing');

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
  const { can } = useCurrentTeam();
  const [open, setOpen] = useState<'key' | 'template'>();
  const close = () => setOpen(undefined);
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
      {project.key !== null && can('projects.set_key') ? (
        <Button look="quiet" className="-mx-1 mt-1 self-start" onClick={() => setOpen('key')}>
          {words.key.open({ key: project.key })}
        </Button>
      ) : null}
      {can('project_templates.create') ? (
        <Button look="quiet" className="-mx-1 mt-1 self-start" onClick={() => setOpen('template')}>
          {words.saveAsTemplate}
        </Button>
      ) : null}
      {open === 'key' ? <KeyDialog slug={slug} project={project} onClose={close} /> : null}
      {open === 'template' ? (
        <SaveTemplateDialog slug={slug} project={project} onClose={close} />
      ) : null}
      {project.status === 'cancelled' ? null : (
        <Button look="quiet" className="-mx-1 mt-1 self-start" onClick={onRemove}>
          {words.cancel}
        </Button>
      )}
    </>
  );
}
