import { createContext, useContext } from 'react';
import type { Failure } from '#panel/api/call.ts';
import type { WorkflowChoices } from '#panel/api/types.ts';
import { fieldsOf, pathOf, type Subject } from '../model/catalogue.ts';
import type { Json, Path } from '../model/json.ts';
import type { Problem } from '../model/problems.ts';
import { useLabels } from '../use-labels.ts';

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
  readonly refuse: (failure: Failure) => void;
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

/** Fields of the trigger for menus, with templates and names. */
export function useTriggerFields() {
  const { triggerFieldLabel } = useLabels();
  const { trigger, subject } = useEditing();
  if (!subject) return [];
  return fieldsOf(trigger).map((field) => ({
    path: pathOf(subject, field),
    name: triggerFieldLabel(subject, field),
  }));
}
