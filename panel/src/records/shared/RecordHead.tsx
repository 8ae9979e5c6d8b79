import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { type Kind, listPath, recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Down } from '#panel/ui/icons.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly kind: Kind;
  readonly isPeek: boolean;
  /** Record that this one belongs to. */
  readonly parent?:
    | {
        readonly kind: Kind;
        readonly id: string;
        readonly name: string | undefined;
        readonly icon?: ReactNode;
      }
    | null
    | undefined;
  /** Picture or initials in front of the title. */
  readonly avatar?: ReactNode;
  readonly title: ReactNode;
  /** State, people, key number and date, in one row. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
}

const crumb = 'inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded hover:text-text';

/** Head of a record: breadcrumb, title, facts and actions. */
export function RecordHead({ slug, kind, isPeek, parent, avatar, title, facts, actions }: Props) {
  const { app } = useWords();
  const { kinds } = useFieldWords();
  return (
    <header className="flex min-w-0 flex-col gap-1">
      {isPeek && !parent ? null : (
        <nav
          aria-label={kinds[kind].one}
          className="flex min-w-0 items-center gap-1.5 text-meta text-muted"
        >
          {isPeek ? null : (
            <Link href={listPath(slug, kind)} className={`${crumb} shrink-0`}>
              {app.places[kind]}
            </Link>
          )}
          {parent && !isPeek ? <span aria-hidden="true">{'/'}</span> : null}
          {parent ? (
            <Link href={recordPath(slug, parent.kind, parent.id)} className={crumb}>
              {parent.icon}
              <span className="truncate">{parent.name ?? '…'}</span>
            </Link>
          ) : null}
        </nav>
      )}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        {/* On a phone, actions as narrow as two icons stay next to the title. */}
        <div className="flex min-w-0 flex-1 basis-72 items-start gap-3 max-sm:basis-52">
          {avatar ? <span className="inline-flex h-9 items-center">{avatar}</span> : null}
          <div className="min-w-0 flex-1">{title}</div>
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-1.5">{actions}</div> : null}
      </div>
      {facts ? (
        <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          {facts}
        </div>
      ) : null}
    </header>
  );
}

interface BodyProps {
  readonly isPeek: boolean;
  /** Label of the properties. */
  readonly label: string;
  readonly properties: ReactNode;
  readonly children: ReactNode;
  /** Content that follows the properties on phones, such as a history. */
  readonly after?: ReactNode;
}

/**
 * Content of a record, with its properties in a card at the right if there is room, otherwise above it; on phones below it, closed, before
 * `after` if the record has it.
 */
export function RecordBody({ isPeek, label, properties, children, after }: BodyProps) {
  return (
    <div
      className={
        isPeek
          ? 'flex flex-col gap-5'
          : 'grid items-start gap-x-10 gap-y-5 @min-[720px]/record:grid-cols-[minmax(0,1fr)_320px]'
      }
    >
      <section
        aria-label={label}
        className={clsx(
          'min-w-0 max-md:rounded-card max-md:border max-md:border-border max-md:px-3',
          after && 'max-md:order-2',
          !isPeek &&
            'md:rounded-card md:border md:border-border md:px-3 md:py-2 @min-[720px]/record:order-2',
        )}
      >
        {/* Older browsers, which cannot show the content of closed details, keep the summary. */}
        <details className="md:details-content:[content-visibility:visible]">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between rounded text-muted supports-[selector(::details-content)]:md:hidden">
            {label} <Down />
          </summary>
          <div className="flex flex-col gap-0.5 max-md:pb-2">{properties}</div>
        </details>
      </section>
      <div className={clsx('flex min-w-0 flex-col gap-6', after && 'max-md:contents')}>
        {after ? (
          <>
            <div className="flex min-w-0 flex-col gap-6 not-has-[>:not(:empty)]:hidden max-md:order-1">
              {children}
            </div>
            <div className="min-w-0 max-md:order-3">{after}</div>
          </>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
