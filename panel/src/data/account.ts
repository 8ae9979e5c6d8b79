import { queryOptions } from '@tanstack/react-query';
import { call, segment } from '../api/call.ts';
import type {
  Account,
  OwnSession,
  PasswordReset,
  RecoveryCodes,
  Session,
  TotpSetup,
} from '../api/types.ts';
import { client } from './client.ts';
import { sessionQuery } from './session.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call<Account>('GET', '/account', { signal }),
});

export const devicesQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call<readonly OwnSession[]>('GET', '/account/sessions', { signal }),
});

export type AccountChange = Partial<Pick<Account, 'name' | 'locale' | 'time_zone'>>;

export async function updateAccount(change: AccountChange): Promise<Account> {
  const account = await call<Account>('PUT', '/account', { body: change });
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
  call<{ sessions_ended: number }>('PUT', '/account/password', { body: { password } }).then(again);

export const beginTotp = () => call<TotpSetup>('POST', '/account/totp', { body: {} });
export const confirmTotp = (code: string) =>
  call<RecoveryCodes>('POST', '/account/totp/confirm', { body: { code } }).then(again);
export const removeTotp = () => call('DELETE', '/account/totp').then(again);
export const renewRecoveryCodes = () =>
  call<RecoveryCodes>('POST', '/account/recovery-codes', { body: {} }).then(again);

export const endSession = (id: string) =>
  call<{ ended: number }>('DELETE', `/account/sessions/${segment(id)}`).then(again);
export const endOtherSessions = () =>
  call<{ ended: number }>('DELETE', '/account/sessions').then(again);

export const askForPassword = (email: string) =>
  call<{ is_mailed: boolean }>('POST', '/password-reset', { body: { email } });
export const lookAtReset = (token: string) =>
  call<PasswordReset>('POST', '/password-reset/look', { body: { token } });
export const replacePassword = (token: string, password: string, code: string | undefined) =>
  call('POST', '/password-reset/use', { body: { token, password, code } });
export const confirmEmail = (token: string) =>
  call<{ email: string }>('POST', '/account/email/confirm', { body: { token } });
