import { createContext, useContext } from 'react';
import type { WorkflowChoices } from '../../../../api/types.ts';
import { useWorkflowWords, type WorkflowWords } from '../../../../words/workflows/use.ts';
import { fieldsOf, pathOf, type Subject, type SubjectField } from '../model/catalogue.ts';
import type { Json, Path } from '../model/json.ts';
import type { Problem } from '../model/problems.ts';

/** What the controls of a workflow's form know. */
export interface Editing {
  readonly slug: string;
  readonly choices: WorkflowChoices | undefined;
  /** The trigger that is chosen, where the form knows it. */
  readonly trigger: string | undefined;
  readonly subject: Subject | undefined;
  /** A real record, as templates find it: `{deal: {…}}`. */
  readonly example: Json | undefined;
  readonly problems: readonly Problem[];
  /** What an id is called, where that is known. */
  readonly nameOf: (id: string) => string | undefined;
  /** Notes what somebody has chosen is called. */
  readonly learn: (id: string, name: string) => void;
  readonly change: (path: Path, value: Json | undefined) => void;
  /** Shows what the service says is wrong with the workflow as it stands. */
  readonly refuse: (message: string) => void;
  /** Nothing can be changed while the JSON has a mistake. */
  readonly isFrozen: boolean;
}

const nobody: Editing = {
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

export const EditingContext = createContext<Editing>(nobody);
export const useEditing = () => useContext(EditingContext);

/** What a field of the trigger is called: `Título`, `Nome do cliente`. */
export const fieldName = (words: WorkflowWords, subject: Subject, field: SubjectField): string => {
  const path = pathOf(subject, field);
  return words.fields[path] ?? path;
};

/** The same with what it belongs to: `Título (negócio)`; the record itself is named by itself: `Este negócio`. */
export function givenName(words: WorkflowWords, subject: Subject, field: SubjectField): string {
  const name = fieldName(words, subject, field);
  if (field.path === 'id') return name;
  const of = field.path.startsWith('message.') ? 'message' : subject;
  return words.control.from({ field: name, subject: words.subjects[of] });
}

/** Fields of the trigger for menus: their templates, and what they are called. */
export function useGiven() {
  const words = useWorkflowWords();
  const { trigger, subject } = useEditing();
  if (!subject) return [];
  return fieldsOf(trigger).map((field) => ({
    path: pathOf(subject, field),
    name: givenName(words, subject, field),
  }));
}
