import type { TeamDb } from '../../../db/database.ts';
import { platformStatement } from '../../../db/statement.ts';
import { installationOperation } from '../../../operations/installation.ts';
import type { Role } from '../../../operations/roles.ts';
import { ApiError, conflict, invalid } from '../../../platform/errors.ts';
import { required, slug } from '../../../records/fields.ts';
import { email, role } from '../members/member.ts';
import { linkOf } from './invitation.ts';
import { makeInvitation } from './making.ts';

/*
 * Links that whoever runs the service makes: they begin a team, and bring back who was locked out of one.
 */

const candidates = platformStatement(`
  select t.id, t.slug,
    exists (select from users o where o.team_id = t.id and o.role = 'owner' and o.person_id is not null) as has_owner,
    u.id as user_id, u.role, u.person_id is not null as has_account
  from teams t left join users u on u.team_id = t.id and lower(u.email) = lower($email)
  where t.slug = $slug::text or ($slug::text is null and (u.id is not null or (select count(*) from teams) = 1))
  order by u.id is null, t.slug`);

/** What is made where nobody says a role: an owner while a team has none, else what the member is. */
const roleFor = ({ has_owner, role: is }: Record<string, unknown>): Role =>
  has_owner === true ? ((is as Role | null) ?? 'member') : 'owner';

export const linkForUser = installationOperation({
  name: 'users.link',
  id: 'linkUser',
  summary: 'Make a link by which somebody gets an account in a team',
  cli: 'user link',
  allow: { operator: true },
  emits: [],
  takes: { email: required(email), team: slug, role },
  answers: ['kind', 'team', 'role', 'link', 'expires_at'],
  async run({ platform, settings }, { email, team, role }) {
    return platform.transaction(async (tx, teamIn) => {
      const found = await tx.run(candidates, { email, slug: team });
      const [row] = found;
      if (!row)
        throw invalid(
          team === null
            ? `No team has a user ${email}; name the team with --team to invite them.`
            : `There is no team with the slug ${team}.`,
        );
      if (found.length > 1)
        throw conflict(
          `${email} is in several teams (${found.map(({ slug }) => slug).join(', ')}); name one with --team.`,
        );
      if (row.has_account === true)
        throw conflict(`${email} has an account in the team ${row.slug} already.`);
      const given = role ?? roleFor(row);
      const db = teamIn(row.id as string);
      const userId = row.user_id as string | null;
      const { token, invitation } = await makeInvitation(db, null, { role: given, email, userId });
      const origin = settings.publicUrl;
      if (origin === undefined) throw new ApiError('CONFLICT', 'PUBLIC_URL is not set.');
      const link = linkOf(origin, 'invite', row.slug as string, token);
      return {
        kind: 'invitation',
        team: row.slug,
        role: given,
        link,
        expires_at: invitation.expires_at,
      };
    });
  },
});

/** The secret of the link that makes the first owner of a team, within an hour. */
export const firstOwnerToken = async (db: Pick<TeamDb, 'run'>): Promise<string> =>
  (await makeInvitation(db, null, { role: 'owner' }, true)).token;
