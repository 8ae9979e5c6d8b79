import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict, forbidden } from '#server/platform/errors.ts';
import { about, required, singleLine, timestamp } from '#server/records/fields.ts';
import { resetLinkOf } from '../people/password-operations.ts';
import { isBeyondIssuer, mayResetMember } from '../people/reset-permission.ts';
import { issueMemberToken } from '../people/tokens.ts';
import { noTeam } from './change-member.ts';
import { memberCalling } from './operations.ts';

/*
 * Password reset links that admins pass on to members, for installations without mail.
 */

const selectMember = teamStatement(`
  with held as materialized (
    select id, role, person_id, suspended_at from users where team_id = $team and (id = $id or id = $actor)
    order by id for no key update)
  select t.person_id, t.suspended_at is not null as is_suspended, t.role as is,
    (select ${mayResetMember('a', 't')} from held a
      where a.id = $actor and a.person_id is not null and a.suspended_at is null) as may
  from held t where t.id = $id`);

/** An account gives access to all teams of its person. */
const teamsOfAccount = teamStatement(`
  select ${isBeyondIssuer('u.person_id', '$asking::uuid')} as is_beyond from users u where u.team_id = $team and u.id = $id`);

/**
 * Person of a member, if the caller may create a reset link for them.
 * @returns undefined if the team has no such member
 * @throws ApiError FORBIDDEN, CONFLICT
 */
async function personOf(
  db: Pick<TeamDb, 'run'>,
  asking: { readonly userId: string; readonly personId: string },
  id: string,
): Promise<string | undefined> {
  const [row] = await db.run(selectMember, { id, actor: asking.userId });
  if (!row) return undefined;
  if (row.may === null) throw noTeam();
  if (row.may !== true)
    throw forbidden('Only an owner can create a password link for an owner.', 'owners_only');
  if (row.person_id === null)
    throw conflict('This member has no account: invite them.', 'no_account');
  if (row.is_suspended === true) throw conflict('This member is suspended.', 'suspended');
  const person = row.person_id as string;
  const [account] = await db.run(teamsOfAccount, { id, asking: asking.personId });
  if (account?.is_beyond === true)
    throw conflict(
      'This account does not belong to your team alone: ask the operator of the service for a link (pauta user link).',
      'other_teams',
    );
  return person;
}

export const resetMember = operation({
  name: 'members.reset',
  id: 'resetMemberPassword',
  summary: 'Create a password reset link for a member',
  note: 'Returns `link` once. The link sets a new password once, within an hour; it requires the second factor if one is set up, and does not sign in. It stops working (410) when you lose the permission to create it: you are suspended, removed or demoted, or the member becomes an owner, is suspended or joins another team. Admins cannot create one for an owner. Returns 409 if the account also belongs to a team where you lack this permission, or to an operator of the service.',
  allow: { user: 'admin' },
  fresh: true,
  panel: { method: 'POST', path: '/members/:id/reset', status: 201 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'PasswordLink',
    fields: {
      link: about('The link; it can be used once.', required(singleLine(2_048))),
      expires_at: required(timestamp),
    },
  },
  mayFail: ['CONFLICT'],
  one: 'member',
  run: ({ db, actor, origin, settings }, { id }) =>
    db.transaction(async (tx) => {
      const asking = memberCalling(actor);
      const personId = await personOf(tx, asking, id);
      if (personId === undefined) return undefined;
      const token = await issueMemberToken(tx, { id, personId }, asking.personId);
      const { expiresAt: expires_at } = token;
      await recordAudit(tx, { type: 'users', id, after: { expires_at } });
      return { link: resetLinkOf(origin ?? settings.publicUrl ?? '', token), expires_at };
    }),
});
