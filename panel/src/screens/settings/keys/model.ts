import type { Key } from '#panel/api/types.ts';

type KeyState = 'active' | 'expired' | 'revoked';

export function stateOf({ revoked_at, expires_at }: Key, now: number): KeyState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active';
}

/** True if the user may rotate a key: a replacement of a personal key would belong to another user. */
export const mayRotate = ({ user_id }: Key, me: string): boolean =>
  user_id === null || user_id === me;

const hour = 3_600_000;

/** Time after a number of hours. */
export const inHours = (hours: number, now: number): string =>
  new Date(now + hours * hour).toISOString();

/** Expiry of a key after a number of days; null for never. */
export const endOf = (days: string, now: number): string | null =>
  days === 'never' ? null : inHours(Number(days) * 24, now);
