import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';
import type { Account } from '../api/types.ts';
import { defineCommand } from '../commands/command.ts';
import { setLanguage } from '../words/translations.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => request('GET /account', { signal }),
});

export const devicesQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => request('GET /account/sessions', { signal }),
});

type AccountChange = Partial<Pick<Account, 'name' | 'locale' | 'time_zone'>>;

/** Changes the user's name, language or time zone. */
export const changeAccount = defineCommand<AccountChange, Account>({
  record: () => 'account',
  patch: (change) => change,
  async send(_, fields) {
    const account = await request('PUT /account', { body: fields });
    await setLanguage(account.locale);
    return account;
  },
  read: () => queryClient.getQueryData(accountQuery.queryKey),
  load: () => request('GET /account', {}),
  write(_, change) {
    queryClient.setQueryData(accountQuery.queryKey, (account) => account && change(account));
    queryClient.setQueryData(sessionQuery.queryKey, (session) => session && change(session));
  },
});

/** Teams too, because some require a second factor. */
const refetchAccount = <T>(answer: T) =>
  queryClient
    .invalidateQueries({ predicate: ({ queryKey: [of] }) => of === 'account' || of === 'teams' })
    .then(() => answer);

/** Avatars of all teams show the picture. */
const storeAccount = async (account: Account) => {
  queryClient.setQueryData(accountQuery.queryKey, account);
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'people' });
};

/** @param image JPEG in base64 */
export const setPicture = (image: string) =>
  request('PUT /account/picture', { body: { image } }).then(storeAccount);
export const removePicture = () => request('DELETE /account/picture', {}).then(storeAccount);

export const changePassword = (password: string) =>
  request('PUT /account/password', { body: { password } }).then(refetchAccount);

export const beginTotp = () => request('POST /account/totp', {});
export const confirmTotp = (code: string) =>
  request('POST /account/totp/confirm', { body: { code } }).then(refetchAccount);
export const removeTotp = () => request('DELETE /account/totp', {}).then(refetchAccount);
export const renewRecoveryCodes = () =>
  request('POST /account/recovery-codes', {}).then(refetchAccount);

export const endSession = (id: string) =>
  request('DELETE /account/sessions/{id}', { at: { id } }).then(refetchAccount);
export const endOtherSessions = () => request('DELETE /account/sessions', {}).then(refetchAccount);

export const requestPasswordReset = (email: string) =>
  request('POST /password-reset', { body: { email } });
export const fetchPasswordReset = (token: string) =>
  request('POST /password-reset/look', { body: { token } });
export const replacePassword = (token: string, password: string, code: string | undefined) =>
  request('POST /password-reset/use', { body: { token, password, code } });
export const confirmEmail = (token: string) =>
  request('POST /account/email/confirm', { body: { token } });
