import { useQuery } from '@tanstack/react-query';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Clock, Pause } from '#panel/ui/icons.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { runningTimersQuery, switchTimer } from './timer.ts';

interface Props {
  readonly slug: string;
  readonly task: string;
  readonly user: string;
}

/** Starts and stops the user's timer on a task. Starting stops the timer of another task. */
export function TaskTimer({ slug, task, user }: Props) {
  const { task: words } = useRecordWords();
  const { data } = useQuery(runningTimersQuery(slug, user));
  const [running] = data ?? [];
  const isHere = running?.task_id === task;
  const { act, isBusy, failure } = useAction(() =>
    switchTimer(slug, running?.id, isHere ? undefined : task),
  );
  return (
    <>
      <Button onClick={() => act(undefined)} disabled={isBusy || data === undefined}>
        {isHere ? <Pause /> : <Clock />} {isHere ? words.stopTimer : words.startTimer}
      </Button>
      <FailureNotice failure={failure} />
    </>
  );
}
