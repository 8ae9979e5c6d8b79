import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';

/** Section of a page with a title; without a title if it is the whole page. */
export function Section({
  title,
  about,
  actions,
  children,
}: {
  readonly title?: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-3 rounded-card border border-border bg-raised p-4">
      {title || about || actions ? (
        <header className="flex flex-wrap items-start justify-between gap-2">
          <div className="min-w-0">
            {title ? <h2 className="font-semibold text-title">{title}</h2> : null}
            {about ? <p className="max-w-[60ch] text-muted">{about}</p> : null}
          </div>
          {actions}
        </header>
      ) : null}
      {children}
    </section>
  );
}

/** Empty state: a faint drawing (`Ghost`) of what will be there, a sentence, and an action. */
export function Empty({
  text,
  ghost,
  create,
  children,
}: {
  readonly text: string;
  readonly ghost?: ReactNode;
  /** The screen's main action, which its head then leaves out. */
  readonly create?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div
      data-creates={create ? '' : undefined}
      className={clsx(
        'flex flex-col items-center gap-4 px-4 text-center text-muted',
        ghost ? 'py-10' : 'py-6',
      )}
    >
      {ghost}
      <p className="max-w-[48ch] text-balance">{text}</p>
      {create}
      {children}
    </div>
  );
}

/** Placeholder while loading; visible only after 200 ms. */
export function Skeleton({ label, rows = 3 }: { readonly label: string; readonly rows?: number }) {
  return (
    <div role="status" data-loading aria-label={label} className="wait flex flex-col gap-2">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
        <div key={row} className="h-9 rounded bg-surface" />
      ))}
    </div>
  );
}

const tones = { danger: 'text-danger', warn: 'text-warn', ok: 'text-ok', info: 'text-info' };

/** State as an icon and a word, never as colour alone. */
export function Badge({
  tone,
  icon,
  children,
}: {
  readonly tone?: keyof typeof tones;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap align-top text-meta leading-5',
        tone ? tones[tone] : 'text-muted',
      )}
    >
      {icon}
      {children}
    </span>
  );
}

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="rounded border border-border bg-surface px-1.5 font-mono text-meta text-muted">
      {children}
    </kbd>
  );
}

/** Page within a frame: title and description. */
export function Page({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <div className="flex max-w-[880px] flex-col gap-4 has-[[data-wide]]:max-w-none">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h1 className="font-semibold text-page">{title}</h1>
          {about ? <p className="max-w-[60ch] text-muted">{about}</p> : null}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}

/** Read-only list of names and values. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[max-content_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted max-sm:-mb-3">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
