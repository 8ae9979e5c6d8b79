import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import { outcomes } from '#panel/commands/undo-history.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { queryClient, thenRefetch } from '#panel/data/query-client.ts';

/* The running timer of the user. */

const key = (slug: string) => ['team', slug, 'time-entries'];

/** Running timers of a user: at most one. */
export const runningTimersQuery = (slug: string, user_id: string) =>
  queryOptions({
    queryKey: [...key(slug), 'running', user_id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/time-entries', {
        at: { team_slug: slug },
        query: { user_id, is_running: true },
        signal,
      }),
  });

/** Stops the running timer, if any, then starts one for the task, if any. */
export const switchTimer = (
  slug: string,
  running: string | undefined,
  task_id: string | undefined,
): Promise<unknown> => {
  const at = { team_slug: slug };
  const change = async () => {
    if (running !== undefined)
      await request('POST /teams/{team_slug}/time-entries/{id}/stop', {
        at: { ...at, id: running },
      });
    if (task_id !== undefined)
      await request('POST /teams/{team_slug}/time-entries', { at, body: { task_id } });
  };
  return thenRefetch(key(slug))(change());
};

/**
 * Starts a timer for the task, which stops that of another one; stops the running one if it is for this task, or if none is named. Reports a
 * failure as a toast.
 */
export async function toggleTimer(slug: string, user: string, task?: string): Promise<void> {
  try {
    const [running] = await queryClient.ensureQueryData(runningTimersQuery(slug, user));
    const isStop = task === undefined || running?.task_id === task;
    await switchTimer(slug, running?.id, isStop ? undefined : task);
  } catch (error) {
    outcomes.report({ kind: 'failed', failure: asFailure(error) });
  }
}
