import type { ReactNode } from 'react';
import type { Import, ImportCounts } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Progress } from './Progress.tsx';
import { importActions, isWorking } from './queries.ts';
import { Undo } from './Undo.tsx';

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
  const count = new Intl.NumberFormat(useLocale()).format;
  const { done, total } = counts ?? { done: 0, total: 0 };
  if (!counts && !isBusy) return null;
  const isApplied = appliedAt !== null;
  const canContinue = isApplied && (state === 'stopped' || state === 'failed');
  return (
    <Section title={isApplied ? words.title : words.checkTitle} about={words.quiet}>
      {isBusy ? (
        <Progress
          label={states[state]}
          text={total > 0 ? words.progress({ done: count(done), total: count(total) }) : undefined}
          done={done}
          total={total}
        />
      ) : null}
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
        <Undo slug={slug} of={of} about={words.undoAbout} />
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
