import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { hashOfToken, isLinkValid, type Linked, pinsOf } from '../accounts/pin-links.ts';

/* Links to the report page of a client (docs/adr/0237-report-page-of-a-client.md). */

/** Path of a link's page. */
export const pathOf = (slug: string, token: string): string => `/report/${slug}/${token}`;

/** Full URL of a link. */
export const linkOf = ({ origin, settings, team }: Context, token: string): string =>
  `${origin ?? settings.publicUrl ?? ''}${pathOf(team.slug, token)}`;

/** SQL condition: a link works. It ends with its client, too. */
export const isWorking = (l: string): string => `${l}.hash is not null and ${isLinkValid(l)}
  and exists (select from clients k where k.team_id = ${l}.team_id and k.id = ${l}.client_id and k.status = 'active')`;

/** SQL condition: the link shows amounts, because its creator wanted to and may still see them. */
export const showsValues = (l: string): string => `${l}.shows_values and exists (
  select from users maker where maker.team_id = ${l}.team_id and maker.person_id = ${l}.link_issuer_person_id
    and (maker.role <> 'member' or maker.sees_values))`;

const find = teamStatement(`
  select l.id, l.pin_hash, l.expires_at from client_report_links l
  where l.team_id = $team and l.hash = $hash and ${isWorking('l')}`);

/** Target of a link; undefined if it was revoked, expired or never existed. */
export async function findReportLink(db: TeamDb, token: string): Promise<Linked | undefined> {
  const hash = hashOfToken(token);
  const [row] = hash ? await db.run(find, { hash }) : [];
  if (!row) return undefined;
  const until = new Date(row.expires_at as string | Date).getTime();
  return { id: row.id as string, pin: row.pin_hash as Buffer | null, until };
}

export const reportPins = pinsOf('client_report_links', 'pauta client report pins');
