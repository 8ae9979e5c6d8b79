import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { AccountContext } from '#server/operations/account-operation.ts';
import { ApiError, conflict } from '#server/platform/errors.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { recordAccountAudit } from '../audit.ts';
import { isAcceptable, mayBind } from './invitation.ts';

/** Team and token of an invitation link, as sent by its page. */
export interface InvitationLink {
  readonly team: string;
  readonly token: string;
}

/** Invitation shown to the holder of its link. */
export interface InvitationPreview {
  readonly team: string;
  readonly slug: string;
  readonly role: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly inviter: string | null;
}

/** Uniform error for links that are used, revoked, expired or invalid. */
const linkExpired = () =>
  new ApiError('GONE', 'This invitation is no longer valid; ask the sender for a new one.');

const selectInvitation = platformStatement(`
  select t.name as team, t.slug, i.role, i.name, i.email, u.name as inviter
  from teams t join invites i on i.team_id = t.id left join users u on u.team_id = i.team_id and u.id = i.invited_by
  where t.slug = $slug and i.hash = $hash and ${isAcceptable('i')}`);

/** @throws ApiError GONE if the link is not valid */
export async function readInvitation(
  platform: Platform,
  { team, token }: InvitationLink,
): Promise<InvitationPreview> {
  const [row] = await platform.run(selectInvitation, { slug: team, hash: secretHash(token) });
  if (!row) throw linkExpired();
  return row as Row & InvitationPreview;
}

/** Admits one of several concurrent requests: the others wait for the row and check it again. */
const claimInvitation = platformStatement(`
  update invites i set accepted_at = now() from teams t
  where t.slug = $slug and i.team_id = t.id and i.hash = $hash and ${isAcceptable('i')}
  returning i.team_id, i.id, i.role, i.name, i.email, i.user_id`);

const addPerson = platformStatement(
  'insert into people (id, email, name) values ($id, $email, $name)',
);

const bind = platformStatement(`
  update users u set person_id = $person, role = $role, email = coalesce($email, email), suspended_at = null
  where team_id = $team and id = $user and ${mayBind('u')} returning id`);
const hasAccount = platformStatement(
  'select id from users where team_id = $team and id = $user and person_id is not null',
);
const join = platformStatement(`
  insert into users (team_id, id, person_id, name, email, role)
  select $team, $user, p.id, p.name, p.email, $role from people p
  where p.id = $person and not exists (select from users u where u.team_id = $team and u.person_id = $person)
  returning id`);
const insertAudit = platformStatement(
  'update invites set accepted_by = $user where team_id = $team and id = $id',
);

/** Audits the acceptance of an invitation. */
export const recordAccepted = (
  tx: Pick<Platform, 'run'>,
  ctx: Pick<AccountContext, 'request' | 'caller'>,
  personId: string,
  { team, id, role }: { readonly team: string; readonly id: string; readonly role: unknown },
): Promise<void> =>
  recordAccountAudit(tx, ctx, {
    personId,
    operation: 'invitation.accept',
    after: { role },
    record: { team, type: 'invitations', id },
  });

/**
 * Binds the person to the user that the invitation names.
 * @returns the user's id; undefined if the invitation names none, or the user belonged to another person: the person then joins as a new
 * user
 * @throws ApiError GONE if the user already has an account
 */
async function bindInvited(tx: Platform, invite: Row, person: string): Promise<string | undefined> {
  const { team_id: team, user_id: user, role, email } = invite;
  if (user === null) return undefined;
  const [bound] = await tx.run(bind, { team, user, person, role, email });
  if (bound) return bound.id as string;
  if ((await tx.run(hasAccount, { team, user })).length > 0) throw linkExpired();
  return undefined;
}

/** A person to be created. */
interface NewPerson {
  readonly name: string;
  readonly email: string;
}

/**
 * Makes a person a member by an invitation link.
 * @param who id of an existing person, or values of a new one
 * @param work additional work in the same transaction
 * @returns the person's id
 * @throws ApiError GONE if the link is not valid, CONFLICT if they are a member already
 */
export function accept(
  ctx: AccountContext,
  { team: slug, token }: InvitationLink,
  who: string | NewPerson,
  work: (tx: Platform, personId: string) => Promise<unknown> = async () => undefined,
): Promise<string> {
  return ctx.platform
    .transaction(async (tx) => {
      const [invite] = await tx.run(claimInvitation, { slug, hash: secretHash(token) });
      if (!invite) throw linkExpired();
      const person = typeof who === 'string' ? who : uuidv7();
      if (typeof who !== 'string') await tx.run(addPerson, { id: person, ...who });
      await work(tx, person);
      const { team_id: team, role } = invite;
      const user = (await bindInvited(tx, invite, person)) ?? uuidv7();
      if (
        user !== invite.user_id &&
        (await tx.run(join, { team, user, person, role })).length === 0
      )
        throw isMember();
      await tx.run(insertAudit, { team, id: invite.id, user });
      await recordAccepted(tx, ctx, person, {
        team: team as string,
        id: invite.id as string,
        role,
      });
      return person;
    })
    .catch((error: unknown) => {
      throw explained(error);
    });
}

const isMember = () => conflict('You are a member of this team already.', 'already_member');

function explained(error: unknown): unknown {
  switch (constraintOf(error)) {
    case 'users_person_key':
      return isMember();
    case 'users_email_key':
      return conflict(
        'You cannot join the team with this e-mail address; ask for an invitation to this address.',
        'other_email',
      );
    default:
      return error;
  }
}
