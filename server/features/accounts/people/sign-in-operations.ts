import {
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import { invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, oneOf, propertiesOf, required, singleLine } from '#server/records/fields.ts';
import { sessionAnswer } from '../session-operations.ts';
import { accountById } from './credentials.ts';
import { code, email, token } from './fields.ts';
import { attempting, countAttempt, takeBackAttempt } from './login-failures.ts';
import { triedPassword } from './passwords.ts';
import { recordReauthentication, signInAs, signInRefused } from './sign-in.ts';
import { findToken, issueToken, spendToken } from './tokens.ts';
import { countedFor, findByPassword, useCode, verifyAccountPassword } from './verification.ts';

const sessionSchema = Type.Object(propertiesOf(sessionAnswer.fields));

const signIn = accountOperation({
  name: 'session.begin',
  id: 'signIn',
  summary: 'Sign in with a password',
  note: 'If a second factor is set up, the response contains no session but a token for `giveSecondFactor`. The error is the same for an unknown address, a wrong password, a disabled account and a locked one. If several accounts share the address, the password selects one.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/session', status: 200 },
  input: { email: required(email), password: required(triedPassword) },
  output: {
    name: 'SignInStep',
    fields: {
      step: about(
        'The result: signed in, or a second factor is required.',
        required(oneOf('text', ['done', 'second_factor'])),
      ),
      session: kind(sessionSchema, 'a session', 'json'),
      token: singleLine(100),
    },
  },
  async run(ctx, { email, password }) {
    const { platform } = ctx;
    const proven = await findByPassword(ctx, email, password);
    if (!proven) throw signInRefused();
    const { account, counted } = proven;
    if (!account.hasTotp) {
      const answer = await signInAs(ctx, account.id, ['pwd']);
      return { ...answer, data: { step: 'done', session: answer.data, token: null } };
    }
    await takeBackAttempt(platform, counted);
    const { token } = await issueToken(platform, account.id, 'login');
    return { data: { step: 'second_factor', session: null, token } };
  },
});

const submitSecondFactor = accountOperation({
  name: 'session.second_factor',
  id: 'giveSecondFactor',
  summary: 'Finish signing in with a second factor',
  note: '`token` is from `signIn` and valid for five minutes; `code` is from the authenticator app, or a recovery code. Each can be used once.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/session/second-factor', status: 200 },
  mayFail: ['GONE'],
  input: { token, code: required(code) },
  output: sessionAnswer,
  async run(ctx, { token, code }) {
    const { platform, settings } = ctx;
    const { personId } = await findToken(platform, token, 'login');
    const counted = countedFor(ctx, personId);
    const attempt = await countAttempt(platform, counted);
    if (!attempt) throw signInRefused();
    return attempting(ctx, counted, attempt, () =>
      signInAs(ctx, personId, async (tx) => {
        const method = await useCode(tx, settings, personId, code);
        await spendToken(tx, token, 'login');
        return ['pwd', method];
      }),
    );
  },
});

const reauthenticate = accountOperation({
  name: 'session.prove',
  id: 'proveOneself',
  summary: 'Re-authenticate',
  note: 'For ten minutes, allows the operations that return REAUTH_REQUIRED. The session continues with a new token. `code` is required if a second factor is set up.',
  allow: 'person',
  isGuarded: true,
  panel: { method: 'POST', path: '/session/proof', status: 200 },
  input: { password: required(triedPassword), code },
  output: sessionAnswer,
  async run(ctx, { password, code }) {
    const { personId } = callerOf(ctx);
    const account = await accountById(ctx.platform, personId);
    if (account?.hasTotp && code === null)
      throw invalid(
        'code is required: six digits of the authenticator app, or a recovery code.',
        'code',
        'required',
      );
    const counted = countedFor(ctx, personId);
    const { attempt } = await verifyAccountPassword(ctx, account, counted, password);
    return attempting(ctx, counted, attempt, () =>
      recordReauthentication(ctx, async (tx) =>
        account?.hasTotp && code !== null
          ? ['pwd', await useCode(tx, ctx.settings, personId, code)]
          : ['pwd'],
      ),
    );
  },
});

export const signInOperations: readonly AccountOperation[] = [
  signIn,
  submitSecondFactor,
  reauthenticate,
];
