import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSame(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  // Of equal length whatever was given.
  const digest = (value: string) => createHmac('sha256', 'same').update(value).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
