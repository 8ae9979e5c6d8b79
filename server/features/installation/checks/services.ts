import type { Check } from './check.ts';

/** Checks that Redis answers. */
export async function checkRedis(url: string): Promise<Check> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
    return { name: 'redis', ok: true, found: 'answers' };
  } catch (error) {
    const advice =
      'Start Redis or correct REDIS_URL; until then each node counts requests for itself.';
    return { name: 'redis', ok: false, found: (error as Error).message, advice };
  } finally {
    redis.disconnect();
  }
}
