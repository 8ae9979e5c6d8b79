import { type ReactNode, useId, useState } from 'react';
import type { Import, ImportCounts } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { importActions, isWorking } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly of: Import;
}

/** Outcome of a check, progress of the worker, or report, each with the next step. */
export function Result({ slug, of }: Props) {
  const { result: words, states } = useImportWords();
  const acts = importActions(slug);
  const apply = useAction(() => acts.apply(of.id));
  const stop = useAction(() => acts.stop(of.id));
  const { counts, state, applied_at: appliedAt } = of;
  const isBusy = isWorking(of);
  if (!counts && !isBusy) return null;
  const isApplied = appliedAt !== null;
  const canContinue = isApplied && (state === 'stopped' || state === 'failed');
  return (
    <Section title={isApplied ? words.title : words.checkTitle} about={words.quiet}>
      {isBusy ? <Progress label={states[state]} counts={counts} /> : null}
      {counts ? <Report counts={counts} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        {isBusy ? (
          <Button busy={stop.isBusy} onClick={() => stop.act(undefined)}>
            {words.stop}
          </Button>
        ) : null}
        {state === 'checked' && counts ? <Apply counts={counts} act={apply} /> : null}
        {canContinue ? (
          <Button look="primary" busy={apply.isBusy} onClick={() => apply.act(undefined)}>
            {words.continue}
          </Button>
        ) : null}
        {isApplied && counts?.conversation && state !== 'undone' ? (
          <Link
            href={recordPath(slug, 'conversations', counts.conversation)}
            className={buttonClass(state === 'applied' ? 'primary' : 'plain')}
          >
            {words.open}
          </Link>
        ) : null}
        <Undo slug={slug} of={of} />
      </div>
      <FailureNotice failure={apply.failure ?? stop.failure} />
    </Section>
  );
}

function Apply({
  counts,
  act,
}: {
  readonly counts: ImportCounts;
  readonly act: ReturnType<typeof useAction<undefined, Import>>;
}) {
  const { result: words } = useImportWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  if (counts.created === 0) return <p>{words.nothingNew}</p>;
  return (
    <Button look="primary" busy={act.isBusy} onClick={() => act.act(undefined)}>
      {words.apply({ n: counts.created, text: count(counts.created) })}
    </Button>
  );
}

function Progress({
  label,
  counts,
}: {
  readonly label: string;
  readonly counts: ImportCounts | null;
}) {
  const { result: words } = useImportWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const id = useId();
  const { done, total } = counts ?? { done: 0, total: 0 };
  return (
    <>
      <p id={id} role="status">
        {label}
        {total > 0 ? `: ${words.progress({ done: count(done), total: count(total) })}` : null}
      </p>
      <progress
        aria-labelledby={id}
        className="h-1.5 w-full accent-accent"
        {...(total > 0 && { value: done, max: total })}
      />
    </>
  );
}

function Report({ counts }: { readonly counts: ImportCounts }) {
  const { result: words } = useImportWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const always: readonly (readonly [string, number])[] = [
    [words.created, counts.created],
    [words.present, counts.present],
  ];
  const further: readonly (readonly [string, number])[] = [
    [words.deleted, counts.deleted],
    [words.future, counts.future],
    [words.files, counts.files],
    [words.missing, counts.files_missing],
    [words.removed, counts.removed],
    [words.kept, counts.kept],
  ];
  const facts: (readonly [string, ReactNode])[] = [
    ...always,
    ...further.filter(([, n]) => n > 0),
  ].map(([name, n]) => [name, count(n)]);
  return <Facts facts={facts} />;
}

/** Undoes the import while that is possible. */
function Undo({ slug, of: { id, undo_until: until } }: Props) {
  const { result: words } = useImportWords();
  const format = new Intl.DateTimeFormat(useLocale(), {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone: useTimeZone() },
  });
  const [isAsking, setAsking] = useState(false);
  const undo = useAction(
    () => importActions(slug).undo(id),
    () => setAsking(false),
  );
  if (until === null || new Date(until) <= new Date()) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.undo}</Button>
      <span className="text-muted">
        {words.undoUntil} {format.format(new Date(until))}
      </span>
      {isAsking ? (
        <ConfirmDialog
          title={words.undoTitle}
          about={words.undoAbout}
          submit={words.undo}
          act={undo}
          input={undefined}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
