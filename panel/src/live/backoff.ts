const longestMs = 30_000;

/**
 * Delay before the next attempt, in ms: exponential backoff with jitter, at least the server's Retry-After.
 * @param retryAfter in seconds
 * @param chance from 0 to 1
 */
export function backoffDelay(attempt: number, retryAfter: number, chance: number): number {
  const ours = Math.min(longestMs, 1_000 * 2 ** Math.min(attempt, 5));
  return Math.max(retryAfter * 1_000, ours / 2) + (ours / 2) * chance;
}
