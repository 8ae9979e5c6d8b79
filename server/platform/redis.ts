import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';

interface Log {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/**
 * A connection to Redis that fails at once while there is none, and goes on trying.
 * @param commandMs how long an answer may take
 * @param says what the log tells when Redis is gone (once) and when it is back
 */
export function connectRedis(
  url: string,
  commandMs: number,
  says: { readonly gone: string; readonly back: string },
  log: Log,
): Redis {
  // Loaded where there is one.
  const ioredis = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
  const redis = new ioredis.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMs,
    // One that hangs is as good as gone: the connection ends, and no request waits for it any more.
    socketTimeout: 1_000,
    connectTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  });
  let gone = false;
  redis.on('error', (error: Error) => {
    // The first of a series; the client goes on trying.
    if (gone) return;
    gone = true;
    log.warn({ reason: error.message }, says.gone);
  });
  redis.on('ready', () => {
    if (gone) log.info({}, says.back);
    gone = false;
  });
  return redis;
}
