import cluster, { type Worker as ClusterWorker } from 'node:cluster';
import type { Database } from '../db/database.ts';
import type { Disk } from '../outbound/storage.ts';

/** Returns the reason that a process cannot serve or work; undefined if it can. */
export type Unready = () => Promise<string | undefined>;

/** Below this share of its reserve, the disk is also full for the database. */
const fullShare = 1 / 8;

/** @param stopping returns the reason if the process is stopping */
export const unreadyOn =
  (database: Pick<Database, 'ping'>, stopping: () => string | undefined, disk?: Disk): Unready =>
  async () =>
    stopping() ??
    database.ping().then(
      async () =>
        disk?.holdsDatabase === true && (await disk.freeBytes()) < disk.reserveBytes * fullShare
          ? 'the disk is full'
          : undefined,
      () => 'the database is out of reach',
    );

/** Reason that a ready process refuses part of its work; undefined if it does not. */
export const warningOn = async (disk: Disk | undefined): Promise<string | undefined> =>
  disk && (await disk.freeBytes()) < disk.reserveBytes
    ? 'the disk is nearly full: uploads are refused'
    : undefined;

/** Health query from the primary process to a worker process, and its response. */
interface HealthQuery {
  readonly asked?: number;
  readonly reason?: string | undefined;
}

/** In a worker process: answers the primary's health queries. */
export function answerHealthQueries(unready: Unready): void {
  process.on('message', ({ asked: query }: HealthQuery) => {
    if (query === undefined) return;
    void unready().then((reason) => process.send?.({ asked: query, reason } satisfies HealthQuery));
  });
}

/** Timeout of a response from a worker process; callers wait slightly longer. */
const timeoutMs = 2_000;
let questions = 0;

/** @throws the reason if the process cannot serve */
function ask(worker: ClusterWorker): Promise<void> {
  questions += 1;
  const question = questions;
  return new Promise((resolve, reject) => {
    const hear = ({ asked: query, reason }: HealthQuery) => {
      if (query !== question) return;
      worker.off('message', hear);
      clearTimeout(timer);
      if (reason === undefined) resolve();
      else reject(new Error(reason));
    };
    const timer = setTimeout(
      () => hear({ asked: question, reason: 'the processes do not respond' }),
      timeoutMs,
    );
    worker.on('message', hear);
    worker.send({ asked: question } satisfies HealthQuery, (error: Error | null) => {
      if (error) hear({ asked: question, reason: 'no process serves requests' });
    });
  });
}

/** In the primary process: the workers share the port, so a single ready one is enough. */
export const unreadyOfAll: Unready = async () => {
  const workers = Object.values(cluster.workers ?? {}).filter(
    (worker): worker is ClusterWorker => worker?.isConnected() === true,
  );
  if (workers.length === 0) return 'no process serves requests';
  return Promise.any(workers.map(ask)).then(
    () => undefined,
    ({ errors: [first] }: AggregateError) => (first as Error).message,
  );
};
