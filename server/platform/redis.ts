import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';

interface Log {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/**
 * A connection to Redis that fails immediately while disconnected, and reconnects in the background.
 * @param commandMs timeout of a command
 * @param says log messages for the loss (once) and the return of the connection
 */
export function connectRedis(
  url: string,
  commandMs: number,
  says: { readonly gone: string; readonly back: string },
  log: Log,
): Redis {
  // Loaded on first use.
  const ioredis = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
  const redis = new ioredis.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMs,
    // Ends an unresponsive connection, so that no request waits for it.
    socketTimeout: 1_000,
    connectTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  });
  let gone = false;
  redis.on('error', (error: Error) => {
    // Only the first of a series; the client keeps reconnecting.
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
