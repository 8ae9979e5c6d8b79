import { useState } from 'react';
import { useCommand } from '../commands/command.ts';
import { type BulkChange, changeMany } from '../data/bulk.ts';
import { Button } from '../ui/Button.tsx';
import { Close, Down } from '../ui/icons.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useBulkWords } from '../words/bulk/use.ts';
import type { BulkProps } from './BulkBar.tsx';
import { BulkJobDialog } from './BulkJobDialog.tsx';
import { BulkStartDialog } from './BulkStartDialog.tsx';
import { FailureNotice } from './Notice.tsx';

/** The most records that are changed by naming them. */
const mostNamed = 500;

/** What is being done to all that a list finds. */
interface Asked {
  readonly label: string;
  readonly change: BulkChange;
}

/** What can be done to the records that are selected; there as long as some are. */
export default function BulkActs(props: BulkProps) {
  const { slug, kind, selected, matching, actions, onDone } = props;
  const words = useBulkWords();
  const [isAll, setAll] = useState(false);
  const [asked, ask] = useState<Asked>();
  const [job, setJob] = useState<string>();
  const { act, failure } = useCommand(changeMany);
  const ids = [...selected];
  const all = isAll ? matching : undefined;
  const done = () => {
    setAll(false);
    onDone();
  };
  const perform = (label: string, { action, change }: Omit<BulkChange, 'kind'>) => {
    const wanted = { kind, action, change };
    if (all) return ask({ label, change: wanted });
    act({
      slug,
      ids,
      ...wanted,
      done: (answer) => answer.refused > 0 && setJob(answer.id),
    });
    done();
  };
  return (
    <>
      <FailureNotice failure={failure} />
      {selected.size === 0 ? null : (
        <section
          aria-label={words.bar}
          className="appear fixed inset-x-2 bottom-16 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center gap-1 rounded-card border border-border bg-raised p-1 shadow-float md:bottom-4"
        >
          <p role="status" className="px-2 tabular-nums">
            {all ? words.allSelected({ count: all.total }) : words.selected({ count: ids.length })}
          </p>
          {matching && !isAll && matching.total > ids.length ? (
            <Button look="quiet" onClick={() => setAll(true)}>
              {words.all({ count: matching.total })}
            </Button>
          ) : null}
          {!all && ids.length > mostNamed
            ? null
            : actions.map(({ label, change, isDelete, choices }) =>
                choices ? (
                  <Menu
                    key={label}
                    label={label}
                    isLabelShown
                    side="above"
                    items={choices.map((choice) => ({
                      label: choice.label,
                      act: () =>
                        perform(`${label}: ${choice.label}`, {
                          action: 'change',
                          change: choice.change,
                        }),
                    }))}
                    className="control inline-flex items-center gap-1 rounded px-2 hover:bg-tint"
                  >
                    <Down />
                  </Menu>
                ) : (
                  <Button
                    key={label}
                    look="quiet"
                    onClick={() =>
                      perform(
                        label,
                        isDelete ? { action: 'delete', change: {} } : { action: 'change', change },
                      )
                    }
                  >
                    {label}
                  </Button>
                ),
              )}
          <button
            type="button"
            aria-label={words.clear}
            onClick={done}
            className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-tint"
          >
            <Close />
          </button>
        </section>
      )}
      {asked && all ? (
        <BulkStartDialog
          slug={slug}
          label={asked.label}
          wanted={{ ...asked.change, query: all.query }}
          onStarted={(id) => {
            ask(undefined);
            setJob(id);
            done();
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
