import { queryOptions } from '@tanstack/react-query';
import { requestPath, segment } from '../api/call.ts';
import { sessionOidcLimits } from '../api/input-limits.ts';
import { hasPasskeys, makePasskey, requestPasskey } from '../api/passkeys.ts';
import type { Identity, Passkey, Session, WaysIn } from '../api/types.ts';
import { paths } from '../route/paths.ts';
import { queryClient } from './query-client.ts';
import { storeRequest } from './stored-request.ts';

/* Sign-in methods: passkeys, and accounts of the operator's OpenID provider. */

/** Sign-in methods available on this server and in this browser. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['ways'],
  staleTime: 10 * 60_000,
  queryFn: async ({ signal }) => {
    const methods = await requestPath<WaysIn>('GET', '/session/ways', { signal });
    return { ...methods, passkeys: methods.passkeys && hasPasskeys() };
  },
});

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => requestPath<readonly Passkey[]>('GET', '/account/passkeys', { signal }),
});

export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'],
  queryFn: ({ signal }) =>
    requestPath<readonly Identity[]>('GET', '/account/identities', { signal }),
});

/** Teams too, because some require a second factor. */
const refetchAccount = <T>(answer: T) =>
  queryClient
    .invalidateQueries({ predicate: ({ queryKey: [of] }) => of === 'account' || of === 'teams' })
    .then(() => answer);

interface PasskeyChallenge {
  readonly options: unknown;
}
const post = <T>(path: string, body: object = {}) => requestPath<T>('POST', path, { body });

async function answer(path: string, signal?: AbortSignal, waits?: boolean): Promise<Session> {
  const { options } = await post<PasskeyChallenge>('/passkey/challenge');
  return post<Session>(path, { credential: await requestPasskey(options, signal, waits) });
}

/**
 * @param waits true to offer passkeys in the email field's autofill instead of a dialog
 * @throws Failure
 */
export const signInByPasskey = (signal?: AbortSignal, waits = false) =>
  answer('/passkey/sign-in', signal, waits);
export const proveByPasskey = () => answer('/passkey/proof');

export async function addPasskey(name: string): Promise<Passkey> {
  const { options } = await post<PasskeyChallenge>('/account/passkeys/challenge');
  const credential = await makePasskey(options);
  return refetchAccount(await post<Passkey>('/account/passkeys', { name, credential }));
}
export const renamePasskey = (id: string, name: string) =>
  requestPath<Passkey>('PUT', `/account/passkeys/${segment(id)}`, { body: { name } }).then(
    refetchAccount,
  );
export const removePasskey = (id: string) =>
  requestPath('DELETE', `/account/passkeys/${segment(id)}`).then(refetchAccount);
export const unlinkIdentity = (id: string) =>
  requestPath('DELETE', `/account/identities/${segment(id)}`).then(refetchAccount);

const nextPattern = new RegExp(sessionOidcLimits.next.pattern);

/** The page to return to, in a form that the service accepts. A page whose address is too long opens without its filters. */
function shortened(next: string): string {
  if (nextPattern.test(next)) return next;
  const [path = paths.start(), ...query] = next.split('?');
  const stored = path === paths.connect() ? storeRequest(query.join('?')) : undefined;
  return stored === undefined ? path : `${path}?${stored}`;
}

/** Redirects the browser to the provider. @param next page to return to @throws Failure */
export async function goToProvider(
  purpose: 'sign-in' | 'proof' | 'link',
  next: string,
): Promise<void> {
  const { address } = await post<{ address: string }>('/oidc/begin', {
    purpose,
    next: shortened(next),
  });
  location.assign(address);
}
