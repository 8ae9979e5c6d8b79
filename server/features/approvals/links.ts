import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { hashOfToken, isLinkValid, type Linked, pinsOf } from '../accounts/pin-links.ts';

/* Approval links for clients. */

/** Path of a link's page. */
export const pathOf = (slug: string, token: string): string => `/approve/${slug}/${token}`;

/** Full URL of a link. */
export const linkOf = ({ origin, settings, team }: Context, token: string): string =>
  `${origin ?? settings.publicUrl ?? ''}${pathOf(team.slug, token)}`;

/** Token in a link's URL; undefined if it has none. */
export const tokenIn = (link: string): string | undefined =>
  /\/approve\/[a-z0-9-]{1,80}\/([A-Za-z0-9_-]{43})$/.exec(link)?.[1];

const find = teamStatement(`
  select q.id, q.pin_hash, q.expires_at from approval_requests q
  where q.team_id = $team and q.hash = $hash and ${isLinkValid('q')}`);

/** Target of a link; undefined if it was revoked, expired, replaced or never existed. */
export async function findLinked(db: TeamDb, token: string): Promise<Linked | undefined> {
  const hash = hashOfToken(token);
  const [row] = hash ? await db.run(find, { hash }) : [];
  if (!row) return undefined;
  const until = new Date(row.expires_at as string | Date).getTime();
  return { id: row.id as string, pin: row.pin_hash as Buffer | null, until };
}

const findByHash = teamStatement(`
  select from approval_requests q
  where q.team_id = $team and q.hash = decode($hash::text, 'hex') and ${isLinkValid('q')}`);

/** True while the link with this stored hash (64 hex digits) is valid. */
export const isLinkWorking = async (db: TeamDb, hash: string): Promise<boolean> =>
  (await db.run(findByHash, { hash })).length > 0;

export const pins = pinsOf('approval_requests', 'pauta approval pins');
