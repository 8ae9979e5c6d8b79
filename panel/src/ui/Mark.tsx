import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  readonly tone?: string;
  readonly title?: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

/** Icon and text in one line. */
export function Mark({ tone = 'text-muted', title, icon, children }: Props) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-flex shrink-0 items-center gap-1 whitespace-nowrap align-top text-meta leading-5',
        tone,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
