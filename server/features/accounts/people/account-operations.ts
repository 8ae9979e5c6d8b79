import type { Platform } from '#server/db/database.ts';
import { iso, platformStatement } from '#server/db/statement.ts';
import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import { conflict, duplicate } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import {
  about,
  boolean,
  kind,
  number,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import { refuseConfirmations } from '../mail-limits.ts';
import { confirmationMail, emailChangeMail } from '../mail-texts.ts';
import { email, token } from './fields.ts';
import { findToken, issueToken, spendToken, withdrawTokens } from './tokens.ts';

/*
 * Name, e-mail address, language and time zone of a person.
 */

const timeZones = new Set(Intl.supportedValuesOf('timeZone')).add('UTC');
const timeZone = kind(
  Type.String({ maxLength: 64, examples: ['America/Sao_Paulo'] }),
  'a time zone of the IANA database, such as America/Sao_Paulo',
  'text',
  { format: 'time_zone', check: (value) => timeZones.has(value as string) },
);
const locale = oneOf('text', ['pt-BR', 'en']);

export const accountOutput = {
  name: 'Account',
  fields: {
    id: required(uuid),
    name: required(singleLine()),
    email: required(singleLine()),
    email_confirmed_at: about('When the person confirmed the address.', timestamp),
    locale: required(locale),
    time_zone: required(singleLine(64)),
    picture: about(
      'Your picture as a data URL; null without one.',
      kind(Type.String(), 'a data URL', 'text'),
    ),
    is_operator: about('True if the person is an operator of the service.', required(boolean)),
    has_password: about('True if a password is set.', required(boolean)),
    has_totp: about('True if an authenticator app is set up.', required(boolean)),
    recovery_codes_left: about('The number of unused recovery codes.', required(number(0, 10))),
    passkeys: about('The number of passkeys.', required(number(0, 1_000))),
    created_at: required(timestamp),
  },
};

const find = platformStatement(`
  select json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'email_confirmed_at', ${iso('p.email_confirmed_at')},
    'locale', p.locale, 'time_zone', p.time_zone, 'is_operator', p.is_operator,
    'picture', 'data:image/webp;base64,' || translate(encode(p.picture, 'base64'), E'\\n', ''),
    'has_password', count(*) filter (where c.kind = 'password') > 0,
    'has_totp', count(*) filter (where c.kind = 'totp' and c.confirmed_at is not null) > 0,
    'recovery_codes_left', count(*) filter (where c.kind = 'recovery' and c.used_at is null),
    'passkeys', count(*) filter (where c.kind = 'passkey'),
    'created_at', ${iso('p.created_at')}) as account
  from people p left join credentials c on c.person_id = p.id where p.id = $person group by p.id`);

export async function accountOf(tx: Platform, personId: string): Promise<unknown> {
  const [row] = await tx.run(find, { person: personId });
  return row?.account;
}

const getAccount = accountOperation({
  name: 'account.get',
  id: 'getAccount',
  summary: 'Get your account',
  note: 'Your sign-in methods and your panel settings.',
  allow: 'person',
  panel: { method: 'GET', path: '/account', status: 200 },
  input: {},
  output: accountOutput,
  run: async (ctx) => ({ data: await accountOf(ctx.platform, callerOf(ctx).personId) }),
});

const change = platformStatement(`
  update people set name = coalesce($name, name), locale = coalesce($locale, locale), time_zone = coalesce($time_zone, time_zone)
  where id = $person`);
const called = platformStatement('select name from people where id = $person for no key update');
const renameInTeams = platformStatement(`
  update users u set name = p.name from people p
  where p.id = $person and u.person_id = p.id and u.name is distinct from p.name`);
/** Teams keep the invited address until the person has confirmed another one. */
const readdressInTeams = platformStatement(`
  update users u set email = p.email from people p
  where p.id = $person and u.person_id = p.id and u.email is distinct from p.email`);

const updateAccount = accountOperation({
  name: 'account.update',
  id: 'updateAccount',
  summary: 'Update your name, language or time zone',
  note: 'Omitted fields stay as they are. The name changes in all teams.',
  allow: 'person',
  panel: { method: 'PUT', path: '/account', status: 200 },
  mayFail: ['CONFLICT'],
  input: { name: singleLine(255, 1), locale, time_zone: timeZone },
  output: accountOutput,
  async run(ctx, { name, locale, time_zone }) {
    const { personId } = callerOf(ctx);
    return ctx.platform.transaction(async (tx) => {
      const [before] = await tx.run(called, { person: personId });
      await tx.run(change, { person: personId, name, locale, time_zone });
      await tx.run(renameInTeams, { person: personId });
      // Language and time zone are private and not audited.
      if (name !== null && name !== before?.name)
        await recordAccountAudit(tx, ctx, {
          personId,
          operation: 'account.update',
          before: { name: before?.name },
          after: { name },
        });
      return { data: await accountOf(tx, personId) };
    });
  },
});

const lockPerson = platformStatement(
  'select email from people where id = $person for no key update',
);
const setEmail = platformStatement(`
  update people set email = $email, email_confirmed_at = case when $is_confirmed then clock.now end
  from (select now()) clock (now) where id = $person`);

/**
 * Changes a person's address. Several people may have the same unconfirmed address, so the response does not reveal whether it is taken.
 * @param spend uses up the token that confirms the address; undefined if it is unconfirmed
 * @throws ApiError DUPLICATE_ENTRY, CONFLICT if the address is confirmed and another account or member has it
 */
async function changeEmail(
  ctx: AccountContext,
  personId: string,
  email: string,
  operation: string,
  spend?: (tx: Platform) => Promise<unknown>,
): Promise<void> {
  try {
    await ctx.platform.transaction(async (tx) => {
      await spend?.(tx);
      const [before] = await tx.run(lockPerson, { person: personId });
      await tx.run(setEmail, { person: personId, email, is_confirmed: spend !== undefined });
      if (spend) await tx.run(readdressInTeams, { person: personId });
      await recordAccountAudit(tx, ctx, {
        personId,
        operation,
        before: { email: before?.email },
        after: { email },
      });
      // Invalidates links mailed to the previous address.
      await withdrawTokens(tx, personId, 'reset', 'email');
    });
  } catch (error) {
    const constraint = constraintOf(error);
    if (constraint === 'people_confirmed_email_key')
      throw duplicate('Another account has this e-mail address.', 'email');
    if (constraint === 'users_email_key')
      throw conflict(
        'One of your teams has another member with this e-mail address.',
        'already_member',
        'email',
      );
    throw error;
  }
}

const changeOwnEmail = accountOperation({
  name: 'account.change_email',
  id: 'changeOwnEmail',
  summary: 'Change your e-mail address',
  note: 'If the installation sends mail, a link is mailed to the new address, and the address changes once the link is opened, within an hour. Otherwise it changes immediately, unconfirmed: you sign in with the new address, and teams keep showing the address that they invited.',
  allow: 'fresh',
  isGuarded: true,
  panel: { method: 'PUT', path: '/account/email', status: 200 },
  input: { email: required(email) },
  output: {
    name: 'EmailChange',
    fields: {
      email: required(singleLine()),
      is_pending: about('True if the new address awaits confirmation.', required(boolean)),
    },
  },
  async run(ctx, { email }) {
    const { personId, email: before, locale } = callerOf(ctx);
    const { mailer, publicUrl } = ctx.settings;
    if (!mailer || publicUrl === undefined) {
      await changeEmail(ctx, personId, email, 'account.change_email');
      return { data: { email, is_pending: false } };
    }
    const { token } = await ctx.platform.transaction(async (tx) => {
      await refuseConfirmations(tx, personId);
      const token = await issueToken(tx, personId, 'email', Buffer.from(email));
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: 'account.change_email',
        after: { email, is_pending: true },
      });
      return token;
    });
    const link = `${publicUrl}/confirm#${token}`;
    mailer.send({ to: email, ...confirmationMail(link, locale) }, 'e-mail address');
    mailer.send({ to: before, ...emailChangeMail(email, locale) }, 'e-mail change');
    return { data: { email, is_pending: true } };
  },
});

const confirmOwnEmail = accountOperation({
  name: 'account.confirm_email',
  id: 'confirmOwnEmail',
  summary: 'Confirm a new e-mail address',
  note: 'The token is at the end of the link in the e-mail. It can be used once.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/account/email/confirm', status: 200 },
  mayFail: ['CONFLICT', 'DUPLICATE_ENTRY', 'GONE'],
  input: { token },
  output: { name: 'EmailConfirmed', fields: { email: required(singleLine()) } },
  async run(ctx, { token }) {
    const { personId, data } = await findToken(ctx.platform, token, 'email');
    const email = data?.toString() ?? '';
    await changeEmail(ctx, personId, email, 'account.confirm_email', (tx) =>
      spendToken(tx, token, 'email'),
    );
    return { data: { email } };
  },
});

export const ownAccountOperations: readonly AccountOperation[] = [
  getAccount,
  updateAccount,
  changeOwnEmail,
  confirmOwnEmail,
];
