import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useErrorTranslator } from '#panel/words/problems/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { type BulkJob, undoBulk } from './bulk-changes.ts';

interface Props {
  readonly job: BulkJob;
}

/** Progress and refusals of a bulk change. */
export function BulkProgress({ job }: Props) {
  return (
    <>
      <Progress job={job} />
      <Failures job={job} />
    </>
  );
}

function Progress({ job }: Props) {
  const words = useBulkWords();
  const { state, total, done, refused, undone, kept: skipped } = job;
  const isBack = state === 'undoing' || state === 'undone';
  const past = isBack ? undone + skipped + refused : done + refused;
  return (
    <div className="flex flex-col gap-2">
      <p role="status">{words.states[state]}</p>
      <progress
        aria-label={words.job}
        max={total}
        value={past}
        className="h-2 w-full accent-accent"
      />
      <p className="text-muted tabular-nums">
        {isBack ? words.back({ undone }) : words.done({ done, total })}
      </p>
    </div>
  );
}

function Failures({ job }: Props) {
  const words = useBulkWords();
  const panelWords = useWords();
  const { refused, kept: skipped, failures } = job;
  const reader = useErrorTranslator(failures.length > 0);
  const whyOf = (code: string, refusal: BulkJob['failures'][number]['refusal']) => {
    const { title } = panelWords.failure;
    const why = title[code] ?? reader?.titles[code] ?? title.other;
    return [why, ...(reader?.reasonsOf(refusal ?? {}) ?? [])].join(' ');
  };
  if (failures.length === 0) return null;
  return (
    <section className="flex flex-col gap-1">
      {refused > 0 ? <p>{words.refused({ count: refused })}</p> : null}
      {skipped > 0 ? <p>{words.kept({ count: skipped })}</p> : null}
      <details>
        <summary className="control flex cursor-pointer items-center text-muted">
          {words.detail}
        </summary>
        <ul className="divide-y divide-border">
          {failures.map(({ id, name, code, refusal }) => (
            <li key={id} className="py-1.5">
              {name ?? words.nameless}
              <span className="block text-meta text-muted">
                {code === null ? null : whyOf(code, refusal)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** Undoes a bulk change while that is still possible. */
export function BulkUndo({ slug, job }: Props & { readonly slug: string }) {
  const words = useBulkWords();
  const undo = useAction(() => undoBulk(slug, job.id));
  return (
    <>
      <FailureNotice failure={undo.failure} />
      {['running', 'done', 'stopped'].includes(job.state) ? (
        <Button disabled={undo.isBusy} onClick={() => undo.act(undefined)}>
          {words.undo}
        </Button>
      ) : null}
    </>
  );
}
