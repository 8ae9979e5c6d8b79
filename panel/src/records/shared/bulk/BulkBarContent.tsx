import { useState } from 'react';
import { useCommand } from '#panel/commands/command.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { BulkActions } from './BulkActions.tsx';
import type { BarProps } from './BulkBar.tsx';
import { BulkJobDialog } from './BulkJobDialog.tsx';
import { BulkStartDialog } from './BulkStartDialog.tsx';
import { type BulkChange, changeMany } from './bulk-changes.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useFieldActions } from './use-field-actions.ts';

/** Maximum number of records changed by id. */
const maxNamed = 500;

/** Bulk action awaiting confirmation, on all records that match the list's query. */
interface Asked {
  readonly label: string;
  readonly change: BulkChange;
}

/** Bulk actions for the selected records; rendered while any are selected. */
export default function BulkBarContent(props: BarProps) {
  const { slug, kind, selected, matching, onDone } = props;
  const actions = useFieldActions(props);
  const words = useBulkWords();
  // Selection that represents all matching records. Any other selection or query ends it.
  const [whole, setWhole] = useState<ReadonlySet<string>>();
  const [request, ask] = useState<Asked>();
  const [job, setJob] = useState<string>();
  const { act, failure } = useCommand(changeMany);
  const ids = [...selected];
  const all = whole === selected ? matching : undefined;
  const perform = (label: string, change?: BulkChange['change']) => {
    const wanted = { kind, action: change ? 'change' : 'delete', change: change ?? {} } as const;
    if (all) return ask({ label, change: wanted });
    act({
      slug,
      ids,
      ...wanted,
      done: (answer) => answer.refused > 0 && setJob(answer.id),
    });
    onDone();
  };
  return (
    <>
      <FailureNotice failure={failure} />
      {selected.size === 0 ? null : (
        <SelectionBar
          about={
            all ? words.allSelected({ count: all.total }) : words.selected({ count: ids.length })
          }
          onClear={onDone}
        >
          {(returnTo) => (
            <>
              {matching && !all && matching.total > ids.length ? (
                <Button look="quiet" onClick={() => setWhole(selected)}>
                  {words.all({ count: matching.total })}
                </Button>
              ) : null}
              {!all && ids.length > maxNamed ? (
                <p className="px-2">{words.most({ most: maxNamed })}</p>
              ) : (
                <BulkActions
                  slug={slug}
                  count={all ? all.total : ids.length}
                  actions={all ? actions.filter((action) => !('act' in action)) : actions}
                  returnTo={returnTo}
                  onPerform={perform}
                  onDone={onDone}
                />
              )}
            </>
          )}
        </SelectionBar>
      )}
      {request && all ? (
        <BulkStartDialog
          slug={slug}
          label={request.label}
          wanted={{ ...request.change, query: all.query }}
          onStarted={(id) => {
            ask(undefined);
            setJob(id);
            onDone();
          }}
          onClose={() => ask(undefined)}
        />
      ) : null}
      {job === undefined ? null : (
        <BulkJobDialog slug={slug} id={job} onClose={() => setJob(undefined)} />
      )}
    </>
  );
}
