import { useState } from 'react';
import type { WorkflowRun } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import type { Json } from './model/json.ts';
import { stepsOfRun, stuckAt } from './model/run.ts';
import { runActions } from './queries.ts';
import { useSentences } from './use-sentences.ts';

interface Props {
  readonly slug: string;
  readonly run: WorkflowRun;
  readonly definition: Json | undefined;
}

/** Stops a run, or resumes one that failed or was stopped, at its step or after it. */
export function RunActions({ slug, run, definition }: Props) {
  const { runs: words, steps } = useWorkflowWords();
  const { stepName } = useSentences();
  const [dialog, ask] = useState<'skip' | 'stop'>();
  const acts = runActions(slug, run.id);
  const done = (text: string) => () => {
    ask(undefined);
    say(text);
  };
  const goOn = useAction(() => acts.goOn(false), done(words.continued));
  const skip = useAction(() => acts.goOn(true), done(words.skipped));
  const stop = useAction(() => acts.stop(), done(words.stopped));
  const isOver = run.status === 'failed' || run.status === 'stopped';
  const stuck = isOver ? stuckAt(stepsOfRun(run, definition, Date.now())) : undefined;
  const name = stuck
    ? steps.one({ place: stuck.place, name: stepName(stuck.step ?? { type: stuck.type }) })
    : '';
  return (
    <div className="flex flex-col items-end gap-2">
      <span className="flex flex-wrap gap-2">
        {isOver ? (
          <>
            <Button look="primary" busy={goOn.isBusy} onClick={() => goOn.act(undefined)}>
              {words.continueIt}
            </Button>
            <Button onClick={() => ask('skip')}>{words.skip}</Button>
          </>
        ) : null}
        {run.status === 'pending' ? (
          <Button look="danger" disabled={run.is_stopping} onClick={() => ask('stop')}>
            {words.stop}
          </Button>
        ) : null}
      </span>
      <FailureNotice failure={goOn.failure} />
      {dialog === 'skip' ? (
        <ConfirmDialog
          title={words.skipTitle}
          about={words.skipAbout({ step: name })}
          submit={words.skip}
          act={skip}
          input={undefined}
          onClose={() => ask(undefined)}
        />
      ) : null}
      {dialog === 'stop' ? (
        <ConfirmDialog
          title={words.stopTitle}
          about={words.stopAbout}
          submit={words.stop}
          act={stop}
          input={undefined}
          onClose={() => ask(undefined)}
        />
      ) : null}
    </div>
  );
}
