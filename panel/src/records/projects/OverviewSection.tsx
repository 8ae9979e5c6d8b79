import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** Titled section of a project's page. */
export function OverviewSection({ title, more, children }: Props) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-title">{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}
