import { renderSVG } from 'uqr';
import {
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { about, boolean, prose, required, singleLine, texts } from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import { addSessionFactor, removeSessionFactor } from '../sessions.ts';
import { accountById } from './credentials.ts';
import { code } from './fields.ts';
import { newRecoveryCodes, removeRecoveryCodes } from './recovery-codes.ts';
import { beginTotp, confirmTotp, removeTotp } from './totp.ts';

/*
 * Second factor: codes of an authenticator app, and recovery codes in case the app is lost.
 */

const codes = {
  recovery_codes: about(
    'Single-use codes for signing in without the app. Returned only once.',
    texts(10, 64),
  ),
};

const beginSecondFactor = accountOperation({
  name: 'account.begin_totp',
  id: 'beginTotp',
  summary: 'Start setting up an authenticator app',
  note: 'Returns the secret for the app as text, as an otpauth URL and as an image (SVG). It takes effect once `confirmTotp` receives a valid code.',
  allow: 'fresh',
  panel: { method: 'POST', path: '/account/totp', status: 201 },
  mayFail: ['CONFLICT'],
  input: {},
  output: {
    name: 'TotpSetup',
    fields: {
      secret: about('The secret, for entering it manually in the app.', required(singleLine())),
      url: about('The same, for an app on this device.', required(singleLine(1_024))),
      qr: about('The QR code as an SVG image.', required(prose)),
    },
  },
  async run({ platform, settings, ...ctx }) {
    const { personId, email } = callerOf({ platform, settings, ...ctx });
    const begun = await beginTotp(platform, settings.secrets, { personId, email });
    if (!begun)
      throw conflict('You already have an authenticator app: remove it first.', 'code_app_exists');
    return { data: { ...begun, qr: renderSVG(begun.url, { border: 2 }) } };
  },
});

const confirmSecondFactor = accountOperation({
  name: 'account.confirm_totp',
  id: 'confirmTotp',
  summary: 'Finish setting up an authenticator app',
  note: 'Returns ten recovery codes, only once.',
  allow: 'fresh',
  isGuarded: true,
  panel: { method: 'POST', path: '/account/totp/confirm', status: 200 },
  input: { code: required(code) },
  output: { name: 'RecoveryCodes', fields: codes },
  async run(ctx, { code }) {
    const { personId } = callerOf(ctx);
    const { secrets } = ctx.settings;
    return ctx.platform.transaction(async (tx) => {
      if (!(await confirmTotp(tx, secrets, personId, code.replace(/\s/g, ''))))
        throw invalid(
          'code does not match the secret that was shown last; try the next code.',
          'code',
          'not_allowed',
          { reason: 'wrong_code' },
        );
      await addSessionFactor(tx, callerOf(ctx), 'otp');
      const recovery_codes = await newRecoveryCodes(tx, personId);
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: 'account.confirm_totp',
        after: { second_factor: true, recovery_codes_left: recovery_codes.length },
      });
      return { data: { recovery_codes } };
    });
  },
});

const removeSecondFactor = accountOperation({
  name: 'account.remove_totp',
  id: 'removeTotp',
  summary: 'Remove the authenticator app and the recovery codes',
  note: 'Signing in no longer requires a code.',
  allow: 'fresh',
  panel: { method: 'DELETE', path: '/account/totp', status: 200 },
  input: {},
  output: { name: 'TotpRemoved', fields: { removed: required(boolean) } },
  async run(ctx) {
    const { personId } = callerOf(ctx);
    return ctx.platform.transaction(async (tx) => {
      await removeRecoveryCodes(tx, personId);
      const removed = await removeTotp(tx, personId);
      await removeSessionFactor(tx, personId, ['otp', 'recovery']);
      if (removed)
        await recordAccountAudit(tx, ctx, {
          personId,
          operation: 'account.remove_totp',
          before: { second_factor: true },
          after: { second_factor: false },
        });
      return { data: { removed } };
    });
  },
});

const renewRecoveryCodes = accountOperation({
  name: 'account.renew_recovery_codes',
  id: 'renewRecoveryCodes',
  summary: 'Create new recovery codes',
  note: 'Replaces the previous codes. They are returned only once.',
  allow: 'fresh',
  panel: { method: 'POST', path: '/account/recovery-codes', status: 201 },
  mayFail: ['CONFLICT'],
  input: {},
  output: { name: 'RecoveryCodes', fields: codes },
  async run(ctx) {
    const { personId } = callerOf(ctx);
    return ctx.platform.transaction(async (tx) => {
      const account = await accountById(tx, personId);
      if (!account?.hasTotp)
        throw conflict('Set up an authenticator app first.', 'code_app_missing');
      const recovery_codes = await newRecoveryCodes(tx, personId);
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: 'account.renew_recovery_codes',
        after: { recovery_codes_left: recovery_codes.length },
      });
      return { data: { recovery_codes } };
    });
  },
});

export const factorOperations: readonly AccountOperation[] = [
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
];
