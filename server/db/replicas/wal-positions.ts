import { connectRedis } from '#server/platform/redis.ts';

/** Position in a server's log (WAL): bytes since its beginning. A number is exact below 8 petabytes. */
export type Position = number;

/** Position of a write whose real position is unknown: past the end of any log. */
export const unknown: Position = Number.MAX_SAFE_INTEGER;

/** Log position at the last acknowledged write of each API key. */
export interface Positions {
  /**
   * Position of the key's last write; 0 without a recent write.
   * @throws Error if it is unavailable
   */
  of(key: string): Promise<Position> | Position;
  /** Records a write of each of these keys. @throws Error if it cannot be shared with other processes */
  raise(keys: readonly string[], position: Position): Promise<void>;
  /** True if other processes currently receive positions. */
  isShared(): boolean;
  close(): void;
}

/** Positions of a single process. @param keptMs retention of a position */
export function localPositions(keptMs: number): Positions {
  // Ordered by time, oldest first.
  const positions = new Map<string, { position: Position; until: number }>();
  return {
    of(key) {
      const entry = positions.get(key);
      return entry && entry.until > performance.now() ? entry.position : 0;
    },
    async raise(keys, position) {
      const now = performance.now();
      for (const key of keys) {
        positions.delete(key);
        positions.set(key, { position, until: now + keptMs });
      }
      for (const [key, { until }] of positions) {
        if (until > now) break;
        positions.delete(key);
      }
    },
    isShared: () => false,
    close() {},
  };
}

/** Two processes may record writes of one key concurrently, in any order: keeps the higher position. */
const raiseScript = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or 0) < tonumber(ARGV[1]) then
    redis.call('set', key, ARGV[1], 'px', ARGV[2])
  else
    redis.call('pexpire', key, ARGV[2])
  end
end`;

const says = {
  gone: 'Redis is out of reach: all reads go to the primary database',
  back: 'Redis is back: reads go to replicas again',
};
/** Timeout that allows for a busy process. */
const timeoutMs = 500;

/**
 * Positions shared by all processes of all nodes through Redis.
 * @param keptMs retention of a position
 * @param settleMs grace period after connecting to Redis, during which positions from an earlier Redis may be missing
 */
export function positionsInRedis(
  url: string,
  keptMs: number,
  settleMs: number,
  log: Parameters<typeof connectRedis>[3],
): Positions {
  const redis = connectRedis(url, timeoutMs, says, log);
  let connectedAt = Number.POSITIVE_INFINITY;
  redis.on('ready', () => {
    connectedAt = performance.now();
  });
  redis.on('close', () => {
    connectedAt = Number.POSITIVE_INFINITY;
  });
  const named = (keys: readonly string[]) => keys.map((key) => `pauta-position:${key}`);
  /** Drops an unresponsive connection, so that the next request does not wait for it as well. */
  async function dropIfFailed<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (redis.status === 'ready') redis.disconnect(true);
      throw error;
    }
  }
  const read = batchRequests(async (keys: readonly string[]) =>
    (await dropIfFailed(redis.mget(named(keys)))).map(Number),
  );
  return {
    async of(key) {
      if (performance.now() < connectedAt + settleMs) throw new Error('Redis is out of reach');
      return read(key);
    },
    async raise(keys, position) {
      await dropIfFailed(redis.eval(raiseScript, keys.length, ...named(keys), position, keptMs));
    },
    isShared: () => redis.status === 'ready',
    close: () => redis.disconnect(),
  };
}

/**
 * Batches concurrent requests: those made during a round are handled in the next one, so that their work always begins after they
 * were made.
 * @param work receives the requests and returns results in the same order
 */
export function batchRequests<T, V>(
  work: (requests: readonly T[]) => Promise<readonly V[]>,
): (one: T) => Promise<V> {
  let waiting: { one: T; resolve: (value: V) => void; reject: (error: unknown) => void }[] = [];
  let isUnderWay = false;
  const rounds = async () => {
    isUnderWay = true;
    while (waiting.length > 0) {
      const round = waiting;
      waiting = [];
      try {
        const values = await work(round.map(({ one }) => one));
        for (const [i, { resolve }] of round.entries()) resolve(values[i] as V);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    isUnderWay = false;
  };
  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      if (!isUnderWay) void rounds();
    });
}
