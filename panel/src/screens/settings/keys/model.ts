import type { Key } from '../../../api/types.ts';

export type KeyState = 'active' | 'expired' | 'revoked';

export function stateOf({ revoked_at, expires_at }: Key, now: number): KeyState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active';
}

/** Whether somebody may rotate a key: the twin of a personal one would be somebody else's. */
export const mayRotate = ({ user_id }: Key, me: string): boolean =>
  user_id === null || user_id === me;

const hour = 3_600_000;

/** So many hours from now. */
export const inHours = (hours: number, now: number): string =>
  new Date(now + hours * hour).toISOString();

/** When a key ends that is to last for so many days; null: never. */
export const endOf = (days: string, now: number): string | null =>
  days === 'never' ? null : inHours(Number(days) * 24, now);
