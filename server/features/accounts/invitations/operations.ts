import { teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import type { Context } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { about, boolean, link, required, singleLine, withDefault } from '#server/records/fields.ts';
import { countMail } from '../mail-limits.ts';
import { invitationMail } from '../mail-texts.ts';
import { role } from '../members/member.ts';
import { memberCalling } from '../members/operations.ts';
import { email } from '../people/fields.ts';
import { createInvitationLink } from './create-invitation.ts';
import { invitation, invitationJson, isOpen, linkOf, revokedInvitations } from './invitation.ts';

/*
 * Invitations of a team, managed by its admins. The link admits one person, once.
 */

const output = { kind: 'fields', ...invitation } as const;

const names = teamStatement(`
  select t.name as team, u.name as inviter, p.locale from teams t
  left join users u on u.team_id = t.id and u.id = $actor
  left join lateral (select locale from people where lower(email) = lower($to)
    order by email_confirmed_at is null, created_at, id limit 1) p on true where t.id = $team`);

/** Mails a link after the commit. @returns true if it will be mailed @throws ApiError RATE_LIMITED */
async function mailLink(
  ctx: Pick<Context, 'db' | 'settings' | 'defer'>,
  { to, actor, slug, token }: Record<'actor' | 'slug' | 'token', string> & { to: string | null },
) {
  const { mailer, publicUrl, bounds } = ctx.settings;
  if (!mailer || publicUrl === undefined || to === null) return false;
  await countMail(ctx.db, actor, bounds);
  const [row] = await ctx.db.run(names, { actor, to });
  const link = linkOf(publicUrl, 'invite', slug, token);
  const text = { team: row?.team as string, inviter: row?.inviter as string, link };
  const letter = invitationMail(text, (row?.locale ?? null) as string | null);
  const send = () => mailer.send({ to, ...letter }, 'invitation');
  ctx.defer?.(send);
  return true;
}

const createInvitation = operation({
  name: 'invitations.create',
  id: 'createInvitation',
  summary: 'Invite someone to the team',
  note: 'Returns `link` once; it admits one person within 7 days. If the installation sends mail and `email` is given, the link is mailed as well. `user_id`, or the address of a user without an account, invites that user: existing references to the user are kept. If that user had an account before, they rejoin with it; another person who accepts becomes a new user. Any open invitation for the same member or address is replaced. Mails are limited per member and team (`MEMBER_MAILS_PER_HOUR`, `TEAM_MAILS_PER_HOUR`): beyond the limit, this returns 429 and does nothing.',
  allow: { user: 'admin' },
  fresh: true,
  panel: { method: 'POST', path: '/invitations', status: 201 },
  emits: [],
  input: {
    fields: {
      role: withDefault(role, 'member'),
      name: singleLine(255, 1),
      email,
      user_id: link('users'),
    },
  },
  output: {
    kind: 'fields',
    name: 'NewInvitation',
    fields: {
      ...invitation.fields,
      link: about('The link; it can be used once.', required(singleLine(2_048))),
      is_mailed: about('True if it was mailed.', required(boolean)),
    },
  },
  mayFail: ['CONFLICT'],
  one: 'invitation',
  async run(ctx, { values: { role, name, email, user_id: userId } }) {
    const actor = memberCalling(ctx.actor).userId;
    const { slug } = ctx.team;
    const origin = ctx.origin ?? ctx.settings.publicUrl ?? '';
    // Sent after the transaction, so that no link of a rolled-back invitation is mailed.
    let send = () => {};
    const later = (work: () => void) => {
      send = work;
    };
    const answer = await ctx.db.transaction(async (db) => {
      const { invitation, token } = await createInvitationLink(db, actor, {
        role,
        name,
        email,
        userId,
      });
      const to = invitation.email as string | null;
      const isMailed = await mailLink({ ...ctx, db, defer: later }, { to, actor, slug, token });
      return { ...invitation, link: linkOf(origin, 'invite', slug, token), is_mailed: isMailed };
    });
    (ctx.defer ?? ((work: () => void) => work()))(send);
    return answer;
  },
});

const all = teamStatement(`
  select coalesce(json_agg(${invitationJson('i')} order by i.created_at desc, i.id desc), '[]') as invitations
  from invites i where i.team_id = $team`);

const listInvitations = operation({
  name: 'invitations.list',
  id: 'listInvitations',
  summary: 'List the invitations of the team',
  note: 'Newest first. Closed invitations are listed for up to 90 days.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/invitations', status: 200 },
  emits: [],
  input: {},
  output: { ...output, isList: true },
  one: 'invitation',
  run: async ({ db }) => (await db.run(all))[0]?.invitations as object | undefined,
});

const revoke = teamStatement(`
  with revoked as (
    update invites i set revoked_at = now() where i.team_id = $team and i.id = $id and ${isOpen('i')} returning i.*
  ), ${audits([revokedInvitations('revoked')])}
  select coalesce((select ${invitationJson('r')} from revoked r),
    (select ${invitationJson('i')} from invites i where i.team_id = $team and i.id = $id)) as invitation`);

const revokeInvitation = operation({
  name: 'invitations.revoke',
  id: 'revokeInvitation',
  summary: 'Revoke an invitation',
  note: 'Its link stops working. Has no effect on an invitation that is already closed.',
  allow: { user: 'admin' },
  panel: { method: 'DELETE', path: '/invitations/:id', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'invitation',
  run: async ({ db }, { id }) =>
    ((await db.run(revoke, { id }))[0]?.invitation ?? undefined) as object | undefined,
});

export const invitationOperations: readonly Operation[] = [
  createInvitation,
  listInvitations,
  revokeInvitation,
];
