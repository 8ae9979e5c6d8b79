import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import { invalid } from '#server/platform/errors.ts';
import { about, boolean, number, required, singleLine, timestamp } from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import { resetMail } from '../mail-texts.ts';
import { endSessions } from '../sessions.ts';
import { accountById, storePassword } from './credentials.ts';
import { code, email, token } from './fields.ts';
import { type Attempt, attempting, countAttempt, resetFailures } from './login-failures.ts';
import { type About, hashPassword, newPassword, refusePassword } from './passwords.ts';
import { signInRefused } from './sign-in.ts';
import { findToken, type IssuedToken, issueToken, spendToken, withdrawTokens } from './tokens.ts';
import { countedFor, useCode } from './verification.ts';

/*
 * New passwords: changed by the signed-in person, or set by a link if forgotten.
 */

const personalData = platformStatement(`
  select p.name, p.email, array(select t.name from users u join teams t on t.id = u.team_id where u.person_id = p.id) as teams
  from people p where p.id = $person`);

/** Public data of a person, which must not be part of the password. */
async function aboutPerson(tx: Platform, personId: string): Promise<About> {
  const [row] = await tx.run(personalData, { person: personId });
  return row as unknown as About;
}

const changeOwnPassword = accountOperation({
  name: 'account.change_password',
  id: 'changeOwnPassword',
  summary: 'Change your password',
  note: 'Ends all other sessions.',
  allow: 'fresh',
  isGuarded: true,
  panel: { method: 'PUT', path: '/account/password', status: 200 },
  input: { password: required(newPassword) },
  output: {
    name: 'PasswordChanged',
    fields: {
      sessions_ended: about(
        'The number of other sessions that were ended.',
        required(number(0, 1_000)),
      ),
    },
  },
  async run(ctx, { password }) {
    const { personId, sessionId } = callerOf(ctx);
    await refusePassword(password, await aboutPerson(ctx.platform, personId));
    const hash = await hashPassword(ctx.settings, password);
    return ctx.platform.transaction(async (tx) => {
      await storePassword(tx, personId, hash);
      await withdrawTokens(tx, personId, 'login', 'reset', 'email');
      const count = await endSessions(tx, personId, { but: sessionId }, 'password changed');
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: 'account.change_password',
        after: { sessions_ended: count },
      });
      return { data: { sessions_ended: count } };
    });
  },
});

/** Password reset link of a token. */
export const resetLinkOf = (origin: string, { token }: IssuedToken) => `${origin}/reset#${token}`;

/**
 * Creates a link with which a person sets a new password, once within an hour. The operator passes it on, or it is mailed.
 * @param email the address that the link is for: using the link confirms it
 */
export async function makeResetLink(
  tx: Platform,
  personId: string,
  origin: string,
  email: string,
): Promise<IssuedToken & { readonly link: string }> {
  const token = await issueToken(tx, personId, 'reset', Buffer.from(email));
  return { ...token, link: resetLinkOf(origin, token) };
}

/** Max open links per person; further requests are ignored as abuse. */
const maxLinks = 3;
// Two statements, so that the second one counts links committed while the first one waited for the lock.
const lockPerson = platformStatement(
  `select id, email, locale from people where lower(email) = lower($email) and disabled_at is null
   order by email_confirmed_at is null, created_at, id limit 3 for update`,
);
const openLinks = platformStatement(`
  select count(*) as n from person_tokens where person_id = $person and purpose = 'reset' and expires_at > now()`);

/** Mails a link for each account with the address, naming the account's teams. */
async function mailLinks(ctx: AccountContext, email: string, origin: string) {
  const { platform, settings } = ctx;
  const made = await platform.transaction(async (tx) => {
    const links = [];
    for (const person of await tx.run(lockPerson, { email })) {
      const { id, email: to, locale } = person as { id: string; email: string; locale: string };
      const [open] = await tx.run(openLinks, { person: id });
      if ((open?.n as number) >= maxLinks) continue;
      const { link } = await makeResetLink(tx, id, origin, to);
      await recordAccountAudit(tx, ctx, {
        personId: id,
        operation: 'password_reset.ask',
        isUnproven: true,
      });
      links.push({ to, locale, link, teams: (await aboutPerson(tx, id)).teams });
    }
    return links;
  });
  for (const { to, link, teams, locale } of made)
    settings.mailer?.send({ to, ...resetMail({ link, teams }, locale) }, 'password reset');
}

