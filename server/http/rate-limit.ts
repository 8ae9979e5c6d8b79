import cluster from 'node:cluster';
import ipaddr from 'ipaddr.js';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { connectRedis } from '../platform/redis.ts';

/** The limiter's decision on one request. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

export interface RateLimit {
  readonly perMinute: number;
  /** Counts one request of an address. */
  take(address: string): Promise<Allowance>;
  /** Counts one request of a key with a separate limit. */
  takeKey(id: string, perMinute: number): Promise<Allowance>;
  close(): Promise<void>;
}

interface Log {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

const windowSeconds = 60;
/** Prefixes of the counters, shared by all processes and nodes. */
const clusterLimiterName = 'pauta-rate';
const keyLimiterName = 'pauta-key-rate';
const says = {
  gone: 'Redis is out of reach: this node counts requests by itself',
  back: 'Redis is back: requests are counted across all nodes',
};

/** Unit of counting: an IPv4 address (also if mapped to IPv6), or the /64 prefix of an IPv6 address. */
export function countedAs(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts.slice(0, 4).join(':')}::/64`
    : parsed.toString();
}

/**
 * Limits requests per address and minute, in a window that starts with the first request. With Redis, all nodes share one count;
 * without it, all processes of this node do. While Redis is unreachable, each node counts separately and logs that. It starts
 * from the local count, kept in parallel: an exhausted address does not get another minute's worth from each node.
 */
export function rateLimit(perMinute: number, redisUrl: string | undefined, log: Log): RateLimit {
  const redis = redisUrl ? connectRedis(redisUrl, 500, says, log) : undefined;

  function counter(points: number, keyPrefix: string): (counted: string) => Promise<Allowance> {
    const options = { points, duration: windowSeconds, keyPrefix };
    const local = cluster.isWorker
      ? new RateLimiterCluster({ ...options, timeoutMs: 1_000 })
      : new RateLimiterMemory(options);
    const alone = new RateLimiterMemory(options);
    const shared =
      redis &&
      new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true });
    return async (counted) => {
      const localCount = consume(local, counted).catch((error: unknown) => {
        // The process that counts for all does not respond: separate counts are better than refusing everyone.
        log.warn({ reason: String(error) }, 'requests cannot be counted across nodes right now');
        return consume(alone, counted);
      });
      return shared ? consume(shared, counted).catch(() => localCount) : localCount;
    };
  }

  const addresses = counter(perMinute, clusterLimiterName);
  /** By their limit: operators choose few different limits. */
  const keys = new Map<number, ReturnType<typeof counter>>();
  return {
    perMinute,
    take: (address) => addresses(countedAs(address)),
    takeKey(id, most) {
      let count = keys.get(most);
      if (!count) {
        count = counter(most, `${keyLimiterName}-${most}`);
        keys.set(most, count);
      }
      return count(id);
    },
    async close() {
      redis?.disconnect();
    },
  };
}

/** Counts one request. @throws Error if counting fails; a refusal is a result, not an error */
async function consume(limiter: RateLimiterAbstract, counted: string): Promise<Allowance> {
  try {
    return allowance(true, await limiter.consume(counted));
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return allowance(false, refusal);
    throw refusal;
  }
}

function allowance(allowed: boolean, result: RateLimiterRes): Allowance {
  return {
    allowed,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
  };
}
