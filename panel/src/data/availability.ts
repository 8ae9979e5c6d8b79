import { request } from '../api/call.ts';
import { addToHistory, reportOutcome } from '../commands/undo-history.ts';
import { asFailure } from '../commands/use-action.ts';
import { queryClient } from './query-client.ts';
import { teamsQuery } from './session.ts';

async function set(slug: string, available: boolean): Promise<void> {
  await request('PUT /teams/{team_slug}/availability', {
    at: { team_slug: slug },
    body: { available },
  });
  queryClient.setQueryData(teamsQuery.queryKey, (teams) =>
    teams?.map((team) => (team.slug === slug ? { ...team, is_available: available } : team)),
  );
}

const failed = (error: unknown) => reportOutcome({ kind: 'failed', failure: asFailure(error) });

/** Changes the user's availability in a team, with undo. */
export async function setAvailability(slug: string, available: boolean): Promise<void> {
  try {
    await set(slug, available);
  } catch (error) {
    return failed(error);
  }
  const done = { undo: () => set(slug, !available).catch(failed) };
  addToHistory(done);
  reportOutcome({ kind: 'saved' }, done);
}
