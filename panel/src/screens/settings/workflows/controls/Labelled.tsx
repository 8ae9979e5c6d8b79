import type { ReactNode } from 'react';
import { type Path, written } from '../model/json.ts';
import { problemsAt } from '../model/problems.ts';
import { useEditing } from './context.ts';
import { Problems } from './Problems.tsx';

/** What every control of the form takes. */
export interface ControlProps {
  readonly label: string;
  /** Where its value stands in the workflow. */
  readonly path: Path;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** Whether it may take its value from the trigger's record. */
  readonly hasTemplates?: boolean | undefined;
  /** What is written where nothing is left; undefined takes the field away. */
  readonly emptied?: null | undefined;
  /** What stands where nothing is chosen. */
  readonly emptyText?: string | undefined;
  /** Said to screen readers only: what stands around it says it. */
  readonly isLabelHidden?: boolean | undefined;
}

interface Props {
  /** Of the control that the label names; absent where that says its name itself. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly path: Path;
  readonly isLabelHidden?: boolean | undefined;
  readonly children: ReactNode;
}

/** A label, a control, what there is to say about it, and what the service says is wrong with it. */
export function Labelled({ id, label, hint, path, isLabelHidden, children }: Props) {
  const { problems } = useEditing();
  const here = problemsAt(problems, path);
  const look = isLabelHidden ? 'sr-only' : 'font-medium';
  return (
    <div
      data-place={written(path)}
      data-refused={here.length > 0 || undefined}
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
      <Problems problems={here} />
    </div>
  );
}

export const inputLook =
  'w-full rounded border border-control bg-raised px-2 text-ui text-text placeholder:text-faint disabled:opacity-60 [[data-refused]_&]:border-danger';
