import { queryOptions } from '@tanstack/react-query';
import { ask } from '../api/call.ts';
import type { Account, Session } from '../api/types.ts';
import { client } from './client.ts';
import { sessionQuery } from './session.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => ask('GET /account', { signal }),
});

export const devicesQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => ask('GET /account/sessions', { signal }),
});

export type AccountChange = Partial<Pick<Account, 'name' | 'locale' | 'time_zone'>>;

export async function updateAccount(change: AccountChange): Promise<Account> {
  const account = await ask('PUT /account', { body: change });
  client.setQueryData(accountQuery.queryKey, account);
  const { name, locale, time_zone } = account;
  client.setQueryData(sessionQuery.queryKey, (session: Session | null | undefined) =>
    session ? { ...session, name, locale, time_zone } : session,
  );
  return account;
}

const again = <T>(answer: T) =>
  client.invalidateQueries({ queryKey: ['account'] }).then(() => answer);

export const changePassword = (password: string) =>
  ask('PUT /account/password', { body: { password } }).then(again);

export const beginTotp = () => ask('POST /account/totp', {});
export const confirmTotp = (code: string) =>
  ask('POST /account/totp/confirm', { body: { code } }).then(again);
export const removeTotp = () => ask('DELETE /account/totp', {}).then(again);
export const renewRecoveryCodes = () => ask('POST /account/recovery-codes', {}).then(again);

export const endSession = (id: string) =>
  ask('DELETE /account/sessions/{id}', { at: { id } }).then(again);
export const endOtherSessions = () => ask('DELETE /account/sessions', {}).then(again);

export const askForPassword = (email: string) => ask('POST /password-reset', { body: { email } });
export const lookAtReset = (token: string) => ask('POST /password-reset/look', { body: { token } });
export const replacePassword = (token: string, password: string, code: string | undefined) =>
  ask('POST /password-reset/use', { body: { token, password, code } });
export const confirmEmail = (token: string) =>
  ask('POST /account/email/confirm', { body: { token } });
