import { connectRedis } from '../../platform/redis.ts';

/** Where a server's log (WAL) stands: bytes since its beginning. A number, as long as that is below 8 petabytes. */
export type Position = number;

/** When it is not known how far a write came: further than any log. */
export const unknown: Position = Number.MAX_SAFE_INTEGER;

/** How far the log was when the last write of an API key was acknowledged. */
export interface Positions {
  /**
   * The position of the key's last write; 0 where it has not written lately.
   * @throws Error when it cannot be known
   */
  of(key: string): Promise<Position> | Position;
  /** Notes a write of each of these keys. @throws Error when other processes do not get to know */
  raise(keys: readonly string[], position: Position): Promise<void>;
  /** Whether other processes get to know of writes just now. */
  isShared(): boolean;
  close(): void;
}

/** The positions of a process that is the only one. @param keptMs for how long one is remembered */
export function positionsHere(keptMs: number): Positions {
  // In the order of their time, the oldest first.
  const known = new Map<string, { position: Position; until: number }>();
  return {
    of(key) {
      const found = known.get(key);
      return found && found.until > performance.now() ? found.position : 0;
    },
    async raise(keys, position) {
      const now = performance.now();
      for (const key of keys) {
        known.delete(key);
        known.set(key, { position, until: now + keptMs });
      }
      for (const [key, { until }] of known) {
        if (until > now) break;
        known.delete(key);
      }
    },
    isShared: () => false,
    close() {},
  };
}

/** Two processes may note writes of one key at once, in any order: the further position stays. */
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
/** Patient enough for a process that is busy itself. */
const answerMs = 500;

/**
 * The positions that all processes of all nodes share.
 * @param keptMs for how long one is remembered
 * @param settleMs after a connection to Redis came about: what an earlier Redis knew may be lost for so long
 */
export function positionsInRedis(
  url: string,
  keptMs: number,
  settleMs: number,
  log: Parameters<typeof connectRedis>[3],
): Positions {
  const redis = connectRedis(url, answerMs, says, log);
  let connectedAt = Number.POSITIVE_INFINITY;
  redis.on('ready', () => {
    connectedAt = performance.now();
  });
  redis.on('close', () => {
    connectedAt = Number.POSITIVE_INFINITY;
  });
  const named = (keys: readonly string[]) => keys.map((key) => `pauta-position:${key}`);
  /** One that does not answer is given up, so that the next request need not wait for it, too. */
  async function asked<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (redis.status === 'ready') redis.disconnect(true);
      throw error;
    }
  }
  const read = inRounds(async (keys: readonly string[]) =>
    (await asked(redis.mget(named(keys)))).map(Number),
  );
  return {
    async of(key) {
      if (performance.now() < connectedAt + settleMs) throw new Error('Redis is out of reach');
      return read(key);
    },
    async raise(keys, position) {
      await asked(redis.eval(raiseScript, keys.length, ...named(keys), position, keptMs));
    },
    isShared: () => redis.status === 'ready',
    close: () => redis.disconnect(),
  };
}

/**
 * Does work for many at once: what is asked for while a round is under way goes into the next one, so that the work for it
 * begins after it was asked for.
 * @param work gets what was asked for and answers in the same order
 */
export function inRounds<T, V>(
  work: (asked: readonly T[]) => Promise<readonly V[]>,
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
