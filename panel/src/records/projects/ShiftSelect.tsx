import { projectTemplateShifts } from '#panel/api/enumerations.ts';
import type { ProjectTemplateShift } from '#panel/api/schema.ts';
import { Select } from '#panel/parts/Select.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useRecurrenceWords } from '#panel/words/recurrences/use.ts';

/** Form field with the change of due dates that are not working days. */
export function ShiftSelect({ initial }: { readonly initial: ProjectTemplateShift }) {
  const { shiftHint } = useRecurrenceWords();
  const { labels, values } = useFieldWords();
  return (
    <Select
      label={labels.shift}
      hint={shiftHint}
      name="shift"
      defaultValue={initial}
      choices={projectTemplateShifts.map((value) => ({
        value,
        label: values.project_templates.shift[value],
      }))}
    />
  );
}
