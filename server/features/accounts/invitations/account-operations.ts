import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
} from '#server/operations/account-operation.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { about, required, singleLine, slug, uuid } from '#server/records/fields.ts';
import { role } from '../members/member.ts';
import { storePassword } from '../people/credentials.ts';
import { email } from '../people/fields.ts';
import { takeBackAttempt } from '../people/login-failures.ts';
import { hashPassword, newPassword, refusePassword } from '../people/passwords.ts';
import { signInAs } from '../people/sign-in.ts';
import { findByPassword } from '../people/verification.ts';
import {
  accept,
  type InvitationLink,
  type InvitationPreview,
  readInvitation,
} from './accept-invitation.ts';
import { tokenField } from './invitation.ts';

/*
 * Operations on an invitation link. Its page reads team and token from the fragment.
 */

const linkFields = {
  team: about('The team’s slug, used in URLs.', required(slug)),
  token: about('The token at the end of the link.', required(tokenField)),
};

const previewInvitation = accountOperation({
  name: 'invitation.look',
  id: 'lookAtInvitation',
  summary: 'Get an invitation',
  note: 'Shows the purpose of the link without using it. Returns 410 GONE if the link was used, was revoked or has expired.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/invitation/look', status: 200 },
  input: linkFields,
  output: {
    name: 'InvitationFound',
    fields: {
      team: about('The name of the team.', required(singleLine())),
      slug: required(singleLine()),
      role: required(role),
      name: singleLine(),
      email: singleLine(),
      inviter: about('The name of the inviting user.', singleLine()),
    },
  },
  mayFail: ['GONE'],
  run: async ({ platform }, values) => ({ data: await readInvitation(platform, values) }),
});

interface Wanted extends InvitationLink {
  readonly name: string | null;
  readonly email: string | null;
  readonly password: string | null;
}

/** Values of a new person; they provide what the invitation does not. @throws ApiError VALIDATION_ERROR */
function personOf(wanted: Wanted, preview: InvitationPreview) {
  const { password } = wanted;
  const name = wanted.name ?? preview.name;
  const email = preview.email ?? wanted.email;
  const missing = Object.entries({ name, email, password }).flatMap(([field, value]) =>
    value === null ? [field] : [],
  );
  if (name === null || email === null || password === null)
    throw invalid(`${missing.join(', ')} must be given.`, missing, 'required');
  if (wanted.email !== null && wanted.email.toLowerCase() !== email.toLowerCase())
    throw invalid(
      `email must be ${email}, the address of the invitation, or omitted.`,
      'email',
      'not_allowed',
      { reason: 'invited_email' },
    );
  return { name, email, password };
}

async function acceptAsNew(ctx: AccountContext, wanted: Wanted) {
  const preview = await readInvitation(ctx.platform, wanted);
  const { name, email, password } = personOf(wanted, preview);
  await refusePassword(password, { name, email, teams: [preview.team] });
  // A second account with the same address and password would be unreachable, as sign-in picks the first one.
  const existing = await findByPassword(ctx, email, password);
  if (existing) {
    await takeBackAttempt(ctx.platform, existing.counted);
    throw conflict(
      'You have an account with this password: sign in, then open the link again.',
      'already_member',
    );
  }
  const hash = await hashPassword(ctx.settings, password);
  const person = await accept(ctx, wanted, { name, email }, (tx, id) =>
    storePassword(tx, id, hash),
  );
  return { person, answer: await signInAs(ctx, person, ['pwd']) };
}

const acceptInvitation = accountOperation({
  name: 'invitation.accept',
  id: 'acceptInvitation',
  summary: 'Accept an invitation',
  note: 'If you are signed in, you join the team. Otherwise this creates an account and signs you in: send `name`, `password` and, if the invitation names no address, `email`. Several accounts may share an address; if the password matches one of them, this returns 409: sign in first.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/invitation/accept', status: 200 },
  input: {
    ...linkFields,
    name: about('The person’s name.', singleLine(255, 1)),
    email,
    password: newPassword,
  },
  output: {
    name: 'InvitationAccepted',
    fields: {
      team: about('The team’s slug, used in URLs.', required(slug)),
      person_id: about('The person, identical in all teams.', required(uuid)),
    },
  },
  mayFail: ['GONE', 'CONFLICT'],
  async run(ctx, wanted) {
    const { caller } = ctx;
    const { team } = wanted;
    if (!caller) {
      const { person, answer } = await acceptAsNew(ctx, wanted);
      return { ...answer, data: { team, person_id: person } };
    }
    if (wanted.password !== null || wanted.email !== null)
      throw conflict(
        'You are signed in: omit password and email to join with this account, or sign out first.',
        'signed_in',
      );
    const person_id = await accept(ctx, wanted, caller.personId);
    return { data: { team, person_id } };
  },
});

export const invitationAccountOperations: readonly AccountOperation[] = [
  previewInvitation,
  acceptInvitation,
];
