import { lruCache } from '#server/platform/lru-cache.ts';

/** Time to live of a cached result: revocation and suspension must take effect within a second on every node. */
const cacheTtlMs = 500;
const maxRemembered = 10_000;

/** Merges concurrent lookups of a key and caches found values for half a second. Missing values are never cached. */
export function cachedLookup<T extends object>(ask: (key: string) => Promise<T | undefined>) {
  // Uses a monotonic clock: setting the system clock back must not extend the time to live.
  const remembered = lruCache<{ value: T; until: number }>(maxRemembered);
  const open = new Map<string, { since: number; found: Promise<T | undefined> }>();
  return {
    peek: (key: string) => remembered.peek(key)?.value,
    /** @param isGood accepts a cached value; otherwise it is looked up again */
    async find(key: string, isGood: (value: T) => boolean = () => true): Promise<T | undefined> {
      const now = performance.now();
      const entry = remembered.get(key);
      if (entry && entry.until > now && isGood(entry.value)) return entry.value;
      const waiting = open.get(key);
      // A lookup in progress for longer than that would return an outdated result.
      if (waiting && waiting.since + cacheTtlMs > now) return waiting.found;
      const lookup = ask(key).then((value) => {
        // Measured from before the lookup, as the result is at least that old.
        if (value) remembered.set(key, { value, until: now + cacheTtlMs });
        else remembered.delete(key);
        return value;
      });
      const mine = { since: now, found: lookup };
      open.set(key, mine);
      const forget = () => {
        if (open.get(key) === mine) open.delete(key);
      };
      lookup.then(forget, forget);
      return lookup;
    },
  };
}
