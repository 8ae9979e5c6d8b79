import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time, so that the time does not reveal where they differ. */
export function isSame(input: string | undefined, expected: string): boolean {
  if (input === undefined) return false;
  // Fixed length, regardless of the input.
  const digest = (value: string) => createHmac('sha256', 'same').update(value).digest();
  return timingSafeEqual(digest(input), digest(expected));
}
