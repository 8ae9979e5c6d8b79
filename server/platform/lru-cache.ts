import { LRUCache } from 'lru-cache';

/**
 * LRU cache of limited size. lru-cache's own `max` preallocates all entries, which would delay the start by a tenth of a second.
 */
export const lruCache = <V extends NonNullable<unknown>>(
  most: number,
  options: { ttl?: number; dispose?: (value: V) => void } = {},
): LRUCache<string, V> =>
  new LRUCache<string, V>({ ...options, maxSize: most, sizeCalculation: () => 1 });
