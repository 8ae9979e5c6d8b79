import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

export const inputClass =
  'control w-full rounded border border-border bg-raised px-2 text-ui text-text placeholder:text-faint disabled:opacity-60 aria-invalid:border-danger';

export interface Labelled {
  readonly label: string;
  /** Help text below the control. */
  readonly hint?: ReactNode;
}

/** Label, control and help text. */
export function Row({ id, label, hint, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-meta text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export const hintIdOf = (id: string, hint: ReactNode) => (hint ? `${id}-hint` : undefined);

export function Field({ label, hint, className, ...rest }: Labelled & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Row id={id} label={label} hint={hint}>
      <input
        {...rest}
        id={id}
        aria-describedby={hintIdOf(id, hint)}
        className={clsx(inputClass, className)}
      />
    </Row>
  );
}

/** Multi-line text input. */
export function Area({ label, hint, ...rest }: Labelled & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Row id={id} label={label} hint={hint}>
      <textarea
        {...rest}
        id={id}
        aria-describedby={hintIdOf(id, hint)}
        className="w-full rounded border border-border bg-raised px-2 py-1 text-ui text-text aria-invalid:border-danger pointer-coarse:text-touch"
      />
    </Row>
  );
}

export function Checkbox({
  label,
  hint,
  ...rest
}: Omit<Labelled, 'label'> & { readonly label: ReactNode } & Omit<
    ComponentProps<'input'>,
    'type' | 'className'
  >) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-start gap-2 pt-1.5">
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hintIdOf(id, hint)}
        className="mt-0.5 size-4"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p id={`${id}-hint`} className="text-meta text-muted">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
