import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
  callerOf,
  requireFresh,
} from '#server/operations/account-operation.ts';
import { ApiError, conflict, notFound } from '#server/platform/errors.ts';
import { isUuid } from '#server/platform/uuid.ts';
import {
  about,
  boolean,
  oneOf,
  patterned,
  required,
  singleLine,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import { identitiesOf, unlinkIdentity } from './openid-people.ts';
import { beginSignIn, finishSignIn } from './openid-sign-in.ts';
import { relyingPartyAt } from './relying-party.ts';

/** @throws ApiError NOT_FOUND if no provider is configured */
function providerOf({ settings }: AccountContext) {
  if (!settings.openId) throw new ApiError('NOT_FOUND', 'No OpenID provider is configured.');
  return settings.openId;
}

const signInMethods = accountOperation({
  name: 'session.ways',
  id: 'getWaysIn',
  summary: 'List the available sign-in methods',
  note: 'Passwords are always available. `oidc` is the name of the operator’s OpenID provider.',
  allow: 'anyone',
  panel: { method: 'GET', path: '/session/ways', status: 200 },
  input: {},
  output: {
    name: 'WaysIn',
    fields: {
      passkeys: about('True if passkeys are supported.', required(boolean)),
      oidc: about('The name of the OpenID provider; null if there is none.', singleLine()),
    },
  },
  run: async ({ settings, request: asking }) => ({
    data: {
      passkeys: relyingPartyAt(asking.page) !== undefined,
      oidc: settings.openId?.name ?? null,
    },
  }),
});

const purposes = ['sign-in', 'proof', 'link'] as const;
/** Path of a panel page. Excludes `//host`, which leads to another site. */
const next = patterned(/^\/(?![/\\])[!-~]{0,2047}$/, 'the path of a page here', '/', {
  format: 'path',
});

const beginOidc = accountOperation({
  name: 'session.oidc',
  id: 'beginOidc',
  summary: 'Start signing in with the operator’s OpenID provider',
  note: '`address` is the URL to send the browser to. `purpose` is one of: signing in, re-authenticating, or linking your account at the provider (requires recent authentication). `next` is the page to open afterwards.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'POST', path: '/oidc/begin', status: 200 },
  input: {
    purpose: about('The purpose.', withDefault(oneOf('text', purposes), 'sign-in')),
    next: withDefault(next, '/'),
  },
  output: {
    name: 'OidcBegun',
    fields: { address: about('The URL to send the browser to.', required(singleLine(4_096))) },
  },
  mayFail: ['BAD_GATEWAY', 'NOT_FOUND', 'REAUTH_REQUIRED', 'UNAUTHORIZED'],
  async run(ctx, { purpose, next }) {
    const provider = providerOf(ctx);
    const caller = purpose === 'sign-in' ? undefined : callerOf(ctx);
    if (purpose === 'link' && caller) requireFresh(caller);
    return beginSignIn(ctx, provider, purpose, next, caller);
  },
});

const finishOidc = accountOperation({
  name: 'session.oidc.callback',
  id: 'finishOidc',
  summary: 'Handle the callback of the OpenID provider',
  note: 'The provider redirects the browser here. Returns 303 to the page given as `next`, or to `/sign-in?oidc=refused` or `/sign-in?oidc=unavailable`, with `next` as the fragment, if it failed.',
  allow: 'anyone',
  isGuarded: true,
  panel: { method: 'GET', path: '/oidc/callback', status: 303 },
  input: {},
  output: { name: 'OidcFinished', fields: {} },
  mayFail: ['NOT_FOUND'],
  run: async (ctx) => finishSignIn(ctx, providerOf(ctx)),
});

const listIdentities = accountOperation({
  name: 'identities.list',
  id: 'listIdentities',
  summary: 'List your linked OpenID accounts',
  note: 'Each can be used to sign in. The first one linked comes first.',
  allow: 'person',
  panel: { method: 'GET', path: '/account/identities', status: 200 },
  input: {},
  output: {
    name: 'Identity',
    isList: true,
    fields: {
      id: required(uuid),
      issuer: about('The issuer URL of the provider.', required(singleLine(2_048))),
      used_at: about('When it was last used.', required(timestamp)),
      created_at: required(timestamp),
    },
  },
  run: async (ctx) => ({ data: await identitiesOf(ctx.platform, callerOf(ctx).personId) }),
});

const deleteIdentity = accountOperation({
  name: 'identities.delete',
  id: 'deleteIdentity',
  summary: 'Unlink an OpenID account',
  note: 'Your only sign-in method cannot be removed: 409.',
  allow: 'fresh',
  panel: { method: 'DELETE', path: '/account/identities/:id', status: 200 },
  input: {},
  output: { name: 'DeletedIdentity', fields: { id: required(uuid), deleted: required(boolean) } },
  mayFail: ['CONFLICT'],
  async run(ctx, _values, id) {
    const { personId } = callerOf(ctx);
    await ctx.platform.transaction(async (tx) => {
      const unlinked = isUuid(id) ? await unlinkIdentity(tx, personId, id) : undefined;
      if (!unlinked) throw notFound('account of yours at a provider');
      if (!unlinked.isRemoved)
        throw conflict(
          'This is your only sign-in method: set a password or add a passkey first.',
          'only_sign_in_method',
        );
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: 'identities.delete',
        before: { issuer: unlinked.issuer },
      });
    });
    return { data: { id, deleted: true } };
  },
});

export const openIdOperations: readonly AccountOperation[] = [
  signInMethods,
  beginOidc,
  finishOidc,
  listIdentities,
  deleteIdentity,
];
