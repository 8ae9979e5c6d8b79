import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig } from '../database.ts';
import { takeWalSnapshot } from './primary.ts';
import { identifyServer, progressOf, refuseOtherSystem } from './probe.ts';

/**
 * Checks a replica once, for the operator.
 * @returns the milliseconds it took to replay everything that the primary has now; undefined if longer than `waitMs`
 * @throws Error with a message for users if reads from it are impossible
 */
export async function examineReplica(
  url: string,
  target: pg.ClientConfig,
  waitMs: number,
): Promise<number | undefined> {
  const open = async (to: pg.ClientConfig) => {
    const client = new pg.Client({ ...clientConfig(to, 'doctor'), query_timeout: waitMs });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const primary = await open(target);
  try {
    const replica = await open({ connectionString: url });
    try {
      const look = await takeWalSnapshot(primary);
      refuseOtherSystem((await identifyServer(replica)).system, look);
      for (;;) {
        const replayed = await progressOf(replica, look);
        const waited = performance.now() - look.at;
        if (replayed >= look.position) return Math.round(waited);
        if (waited > waitMs) return undefined;
        await sleep(20);
      }
    } finally {
      await replica.end();
    }
  } finally {
    await primary.end();
  }
}
