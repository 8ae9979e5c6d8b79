import { type FieldWords, labelOf, valuesOf } from '#panel/words/fields/words.ts';
import type { WorkflowWords } from '#panel/words/workflows/pt-BR.ts';
import { type Choice, pathOf, type Subject, type SubjectField } from './catalogue.ts';

/** Labels of fields and values: those of records, and those that only workflows have. */
export function labelsIn(words: WorkflowWords, fields: FieldWords) {
  /** Label of a field in templates: `deal.title` → `Título`. */
  const pathLabel = (path: string): string =>
    words.fields[path] ?? labelOf(fields, path.replace(/^\w+\./, '')) ?? path;

  /** Label of a trigger's field: `Título`, `Nome do cliente`. */
  const fieldLabel = (subject: Subject, field: SubjectField): string =>
    pathLabel(pathOf(subject, field));

  return {
    pathLabel,
    fieldLabel,
    /** Label of a field with its record: `Título (negócio)`; the record itself has no suffix: `Este negócio`. */
    triggerFieldLabel: (subject: Subject, field: SubjectField): string => {
      const label = fieldLabel(subject, field);
      if (field.path === 'id') return label;
      const of = field.path.startsWith('message.') ? 'message' : subject;
      return words.control.from({ field: label, subject: words.subjects[of] });
    },
    stepFieldLabel: (name: string): string =>
      words.steps.fields[name] ?? labelOf(fields, name) ?? name,
    /** Label of a field of any record in conditions: `client.name` → `Nome do cliente`. */
    conditionFieldLabel: (path: string): string =>
      labelOf(fields, path) ??
      Object.entries(words.fields).find(
        ([name]) => name === path || name.endsWith(`.${path}`),
      )?.[1] ??
      path,
    valueLabel: (choice: Choice | undefined, value: string): string =>
      (choice && valuesOf(fields, choice.record, choice.field)?.[value]) ??
      words.values[value] ??
      value,
  };
}
