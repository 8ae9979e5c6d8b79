import { ask } from '../api/call.ts';
import { localeNow } from '../words/t.ts';
import { client } from './client.ts';
import { begin, sessionQuery } from './session.ts';

/** What the fragment of an invitation's link holds: `{team_slug}.{token}`. */
export interface Given {
  readonly team: string;
  readonly token: string;
}

export function givenIn(fragment: string): Given | undefined {
  const [, team, token] = /^([^.]+)\.(.+)$/.exec(fragment) ?? [];
  return team && token ? { team: decodeURIComponent(team), token } : undefined;
}

/** The fragment that follows the first owner's link once the account exists: `#team={team_slug}`. */
export const joinedTeam = (slug: string) => `#team=${encodeURIComponent(slug)}`;

export function teamIn(fragment: string): string | undefined {
  const [, slug] = /^team=([^.]+)$/.exec(fragment) ?? [];
  return slug && decodeURIComponent(slug);
}

export const lookAtInvitation = (given: Given) => ask('POST /invitation/look', { body: given });

export interface Newcomer {
  readonly name: string;
  readonly email?: string;
  readonly password: string;
}

/** Joins as a newcomer, who is signed in then, or as who one is. */
export async function acceptInvitation(given: Given, newcomer: Newcomer | undefined) {
  const answer = await ask('POST /invitation/accept', {
    body: { ...given, ...newcomer },
  });
  // A newcomer goes on in the language that they have just read; it is theirs to change.
  if (newcomer) await ask('PUT /account', { body: { locale: localeNow() } }).catch(() => {});
  begin(await client.fetchQuery({ ...sessionQuery, staleTime: 0 }));
  return answer;
}

/** Fills a team that is empty with invented data. @throws Failure CONFLICT where it is not */
export async function fillWithDemo(slug: string): Promise<void> {
  await ask('POST /teams/{team_slug}/demo', { at: { team_slug: slug } });
  await client.invalidateQueries();
}
