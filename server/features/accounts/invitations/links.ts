import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { installationOperation } from '#server/operations/installation-operation.ts';
import type { Role } from '#server/operations/roles.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { required, slug } from '#server/records/fields.ts';
import { role } from '../members/member.ts';
import { email } from '../people/fields.ts';
import { makeResetLink } from '../people/password-operations.ts';
import { createInvitationLink } from './create-invitation.ts';
import { linkOf } from './invitation.ts';

/*
 * Links created by the operator: to set up a team, or to restore access for a locked-out user.
 */

const candidates = platformStatement(`
  select t.id, t.slug,
    exists (select from users o where o.team_id = t.id and o.role = 'owner' and o.person_id is not null) as has_owner,
    u.id as user_id, u.role, u.person_id
  from teams t left join users u on u.team_id = t.id and lower(u.email) = lower($email)
  where t.slug = $slug::text or ($slug::text is null and (u.id is not null or (select count(*) from teams) = 1))
  order by u.id is null, t.slug`);

/** Default role of the link: owner while the team has none, otherwise the member's role. */
const roleFor = ({ has_owner, role: is }: Record<string, unknown>): Role =>
  has_owner === true ? ((is as Role | null) ?? 'member') : 'owner';

export const linkForUser = installationOperation({
  name: 'users.link',
  id: 'linkUser',
  summary: 'Create a link for a new account in a team, or for a new password',
  cli: 'user link',
  allow: { operator: true },
  emits: [],
  input: { email: required(email), team: slug, role },
  output: ['kind', 'team', 'role', 'link', 'expires_at'],
  async run({ platform, settings }, { email, team, role }) {
    const { publicUrl: origin } = settings;
    if (origin === undefined) throw conflict('PUBLIC_URL is not set.', 'no_public_url');
    return platform.transaction(async (tx, teamIn) => {
      const row = theOne(await tx.run(candidates, { email, slug: team }), email, team);
      const db = teamIn(row.id as string);
      if (row.person_id !== null) {
        const made = await passwordLink(tx, origin, row, email, role);
        const { expires_at } = made;
        await recordAudit(db, { type: 'users', id: row.user_id as string, after: { expires_at } });
        return made;
      }
      const grantedRole = role ?? roleFor(row);
      const userId = row.user_id as string | null;
      const wanted = { role: grantedRole, email, userId };
      const { token, invitation } = await createInvitationLink(db, null, wanted);
      const slug = row.slug as string;
      return {
        kind: 'invitation',
        team: slug,
        role: grantedRole,
        link: linkOf(origin, 'invite', slug, token),
        expires_at: invitation.expires_at,
      };
    });
  },
});

/** Selects the recipient. @throws ApiError VALIDATION_ERROR if there is none, CONFLICT if there are several */
function theOne(rows: readonly Row[], email: string, team: string | null): Row {
  const [row] = rows;
  if (!row)
    throw invalid(
      team === null
        ? `No team has a user ${email}; name the team with --team to invite them.`
        : `There is no team with the slug ${team}.`,
      team === null ? 'email' : 'team',
      'not_found',
    );
  // A password belongs to the person, regardless of the number of their teams.
  const isOnePerson =
    row.person_id !== null && rows.every(({ person_id: id }) => id === row.person_id);
  if (rows.length > 1 && !isOnePerson)
    throw conflict(
      `${email} is in several teams (${rows.map(({ slug }) => slug).join(', ')}); name one with --team.`,
      'already_member',
      'team',
    );
  return row;
}

const isDisabled = platformStatement(
  'select disabled_at is not null as is_disabled from people where id = $person',
);

/** Creates a password reset link for a user with an account. The role in the team does not change. */
async function passwordLink(
  tx: Platform,
  origin: string,
  { person_id: person, slug, role: is }: Row,
  email: string,
  role: Role | null,
) {
  if (role !== null && role !== is)
    throw conflict(
      `${email} has an account in the team ${slug} already, as ${is}; leave out --role.`,
      'already_member',
      'role',
    );
  const [row] = await tx.run(isDisabled, { person });
  if (row?.is_disabled === true)
    throw conflict(`The account of ${email} is disabled.`, 'suspended');
  const { link, expiresAt } = await makeResetLink(tx, person as string, origin, email);
  return { kind: 'password', team: slug, role: is, link, expires_at: expiresAt };
}

/** Token of the link that creates the first owner of a team, valid for an hour. */
export const firstOwnerToken = async (db: TeamDb): Promise<string> =>
  (await createInvitationLink(db, null, { role: 'owner' }, true)).token;
