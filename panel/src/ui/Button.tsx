import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const looks = {
  primary: 'bg-accent text-on-accent border-transparent hover:opacity-90',
  plain: 'bg-raised text-text border-border hover:bg-surface',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-surface hover:text-text',
  danger: 'bg-raised text-danger border-border hover:bg-surface',
} as const;

export type ButtonVariant = keyof typeof looks;

/** Classes of a button, also for links. */
export const buttonClass = (look: ButtonVariant, className?: string) =>
  clsx(
    'control inline-flex items-center justify-center gap-2 rounded border px-3 text-ui font-medium whitespace-nowrap',
    looks[look],
    className,
  );

interface Props extends ComponentProps<'button'> {
  readonly look?: ButtonVariant;
  /** True while its action runs: the button keeps its place and ignores clicks. */
  readonly busy?: boolean | undefined;
}

export function Button({
  look = 'plain',
  busy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      // A disabled button would lose the focus.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(look, className)}
    />
  );
}
