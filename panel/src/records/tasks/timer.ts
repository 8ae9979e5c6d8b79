import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

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
