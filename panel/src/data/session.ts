import { queryOptions } from '@tanstack/react-query';
import { Failure, request } from '../api/call.ts';
import type { Session } from '../api/types.ts';
import { deleteAllUnsent } from './outgoing-storage.ts';
import { queryClient } from './query-client.ts';

/** Current session; null when signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }): Promise<Session | null> => request('GET /session', { signal }),
});

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => request('GET /account/teams', { signal }),
});

const lastTeam = 'pauta.team';
export const rememberTeam = (slug: string) => localStorage.setItem(lastTeam, slug);
export const rememberedTeam = () => localStorage.getItem(lastTeam) ?? undefined;

/** Switches the session, and clears all cached data. Views of the session keep rendering. */
export function switchSession(session: Session | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, session);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

export const signIn = (email: string, password: string) =>
  request('POST /session', { body: { email, password } });

export const submitSecondFactor = (token: string, code: string) =>
  request('POST /session/second-factor', { body: { token, code } });

export const reauthenticate = (password: string, code: string | undefined) =>
  request('POST /session/proof', { body: { password, code } });

export async function signOut(): Promise<void> {
  await request('DELETE /session', {}).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'UNAUTHORIZED') throw error;
  });
  const person = queryClient.getQueryData(sessionQuery.queryKey)?.person_id;
  if (person !== undefined) deleteAllUnsent(person);
  switchSession(null);
}
