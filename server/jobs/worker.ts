import { watchClock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { type Queues, startQueues } from '../db/queue.ts';
import type { LocalMessaging } from '../features/messaging/local-messaging.ts';
import { makeSender } from '../features/webhooks/attempt.ts';
import { type Delivering, deliveryQueue } from '../features/webhooks/deliver.ts';
import { paceOf } from '../features/webhooks/pace.ts';
import { dueEndpoints } from '../features/webhooks/sweeps.ts';
import { runQueue } from '../features/workflows/runs.ts';
import type { Acting } from '../features/workflows/steps.ts';
import { dueTeams } from '../features/workflows/sweeps.ts';
import type { Bounds, Cidr } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';
import { startSweeps } from './sweeps.ts';
import { watchWaiting } from './waiting.ts';

/** Delivers what is due, endpoint by endpoint. */
export function startDeliveries({ platform, team }: Database, delivering: Delivering): Queues {
  return startQueues(
    'deliveries',
    mostAttempts,
    () => dueEndpoints(platform),
    (key) => {
      const [of = '', webhook = ''] = key.split(' ');
      return deliveryQueue(team(of), webhook, delivering);
    },
    delivering.log,
  );
}

/** Runs what workflows have to do, team by team. */
export function startRuns({ platform, team }: Database, acting: Acting): Queues {
  return startQueues(
    'workflow runs',
    mostRuns,
    () => dueTeams(platform),
    (id, stopped) => runQueue(team(id), acting, stopped),
    acting.log,
  );
}

/** What a process of ROLE worker does beside requests: deliveries, workflows, sweeps. */
export interface Worker {
  /** Takes nothing new, and hands back what does not come to an end soon. */
  stop(): Promise<void>;
}

/** What the worker is told by the configuration. */
export interface WorkerOptions {
  /** The ranges that deliveries may reach although they are not public. */
  readonly allow: readonly Cidr[];
  /** The waits between the attempts of a delivery, in milliseconds. */
  readonly schedule: readonly number[];
  readonly bounds: Bounds;
}

/** How many of each are under way at once in a process. Runs want the database at every step, attempts hardly. */
const mostAttempts = 1_000;
const mostRuns = 200;

/** How long attempts under way may go on once the worker is told to stop. */
const graceMs = 8_000;

export function startWorker(
  database: Database,
  messaging: LocalMessaging,
  { allow, schedule, bounds }: WorkerOptions,
  log: Logger,
): Worker {
  const sender = makeSender({ allow });
  const clock = watchClock(database, log);
  const sweeps = startSweeps(database, messaging, log, clock);
  const pace = paceOf(bounds.TEAM_WEBHOOK_BYTES_PER_MINUTE);
  const delivering = { sender, secrets: messaging.secrets, schedule, pace, log };
  const deliveries = startDeliveries(database, delivering);
  const waiting = watchWaiting(database, bounds.TEAM_DELIVERIES_WAITING, log);
  const runs = startRuns(database, { messaging, log });
  return {
    async stop() {
      const grace = setTimeout(() => sender.close(), graceMs);
      await Promise.all([
        deliveries.stop(),
        runs.stop(),
        sweeps.stop(),
        clock.stop(),
        waiting.stop(),
      ]);
      clearTimeout(grace);
      sender.close();
    },
  };
}
