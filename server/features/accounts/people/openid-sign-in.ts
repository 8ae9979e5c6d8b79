import { randomBytes } from 'node:crypto';
import type {
  AccountAnswer,
  AccountContext,
  SignedIn,
} from '#server/operations/account-operation.ts';
import type { AssertedIdentity, OpenIdChecks, OpenIdProvider } from '#server/outbound/openid.ts';
import { ProviderAway, ProviderRefused } from '#server/outbound/openid.ts';
import { ApiError } from '#server/platform/errors.ts';
import { makeChallenge, readChallenge, spend } from './challenges.ts';
import { linkIdentity, personFor, personOf } from './openid-people.ts';
import { recordReauthentication, signInAs } from './sign-in.ts';

/*
 * Sign-in with the operator's OpenID provider. The state of the flow is sealed in a cookie of the browser, so any node can continue it;
 * it is valid once. No database transaction waits for the provider.
 */

/** Purpose of the flow: sign in, re-authenticate, or link an account. */
type Purpose = 'sign-in' | 'proof' | 'link';

interface SignInFlow extends OpenIdChecks {
  readonly purpose: Purpose;
  /** Person who started a re-authentication or a link. */
  readonly person?: string;
  /** Page to redirect to afterwards. */
  readonly next: string;
  /** Start time, as Date.now(). */
  readonly at: number;
}

const goodForMs = 10 * 60_000;
const challengePurpose = 'OpenID Connect';
const sealContext = 'OpenID Connect';
/** Tolerated clock skew of the provider. */
const skewMs = 60_000;

/** Redirect URI, as registered with the provider. */
const callbackOf = (page: string) =>
  new URL(`${page.replace(/\/+$/, '')}/api/panel/oidc/callback`).href;

/** Starts the flow. @throws ApiError BAD_GATEWAY if the provider is unreachable */
export async function beginSignIn(
  { settings, request }: AccountContext,
  provider: OpenIdProvider,
  purpose: Purpose,
  next: string,
  caller: SignedIn | undefined,
): Promise<AccountAnswer> {
  const begun: SignInFlow = {
    state: makeChallenge(settings.secrets, challengePurpose, goodForMs).toString('base64url'),
    nonce: randomBytes(32).toString('base64url'),
    verifier: randomBytes(32).toString('base64url'),
    isProof: purpose === 'proof',
    purpose,
    next,
    at: Date.now(),
    ...(purpose === 'sign-in' || !caller ? {} : { person: caller.personId }),
  };
  try {
    const address = await provider.addressFor(callbackOf(request.page), begun);
    const sealed = settings.secrets.seal(JSON.stringify(begun), sealContext).toString('base64url');
    return { data: { address: address.href }, externalSignIn: sealed };
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    settings.services?.log.warn({ reason: error.message }, 'the OpenID provider cannot be reached');
    throw new ApiError(
      'BAD_GATEWAY',
      `${provider.name} cannot be reached; use another sign-in method.`,
    );
  }
}

function openFlow({ settings, request }: AccountContext): SignInFlow | undefined {
  if (request.externalSignIn === undefined) return undefined;
  try {
    const sealed = Buffer.from(request.externalSignIn, 'base64url');
    return JSON.parse(settings.secrets.open(sealed, sealContext)) as SignInFlow;
  } catch {
    return undefined;
  }
}

/** Completes the flow. @throws ProviderAway, ProviderRefused, ApiError */
async function complete(
  ctx: AccountContext,
  provider: OpenIdProvider,
  begun: SignInFlow | undefined,
): Promise<AccountAnswer> {
  const { platform, settings, request } = ctx;
  const challenge = begun && readChallenge(settings.secrets, challengePurpose, begun.state);
  if (!begun || !challenge)
    throw new ProviderRefused('this browser did not start the flow, or started it too long ago');
  const came = new URL(callbackOf(request.page) + new URL(request.url, request.page).search);
  // Checked first: a response to another flow must not use up this one's state.
  if (came.searchParams.get('state') !== begun.state) throw new ProviderRefused('another state');
  if (!(await spend(platform, challenge))) throw new ProviderRefused('the state was already used');
  return act(ctx, begun, await provider.finish(came, begun));
}

/** Two factors if the provider states that it verified them. */
const methodsOf = ({ isTwoFactors }: AssertedIdentity) =>
  isTwoFactors ? ['oidc', 'mfa'] : ['oidc'];

async function act(
  ctx: AccountContext,
  begun: SignInFlow,
  vouched: AssertedIdentity,
): Promise<AccountAnswer> {
  const { platform, caller } = ctx;
  if (begun.purpose === 'sign-in') {
    const person = await personFor(ctx, vouched);
    if (person === undefined) throw new ProviderRefused('no person is linked to it');
    return signInAs(ctx, person, methodsOf(vouched));
  }
  if (!caller || caller.personId !== begun.person)
    throw new ProviderRefused('another person is signed in now');
  if (begun.purpose === 'link') {
    if (!(await linkIdentity(ctx, caller.personId, vouched)))
      throw new ProviderRefused('it is linked to another person, or another identity is linked');
    return { data: null };
  }
  if ((vouched.authenticatedAt ?? 0) < begun.at - skewMs)
    throw new ProviderRefused('the provider did not authenticate the person again');
  if ((await personOf(platform, vouched)) !== caller.personId)
    throw new ProviderRefused('it is not linked to the person who is signed in');
  return recordReauthentication(ctx, [...new Set([...caller.methods, ...methodsOf(vouched)])]);
}

/**
 * Redirect after a failure. The reason is only logged, so as not to reveal who has an account. The sign-in page has the next one in its fragment,
 * so that another sign-in method continues there.
 */
function failed(begun: SignInFlow | undefined, outcome: 'refused' | 'unavailable'): string {
  if (begun === undefined || begun.purpose === 'sign-in')
    return `/sign-in?oidc=${outcome}${begun && begun.next !== '/' ? `#${begun.next}` : ''}`;
  return `${begun.next}${begun.next.includes('?') ? '&' : '?'}oidc=${outcome}`;
}

/** Ends the flow and redirects to its page, or to sign-in. Does not throw for errors of the provider. */
export async function finishSignIn(
  ctx: AccountContext,
  provider: OpenIdProvider,
): Promise<AccountAnswer> {
  const { settings, request } = ctx;
  const begun = openFlow(ctx);
  // PUBLIC_URL may have a path.
  const base = new URL(request.page).pathname.replace(/\/+$/, '');
  try {
    const answer = await complete(ctx, provider, begun);
    return { ...answer, externalSignIn: null, location: `${base}${begun?.next ?? '/'}` };
  } catch (error) {
    const isAway =
      error instanceof ProviderAway || (error instanceof ApiError && error.code === 'UNAVAILABLE');
    if (!isAway && !(error instanceof ProviderRefused) && !(error instanceof ApiError)) throw error;
    settings.services?.log.warn(
      { request_id: request.id, reason: error.message },
      'signing in by OpenID Connect failed',
    );
    return {
      data: null,
      externalSignIn: null,
      location: `${base}${failed(begun, isAway ? 'unavailable' : 'refused')}`,
    };
  }
}
