import type { ReactNode } from 'react';
import { formatPath, type Path } from '../model/json.ts';
import { problemsAt } from '../model/problems.ts';
import { useEditing } from './context.ts';
import { Problems } from './Problems.tsx';

/** Common props of the form's controls. */
export interface ControlProps {
  readonly label: string;
  /** Path of its value in the workflow. */
  readonly path: Path;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** True if it may take its value from the trigger's record. */
  readonly hasTemplates?: boolean | undefined;
  /** Value stored when empty; undefined removes the field. */
  readonly emptied?: null | undefined;
  /** Text shown without a choice. */
  readonly emptyText?: string | undefined;
  /** True if the label is only for screen readers, because the context provides it visually. */
  readonly isLabelHidden?: boolean | undefined;
}

interface Props {
  /** Id of the labelled control; absent if the control names itself. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly path: Path;
  readonly isLabelHidden?: boolean | undefined;
  readonly children: ReactNode;
}

/** Label, control, hint, and the server's problems with the value. */
export function Labelled({ id, label, hint, path, isLabelHidden, children }: Props) {
  const { problems } = useEditing();
  const fieldProblems = problemsAt(problems, path);
  const look = isLabelHidden ? 'sr-only' : 'font-medium';
  return (
    <div
      data-place={formatPath(path)}
      data-refused={fieldProblems.length > 0 || undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      {id === undefined ? (
        <span className={look}>{label}</span>
      ) : (
        <label htmlFor={id} className={look}>
          {label}
        </label>
      )}
      {children}
      {hint ? <p className="text-meta text-muted">{hint}</p> : null}
      <Problems problems={fieldProblems} />
    </div>
  );
}

export const inputLook =
  'w-full rounded border border-border bg-raised px-2 text-ui text-text placeholder:text-faint disabled:opacity-60 [[data-refused]_&]:border-danger';
