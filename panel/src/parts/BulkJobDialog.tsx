import { useQuery } from '@tanstack/react-query';
import { useAct } from '../commands/act.ts';
import { type BulkJob, bulkJobQuery, undoBulk } from '../data/bulk.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useBulkWords } from '../words/bulk/use.ts';
import { useWords } from '../words/t.ts';
import { Loaded } from './Loaded.tsx';
import { FailureNotice } from './Notice.tsx';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** How far a bulk change is, what was refused, and undoing it. */
export function BulkJobDialog({ slug, id, onClose }: Props) {
  const words = useBulkWords();
  const { common } = useWords();
  const query = useQuery(bulkJobQuery(slug, id));
  const undo = useAct(() => undoBulk(slug, id));
  return (
    <Dialog title={words.job} closeLabel={common.close} onClose={onClose}>
      <Loaded query={query} rows={2}>
        {(job) => (
          <>
            <Progress job={job} />
            <Failures job={job} />
            <FailureNotice failure={undo.failure} />
            <div className="flex flex-wrap gap-2">
              <Button look="primary" onClick={onClose}>
                {common.close}
              </Button>
              {['running', 'done', 'stopped'].includes(job.state) ? (
                <Button disabled={undo.isBusy} onClick={() => undo.act(undefined)}>
                  {words.undo}
                </Button>
              ) : null}
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function Progress({ job }: { readonly job: BulkJob }) {
  const words = useBulkWords();
  const { state, total, done, refused, undone, kept } = job;
  const isBack = state === 'undoing' || state === 'undone';
  const past = isBack ? undone + kept + refused : done + refused;
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

function Failures({ job }: { readonly job: BulkJob }) {
  const words = useBulkWords();
  const { refused, kept, failures } = job;
  if (failures.length === 0) return null;
  return (
    <section className="flex flex-col gap-1">
      {refused > 0 ? <p>{words.refused({ count: refused })}</p> : null}
      {kept > 0 ? <p>{words.kept({ count: kept })}</p> : null}
      <h3 className="text-meta text-muted">{words.detail}</h3>
      <ul className="max-h-60 divide-y divide-border overflow-auto">
        {failures.map(({ id, name, message }) => (
          <li key={id} className="py-1.5">
            {name ?? words.nameless}
            <span lang="en" className="block text-meta text-muted">
              {message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
