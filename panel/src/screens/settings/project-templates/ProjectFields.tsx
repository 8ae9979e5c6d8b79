import { projectPriorities } from '#panel/api/enumerations.ts';
import { projectTemplateFields as fields } from '#panel/api/records/project-templates.ts';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { colorChoices } from '#panel/records/projects/model.tsx';
import { ShiftSelect } from '#panel/records/projects/ShiftSelect.tsx';
import { Area, Field } from '#panel/ui/Field.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import type { TemplateValues } from './model.ts';

interface Props {
  readonly id: string;
  readonly initial: TemplateValues;
}

/** Form fields with the values of new projects. */
export function ProjectFields({ id, initial }: Props) {
  const words = useProjectTemplateWords();
  const projectWords = useProjectWords();
  const { labels, values } = useFieldWords();
  const { name, description, priority, color, duration_days, shift } = initial;
  return (
    <>
      <Field
        label={labels.name}
        name="name"
        defaultValue={name}
        maxLength={fields.name.maxLength}
        autoComplete="off"
        required
      />
      <Area
        label={labels.description}
        name="description"
        rows={3}
        defaultValue={description ?? ''}
        maxLength={fields.description.maxLength}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={labels.priority}
          name="priority"
          defaultValue={priority}
          choices={projectPriorities.toReversed().map((value) => ({
            value,
            label: values.project_templates.priority[value],
          }))}
        />
        <Select
          label={labels.color}
          name="color"
          defaultValue={color ?? ''}
          choices={colorChoices(projectWords, { id, color })}
        />
        <NumberInput
          label={labels.duration_days}
          hint={words.durationHint}
          name="duration_days"
          kind="whole"
          min={fields.duration_days.minimum}
          max={fields.duration_days.maximum}
          defaultValue={duration_days}
        />
        <ShiftSelect initial={shift} />
      </div>
    </>
  );
}
