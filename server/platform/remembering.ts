import { LRUCache } from 'lru-cache';

/**
 * Remembers so many values, those that were used last. lru-cache's own `max` sets all of their places aside at once, and a start would
 * spend a tenth of a second on that.
 */
export const remembering = <V extends NonNullable<unknown>>(
  most: number,
  options: { ttl?: number; dispose?: (value: V) => void } = {},
): LRUCache<string, V> =>
  new LRUCache<string, V>({ ...options, maxSize: most, sizeCalculation: () => 1 });
