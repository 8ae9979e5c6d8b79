import { importRowOutcomes } from '#panel/api/enumerations.ts';
import type { Import } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { isKind, listPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Progress } from '../Progress.tsx';
import { importActions, isWorking } from '../queries.ts';
import { Undo } from '../Undo.tsx';
import { Left } from './Left.tsx';
import { Problems } from './Problems.tsx';
import { countsOfRecords, type RowCounts } from './types.ts';

interface Props {
  readonly slug: string;
  readonly of: Import;
  /** Goes back to the columns. */
  readonly onBack: () => void;
}

/** Outcome of a check, progress of the worker, or report, each with the next step. */
export function Outcome({ slug, of, onBack }: Props) {
  const words = useImportRowsWords();
  const { states, result } = useImportWords();
  const acts = importActions(slug);
  const apply = useAction(() => acts.apply(of.id));
  const stop = useAction(() => acts.stop(of.id));
  const count = new Intl.NumberFormat(useLocale()).format;
  const { row_counts: counts, row_choices: choices, state, applied_at: appliedAt } = of;
  const isBusy = isWorking(of);
  const isApplied = appliedAt !== null;
  const canContinue = isApplied && (state === 'stopped' || state === 'failed');
  const stored = counts ? counts.created + counts.updated : 0;
  const { done, total } = counts ?? { done: 0, total: 0 };
  const isUndone = state === 'undoing' || state === 'undone';
  const { quiet, loud, wasQuiet, wasLoud } = words.check;
  const isOver = isApplied && !isBusy;
  const effects = choices?.emits ? (isOver ? wasLoud : loud) : isOver ? wasQuiet : quiet;
  return (
    <>
      <Section title={isApplied ? words.report.title : words.check.title} about={effects}>
        {isBusy ? (
          <Progress
            label={states[state]}
            text={
              total > 0 ? words.progress.of({ done: count(done), total: count(total) }) : undefined
            }
            done={done}
            total={total}
          >
            <p className="text-muted">{words.progress.leave}</p>
          </Progress>
        ) : null}
        {counts && (!isBusy || done > 0) ? (
          <Counts slug={slug} counts={counts} isApplied={isApplied} isUndone={isUndone} />
        ) : null}
        {!isBusy && state === 'checked' && stored === 0 ? <p>{words.check.nothing}</p> : null}
        <div className="flex flex-wrap items-center gap-2">
          {isBusy ? (
            <Button busy={stop.isBusy} onClick={() => stop.act(undefined)}>
              {result.stop}
            </Button>
          ) : null}
          {state === 'checked' && stored > 0 ? (
            <Button look="primary" busy={apply.isBusy} onClick={() => apply.act(undefined)}>
              {words.check.apply({ n: stored, text: count(stored) })}
            </Button>
          ) : null}
          {isApplied || isBusy ? null : <Button onClick={onBack}>{words.check.back}</Button>}
          {canContinue ? (
            <Button look="primary" busy={apply.isBusy} onClick={() => apply.act(undefined)}>
              {result.continue}
            </Button>
          ) : null}
          <Undo slug={slug} of={of} about={words.report.undoAbout} />
        </div>
        <FailureNotice failure={apply.failure ?? stop.failure} />
      </Section>
      {counts && state === 'undone' && counts.kept + counts.failed > 0 ? (
        <Left slug={slug} id={of.id} />
      ) : null}
      {counts && !isBusy && !isUndone ? <Problems slug={slug} id={of.id} counts={counts} /> : null}
    </>
  );
}

interface CountsProps {
  readonly slug: string;
  readonly counts: RowCounts;
  readonly isApplied: boolean;
  readonly isUndone: boolean;
}

/** Outcomes of the rows, whose sum is the rows of the file, and of the records that they make. */
function Counts({ slug, counts, isApplied, isUndone }: CountsProps) {
  const words = useImportRowsWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const list = new Intl.ListFormat(useLocale());
  const says = isApplied ? words.report : words.check;
  const parts = (of: { created: number; updated: number; unchanged: number }) =>
    list.format([
      says.newOnes({ n: of.created, text: count(of.created) }),
      ...(of.updated > 0 ? [says.changedOnes({ n: of.updated, text: count(of.updated) })] : []),
      ...(of.unchanged > 0
        ? [words.check.sameOnes({ n: of.unchanged, text: count(of.unchanged) })]
        : []),
    ]);
  if (isUndone)
    return (
      <Facts
        facts={(['reverted', 'kept', 'failed'] as const).map((name) => [
          words.report[name],
          count(counts[name]),
        ])}
      />
    );
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {importRowOutcomes.map((name) => (
          <div key={name} className="flex flex-col-reverse rounded bg-surface px-3 py-2">
            <dt className="text-meta text-muted">{words.check.outcomes[name]}</dt>
            <dd className="font-semibold text-title tabular-nums">{count(counts[name])}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        {words.check.sum({ n: counts.total, text: count(counts.total) })}
        {counts.noted > 0
          ? ` · ${words.check.noted({ n: counts.noted, text: count(counts.noted) })}`
          : null}
      </p>
      <ul className="flex flex-col gap-1">
        {countsOfRecords(counts).map(([resource, of]) => (
          <li key={resource} className="flex flex-wrap gap-x-2">
            <span className="font-medium">{words.plurals[resource] ?? resource}</span>
            <span className="text-muted">{parts(of)}</span>
            {isApplied && isKind(resource) ? (
              <Link href={listPath(slug, resource)} className="text-accent hover:underline">
                {words.report.open}
                <span className="sr-only"> {words.plurals[resource] ?? resource}</span>
              </Link>
            ) : null}
          </li>
        ))}
        {counts.comments > 0 ? (
          <li className="flex gap-2">
            <span className="font-medium">{words.check.comments}</span>
            <span className="text-muted">{count(counts.comments)}</span>
          </li>
        ) : null}
      </ul>
    </>
  );
}
