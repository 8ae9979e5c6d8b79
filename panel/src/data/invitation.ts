import { request } from '../api/call.ts';
import { localeNow } from '../words/translations.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery, switchSession } from './session.ts';

/** Content of an invitation link's fragment: `{team_slug}.{token}`. */
export interface InvitationLink {
  readonly team: string;
  readonly token: string;
}

export function invitationLinkIn(fragment: string): InvitationLink | undefined {
  const [, team, token] = /^([^.]+)\.(.+)$/.exec(fragment) ?? [];
  return team && token ? { team: decodeURIComponent(team), token } : undefined;
}

/** Fragment after the first owner has created an account: `#team={team_slug}`. */
export const joinedTeamFragment = (slug: string) => `#team=${encodeURIComponent(slug)}`;

export function teamIn(fragment: string): string | undefined {
  const [, slug] = /^team=([^.]+)$/.exec(fragment) ?? [];
  return slug && decodeURIComponent(slug);
}

export const fetchInvitation = (link: InvitationLink) =>
  request('POST /invitation/look', { body: link });

interface NewUser {
  readonly name: string;
  readonly email?: string;
  readonly password: string;
}

/** Accepts an invitation, as a new user, who is then signed in, or as the current user. */
export async function acceptInvitation(link: InvitationLink, newcomer: NewUser | undefined) {
  const answer = await request('POST /invitation/accept', {
    body: { ...link, ...newcomer },
  });
  // A new user keeps the language of the invitation page; it can be changed later.
  if (newcomer) await request('PUT /account', { body: { locale: localeNow() } }).catch(() => {});
  switchSession(await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }));
  return answer;
}

/** Fills an empty team with demo data. @throws Failure CONFLICT if the team is not empty */
export async function fillWithDemo(slug: string): Promise<void> {
  await request('POST /teams/{team_slug}/demo', { at: { team_slug: slug } });
  await queryClient.invalidateQueries();
}
