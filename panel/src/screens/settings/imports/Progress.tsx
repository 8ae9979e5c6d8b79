import { type ReactNode, useId } from 'react';

interface Props {
  readonly label: string;
  /** The progress as a text; absent before the first row. */
  readonly text?: string | undefined;
  readonly done: number;
  readonly total: number;
  readonly children?: ReactNode;
}

/** Progress of the worker, announced as it moves. */
export function Progress({ label, text, done, total, children }: Props) {
  const id = useId();
  return (
    <>
      <p id={id} role="status">
        {label}
        {text === undefined ? null : `: ${text}`}
      </p>
      <progress
        aria-labelledby={id}
        className="h-1.5 w-full accent-accent"
        {...(total > 0 && { value: done, max: total })}
      />
      {children}
    </>
  );
}
