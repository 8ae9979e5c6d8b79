import type { Project } from '#panel/api/schema.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { useToday } from '#panel/data/use-today.ts';
import { ChoiceField } from '#panel/parts/fields/ChoiceField.tsx';
import { DateField } from '#panel/parts/fields/DateField.tsx';
import { LinkField } from '#panel/parts/fields/LinkField.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { colorChoices, isLate, Late, priorityChoices, statusChoices } from './model.tsx';

interface Props {
  readonly slug: string;
  readonly project: Project;
  readonly save: (change: ChangeOf<'projects'>) => void;
  readonly onRemove: () => void;
}

/** Properties of a project, edited inline. */
export function Properties({ slug, project, save, onRemove }: Props) {
  const words = useProjectWords();
  const today = useToday();
  const { field } = words;
  return (
    <section aria-label={words.properties} className="flex flex-col gap-1">
      <ChoiceField
        label={field.status}
        name="status"
        value={project.status}
        choices={statusChoices(words)}
        onSave={(status) => save({ status: status as Project['status'] })}
      />
      <ChoiceField
        label={field.priority}
        name="priority"
        hotkey="p"
        value={project.priority}
        choices={priorityChoices(words)}
        onSave={(priority) => save({ priority: priority as Project['priority'] })}
      />
      <DateField
        label={field.start_date}
        name="start_date"
        value={project.start_date}
        onSave={(start_date) => save({ start_date })}
      />
      <DateField
        label={field.due_date}
        name="due_date"
        hotkey="d"
        value={project.due_date}
        onSave={(due_date) => save({ due_date })}
        note={isLate(project, today) ? <Late words={words} /> : undefined}
      />
      <LinkField
        label={field.client}
        name="client"
        slug={slug}
        kind="clients"
        find={linkChoices.clients}
        value={project.client}
        onSave={(client) => save({ client_id: client?.id ?? null })}
      />
      <LinkField
        label={field.squad}
        name="squad"
        slug={slug}
        find={linkChoices.squads}
        value={project.squad}
        onSave={(squad) => save({ squad_id: squad?.id ?? null })}
      />
      <ChoiceField
        label={field.color}
        name="color"
        value={project.color ?? ''}
        choices={colorChoices(words, project.color)}
        onSave={(color) => save({ color: color || null })}
      />
      {project.status === 'cancelled' ? null : (
        <Button className="mt-2 self-start" onClick={onRemove}>
          {words.cancel}
        </Button>
      )}
    </section>
  );
}
