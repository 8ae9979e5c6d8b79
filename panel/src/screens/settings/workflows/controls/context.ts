import { createContext, useContext } from 'react';
import type { WorkflowChoices } from '#panel/api/types.ts';
import { useWorkflowWords, type WorkflowWords } from '#panel/words/workflows/use.ts';
import { fieldsOf, pathOf, type Subject, type SubjectField } from '../model/catalogue.ts';
import type { Json, Path } from '../model/json.ts';
import type { Problem } from '../model/problems.ts';

/** Context of a workflow form's controls. */
export interface Editing {
  readonly slug: string;
  readonly choices: WorkflowChoices | undefined;
  /** Chosen trigger, if the form supports it. */
  readonly trigger: string | undefined;
  readonly subject: Subject | undefined;
  /** Real record, in the shape that templates use: `{deal: {…}}`. */
  readonly example: Json | undefined;
  readonly problems: readonly Problem[];
  /** Name of an id, if known. */
  readonly nameOf: (id: string) => string | undefined;
  /** Remembers the name of a chosen record. */
  readonly learn: (id: string, name: string) => void;
  readonly change: (path: Path, value: Json | undefined) => void;
  /** Shows the server's problems with the current workflow. */
  readonly refuse: (message: string) => void;
  /** True if nothing can be changed because the JSON is invalid. */
  readonly isFrozen: boolean;
}

const emptyEditing: Editing = {
  slug: '',
  choices: undefined,
  trigger: undefined,
  subject: undefined,
  example: undefined,
  problems: [],
  nameOf: () => undefined,
  learn: () => {},
  change: () => {},
  refuse: () => {},
  isFrozen: true,
};

export const EditingContext = createContext<Editing>(emptyEditing);
export const useEditing = () => useContext(EditingContext);

/** Name of a trigger's field: `Título`, `Nome do cliente`. */
export const fieldName = (words: WorkflowWords, subject: Subject, field: SubjectField): string => {
  const path = pathOf(subject, field);
  return words.fields[path] ?? path;
};

/** Name of a field with its record: `Título (negócio)`; the record itself has no suffix: `Este negócio`. */
export function triggerFieldName(
  words: WorkflowWords,
  subject: Subject,
  field: SubjectField,
): string {
  const name = fieldName(words, subject, field);
  if (field.path === 'id') return name;
  const of = field.path.startsWith('message.') ? 'message' : subject;
  return words.control.from({ field: name, subject: words.subjects[of] });
}

/** Fields of the trigger for menus, with templates and names. */
export function useTriggerFields() {
  const words = useWorkflowWords();
  const { trigger, subject } = useEditing();
  if (!subject) return [];
  return fieldsOf(trigger).map((field) => ({
    path: pathOf(subject, field),
    name: triggerFieldName(words, subject, field),
  }));
}
