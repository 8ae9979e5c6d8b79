import type { ReactNode } from 'react';
import { isShortcut } from '#panel/records/shared/record-shortcuts.ts';
import { Check } from '#panel/ui/icons.tsx';

interface RowProps {
  /** The record's id. */
  readonly id: string;
  /** Name of the record, as a link. */
  readonly children: ReactNode;
  /** Icon of the type, labelled for screen readers. */
  readonly icon?: ReactNode;
  readonly about?: ReactNode;
  readonly end?: ReactNode;
  readonly finish?: { readonly label: string; readonly act: () => void };
}

/** Row of the day: completed inline, opened by its name. */
export function DayRow({ id, children, icon, about, end, finish }: RowProps) {
  return (
    <li
      data-item={id}
      onKeyDown={(event) => {
        if (event.key !== 'e' || !finish || !isShortcut(event.nativeEvent)) return;
        event.preventDefault();
        finish.act();
      }}
      className="group/row flex min-h-9 items-center gap-2 border-border border-b py-0.5 last:border-b-0"
    >
      {finish ? (
        <button
          type="button"
          aria-label={finish.label}
          title={finish.label}
          onClick={finish.act}
          className="group inline-flex size-6 shrink-0 items-center justify-center pointer-coarse:size-11"
        >
          <span className="inline-flex size-4 items-center justify-center rounded-full border border-control text-transparent group-hover:border-ok group-hover:text-ok group-focus-visible:text-ok">
            <Check size={10} />
          </span>
        </button>
      ) : null}
      {icon ? <span className="shrink-0 text-muted">{icon}</span> : null}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 [&_a]:inline-block [&_a]:max-w-full [&_a]:leading-6">
        {children}
        {about ? <span className="min-w-0 truncate text-meta text-muted">{about}</span> : null}
      </div>
      {end}
    </li>
  );
}

interface PartProps {
  readonly title: string;
  readonly count: number;
  readonly countText: string;
  readonly tone?: 'danger';
  readonly others?: string | undefined;
  readonly children: ReactNode;
}

/** Section of the day with its count; renders nothing if empty. */
export function DaySection({ title, count, countText, tone, others, children }: PartProps) {
  if (count === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col">
      <h2 className="flex items-center gap-2 py-1 font-semibold text-title">
        <span className={tone === 'danger' ? 'text-danger' : ''}>{title}</span>
        <span className="font-normal text-muted">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{countText}</span>
        </span>
      </h2>
      <ul className="flex flex-col border-border border-t">{children}</ul>
      {others ? <p className="py-1 text-meta text-muted">{others}</p> : null}
    </section>
  );
}
