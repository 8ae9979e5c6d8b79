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

/** What the limiter says of one request. */
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
  /** Counts one request of a key that has a limit of its own. */
  takeKey(id: string, perMinute: number): Promise<Allowance>;
  close(): Promise<void>;
}

interface Log {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

const windowSeconds = 60;
/** What counters are called, for all processes and nodes; with what they are about. */
export const clusterLimiterName = 'pauta-rate';
const keyLimiterName = 'pauta-key-rate';
const says = {
  gone: 'Redis is out of reach: this node counts requests by itself',
  back: 'Redis is back: requests are counted across all nodes',
};

/** What is counted together: an IPv4 address (also when written inside IPv6), or the /64 of an IPv6 address. */
export function countedAs(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts.slice(0, 4).join(':')}::/64`
    : parsed.toString();
}

/**
 * So many requests an address in a minute, a window that opens with the first. One count for all nodes with Redis,
 * for all processes of this node without; while Redis is gone each node counts for itself, and says so in the log. It
 * goes on from what it counted beside Redis: whoever has used up the minute does not get another one of each node.
 */
export function rateLimit(perMinute: number, redisUrl: string | undefined, log: Log): RateLimit {
  const redis = redisUrl ? connectRedis(redisUrl, 500, says, log) : undefined;

  function counter(points: number, keyPrefix: string): (counted: string) => Promise<Allowance> {
    const options = { points, duration: windowSeconds, keyPrefix };
    const here = cluster.isWorker
      ? new RateLimiterCluster({ ...options, timeoutMs: 1_000 })
      : new RateLimiterMemory(options);
    const alone = new RateLimiterMemory(options);
    const shared =
      redis &&
      new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true });
    return async (counted) => {
      const own = consume(here, counted).catch((error: unknown) => {
        // The process that counts for all does not answer: better each for itself than nobody served.
        log.warn({ reason: String(error) }, 'requests cannot be counted across nodes right now');
        return consume(alone, counted);
      });
      return shared ? consume(shared, counted).catch(() => own) : own;
    };
  }

  const addresses = counter(perMinute, clusterLimiterName);
  /** By how many requests they allow: operators choose few numbers. */
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

/** Counts one request. @throws Error when it cannot be counted; a refusal is an answer, not an error */
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