const requestPasswordReset = accountOperation({
  name: 'password_reset.ask',
  id: 'askForPassword',
  summary: 'Request a password reset link',
  note: 'Returns the same response immediately, regardless of whether the account exists. If the installation sends no mail (`is_mailed` is false), an admin of the team can create a link.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/password-reset', status: 202 },
  input: { email: required(email) },
  output: {
    name: 'PasswordAsked',
    fields: { is_mailed: about('True if it was mailed.', required(boolean)) },
  },
  async run(ctx, { email }) {
    const { mailer, publicUrl, services } = ctx.settings;
    // Requires PUBLIC_URL: a link to the host of the request could lead to an attacker's site.
    const origin = mailer && publicUrl;
    // Not awaited: the response time would reveal whether the account exists.
    if (origin !== undefined)
      mailLinks(ctx, email, origin).catch((error: unknown) => {
        services?.log.warn({ reason: String(error) }, 'a password reset link was not created');
      });
    return { data: { is_mailed: origin !== undefined } };
  },
});

const previewReset = accountOperation({
  name: 'password_reset.look',
  id: 'lookAtReset',
  summary: 'Get a password reset link',
  note: 'Returns the account and the expiration of the link. Does not use it up.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/password-reset/look', status: 200 },
  mayFail: ['GONE'],
  input: { token },
  output: {
    name: 'PasswordReset',
    fields: {
      email: required(singleLine()),
      needs_code: about('True if a code of the authenticator app is required.', required(boolean)),
      expires_at: required(timestamp),
    },
  },
  async run({ platform }, { token }) {
    const { personId, expiresAt } = await findToken(platform, token, 'reset');
    const account = await accountById(platform, personId);
    return {
      data: { email: account?.email, needs_code: account?.hasTotp, expires_at: expiresAt },
    };
  },
});

const confirmAddress = platformStatement(`
  update people p set email_confirmed_at = now()
  where p.id = $person and lower(p.email) = lower($email) and p.email_confirmed_at is null
    and not exists (select from people o where lower(o.email) = lower($email) and o.email_confirmed_at is not null)`);

/** Without a second factor there is nothing to guess, so no attempt is counted. */
const noAttempt: Attempt = { failures: 0, lockedUntil: null };

const useReset = accountOperation({
  name: 'password_reset.use',
  id: 'useReset',
  summary: 'Set a new password with a reset link',
  note: 'Ends all sessions and starts none. A link that was mailed, or that the operator created for an address, confirms that address. `code` is required if a second factor is set up.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/password-reset/use', status: 200 },
  mayFail: ['GONE'],
  input: { token, password: about('The new password.', required(newPassword)), code },
  output: {
    name: 'PasswordReplaced',
    fields: {
      sessions_ended: about(
        'The number of other sessions that were ended.',
        required(number(0, 1_000)),
      ),
    },
  },
  async run(ctx, { token, password, code }) {
    const { platform, settings } = ctx;
    const { personId } = await findToken(platform, token, 'reset');
    const account = await accountById(platform, personId);
    if (account?.hasTotp && code === null)
      throw invalid(
        'code is required: six digits of the authenticator app, or a recovery code.',
        'code',
        'required',
      );
    await refusePassword(password, await aboutPerson(platform, personId));
    const counted = countedFor(ctx, personId);
    const attempt = account?.hasTotp ? await countAttempt(platform, counted) : noAttempt;
    if (!attempt) throw signInRefused();
    const hash = await hashPassword(settings, password);
    const replace = async (tx: Platform) => {
      const methods = ['link'];
      if (account?.hasTotp && code !== null)
        methods.push(await useCode(tx, settings, personId, code));
      const { data } = await spendToken(tx, token, 'reset');
      if (data) await tx.run(confirmAddress, { person: personId, email: data.toString() });
      await storePassword(tx, personId, hash);
      await resetFailures(tx, counted);
      await withdrawTokens(tx, personId, 'login', 'reset', 'email');
      const count = await endSessions(tx, personId, {}, 'password replaced');
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: 'password_reset.use',
        after: { methods, sessions_ended: count },
      });
      return { data: { sessions_ended: count } };
    };
    return attempting(ctx, counted, attempt, () => platform.transaction(replace));
  },
});

export const passwordOperations: readonly AccountOperation[] = [
  changeOwnPassword,
  requestPasswordReset,
  previewReset,
  useReset,
];
