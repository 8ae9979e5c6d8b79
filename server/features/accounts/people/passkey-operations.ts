import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import { ApiError, notFound } from '#server/platform/errors.ts';
import { isUuid } from '#server/platform/uuid.ts';
import {
  about,
  boolean,
  freeObject,
  madeObject,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import { sessionAnswer } from '../session-operations.ts';
import { addSessionFactor, removeSessionFactor } from '../sessions.ts';
import {
  addPasskey,
  beginCreation,
  beginVerification,
  passkeysOf,
  removePasskey,
  renamePasskey,
  verifyPasskey,
} from './passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';
import { recordReauthentication, signInAs } from './sign-in.ts';

const passkey = {
  name: 'Passkey',
  fields: {
    id: required(uuid),
    name: required(singleLine()),
    used_at: about('When it was last used.', timestamp),
    created_at: required(timestamp),
  },
};

const options = {
  name: 'PasskeyOptions',
  fields: {
    options: about(
      'The options for the browser’s WebAuthn API, unchanged.',
      required(madeObject({ challenge: 'MTIzNDU2Nzg5MDEyMzQ1Ng' })),
    ),
  },
};

const credential = required(freeObject({ id: 'AQIDBA', type: 'public-key', response: {} }));
const name = required(singleLine(100, 1));

/** Context for passkey operations. @throws ApiError VALIDATION_ERROR if passkeys are not possible at this address */
const passkeyContext = ({ platform, settings, request: asking }: AccountContext) => ({
  platform,
  settings,
  party: relyingPartyOf(asking.page),
});

const noPasskey = () => notFound('passkey of yours');

const listPasskeys = accountOperation({
  name: 'passkeys.list',
  id: 'listPasskeys',
  summary: 'List your passkeys',
  note: 'Each can be used to sign in and to re-authenticate.',
  allow: 'person',
  panel: { method: 'GET', path: '/account/passkeys', status: 200 },
  input: {},
  output: { ...passkey, isList: true },
  run: async (ctx) => ({ data: await passkeysOf(ctx.platform, callerOf(ctx).personId) }),
});

const beginPasskey = accountOperation({
  name: 'passkeys.begin',
  id: 'beginPasskey',
  summary: 'Start adding a passkey',
  note: 'Pass `options` to `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`. They are valid once, for five minutes.',
  allow: 'fresh',
  panel: { method: 'POST', path: '/account/passkeys/challenge', status: 200 },
  input: {},
  output: options,
  mayFail: ['CONFLICT'],
  run: async (ctx) => ({
    data: { options: await beginCreation(passkeyContext(ctx), callerOf(ctx)) },
  }),
});

const createPasskey = accountOperation({
  name: 'passkeys.create',
  id: 'createPasskey',
  summary: 'Add a passkey',
  note: '`credential` is the browser’s credential, serialized with `toJSON()`.',
  allow: 'fresh',
  panel: { method: 'POST', path: '/account/passkeys', status: 201 },
  input: { name, credential },
  output: passkey,
  mayFail: ['CONFLICT', 'DUPLICATE_ENTRY', 'GONE'],
  async run(ctx, values) {
    const { personId } = callerOf(ctx);
    const { platform, ...relying } = passkeyContext(ctx);
    const data = await platform.transaction(async (tx) => {
      const made = await addPasskey(
        { ...relying, platform: tx },
        personId,
        values.name,
        values.credential,
      );
      await addSessionFactor(tx, callerOf(ctx), 'passkey');
      const after = { name: values.name };
      await recordAccountAudit(tx, ctx, { personId, operation: 'passkeys.create', after });
      return made;
    });
    return { data };
  },
});

const updatePasskey = accountOperation({
  name: 'passkeys.update',
  id: 'updatePasskey',
  summary: 'Rename a passkey',
  note: 'Only its name can be changed.',
  allow: 'person',
  panel: { method: 'PUT', path: '/account/passkeys/:id', status: 200 },
  input: { name },
  output: passkey,
  async run(ctx, values, id) {
    const { personId } = callerOf(ctx);
    if (!isUuid(id)) throw noPasskey();
    return ctx.platform.transaction(async (tx) => {
      const renamed = await renamePasskey(tx, personId, id, values.name);
      if (!renamed) throw noPasskey();
      if (renamed.before !== values.name)
        await recordAccountAudit(tx, ctx, {
          personId,
          operation: 'passkeys.update',
          before: { name: renamed.before },
          after: { name: values.name },
        });
      return { data: renamed.passkey };
    });
  },
});

const deletePasskey = accountOperation({
  name: 'passkeys.delete',
  id: 'deletePasskey',
  summary: 'Remove a passkey',
  note: 'Your only sign-in method cannot be removed: 409.',
  allow: 'fresh',
  panel: { method: 'DELETE', path: '/account/passkeys/:id', status: 200 },
  input: {},
  output: { name: 'DeletedPasskey', fields: { id: required(uuid), deleted: required(boolean) } },
  mayFail: ['CONFLICT'],
  async run(ctx, _values, id) {
    const { personId } = callerOf(ctx);
    if (!isUuid(id)) throw noPasskey();
    await ctx.platform.transaction(async (tx) => {
      const name = await removePasskey(tx, personId, id);
      if (name === undefined) throw noPasskey();
      // Sessions do not record which passkey they were proven with.
      await removeSessionFactor(tx, personId, ['passkey']);
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: 'passkeys.delete',
        before: { name },
      });
    });
    return { data: { id, deleted: true } };
  },
});

const challengePasskey = accountOperation({
  name: 'passkeys.challenge',
  id: 'challengePasskey',
  summary: 'Start signing in or re-authenticating with a passkey',
  note: 'Pass `options` to `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`. They are valid once, for five minutes.',
  allow: 'anyone',
  panel: { method: 'POST', path: '/passkey/challenge', status: 200 },
  input: {},
  output: options,
  run: async (ctx) => ({
    data: { options: await beginVerification(passkeyContext(ctx), ctx.caller?.personId) },
  }),
});

const signInWithPasskey = accountOperation({
  name: 'session.passkey',
  id: 'signInWithPasskey',
  summary: 'Sign in with a passkey',
  note: 'No second factor is required: a passkey with user verification counts as both factors.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/passkey/sign-in', status: 200 },
  input: { credential },
  output: sessionAnswer,
  mayFail: ['GONE', 'UNAUTHORIZED'],
  run: async (ctx, values) =>
    signInAs(ctx, await verifyPasskey(passkeyContext(ctx), values.credential), ['passkey']),
});

const proveWithPasskey = accountOperation({
  name: 'session.proof.passkey',
  id: 'proveWithPasskey',
  summary: 'Re-authenticate with a passkey',
  note: 'For ten minutes, the session may use operations that require recent authentication.',
  allow: 'person',
  isGuarded: true,
  panel: { method: 'POST', path: '/passkey/proof', status: 200 },
  input: { credential },
  output: sessionAnswer,
  mayFail: ['GONE'],
  async run(ctx, values) {
    const { personId, methods } = callerOf(ctx);
    // Another person's passkey would satisfy the challenge, but does not prove who this is.
    if ((await verifyPasskey(passkeyContext(ctx), values.credential)) !== personId)
      throw new ApiError('UNAUTHORIZED', 'This passkey belongs to another person.');
    return recordReauthentication(ctx, [...new Set([...methods, 'passkey'])]);
  },
});

export const passkeyOperations: readonly AccountOperation[] = [
  listPasskeys,
  beginPasskey,
  createPasskey,
  updatePasskey,
  deletePasskey,
  challengePasskey,
  signInWithPasskey,
  proveWithPasskey,
];
