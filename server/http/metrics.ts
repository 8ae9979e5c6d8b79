import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  register,
} from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Unready } from './health.ts';

/** Metrics of this process; read through {@link serveMetrics}. */
export interface Metrics {
  observe(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** Counts requests refused before any work was done. */
  refused(count: number): void;
}

/** Registers the metrics of a serving process. Call once per process. */
export function makeMetrics(database: Database): Metrics {
  // In a worker process: responds to the primary when it aggregates the metrics.
  if (cluster.isWorker) new AggregatorRegistry();
  collectDefaultMetrics();
  const requests = new Histogram({
    name: 'pauta_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  new Gauge({
    name: 'pauta_database_connections',
    help: 'Database connections of this process, and requests waiting for one.',
    labelNames: ['state'],
    collect() {
      const { total, idle, waiting } = database.pool();
      this.set({ state: 'busy' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const refused = new Counter({
    name: 'pauta_http_requests_refused_total',
    help: 'Requests beyond capacity, refused with 503.',
  });
  return {
    observe: (labels, seconds) => requests.observe(labels, seconds),
    refused: (count) => refused.inc(count),
  };
}

/** Registers the number of live streams of this process, and of bytes that their clients have not received yet. */
export function countStreams(live: { count(): number; unsent(): number }): void {
  new Gauge({
    name: 'pauta_live_streams',
    help: 'Open live streams.',
    collect() {
      this.set(live.count());
    },
  });
  new Gauge({
    name: 'pauta_live_unsent_bytes',
    help: 'Bytes that clients of live streams have not received yet.',
    collect() {
      this.set(live.unsent());
    },
  });
}

/** Backlog of a queue: the number of jobs, and how long the oldest due one has been overdue. */
interface Backlog {
  readonly waiting: number;
  readonly overdue_seconds: number;
}

/**
 * Registers the metrics of a background worker: all backlogs in the database, whichever process works on them.
 * @param backlogs read on every scrape, by queue
 */
export function countBacklogs(backlogs: () => Promise<Record<string, Backlog>>): void {
  let pending: Promise<Record<string, Backlog>> | undefined;
  /** Both metrics come from one read; during a database outage there are none. */
  const ask = () => {
    pending ??= backlogs()
      .catch(() => ({}))
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const gauge = (name: string, help: string, read: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      // Every process reports the same values of one database.
      aggregator: 'max',
      async collect() {
        this.reset();
        for (const [queue, backlog] of Object.entries(await ask()))
          this.set({ queue }, read(backlog));
      },
    });
  gauge(
    'pauta_waiting',
    'Deliveries and workflow runs waiting for their next attempt or step.',
    ({ waiting }) => waiting,
  );
  gauge(
    'pauta_overdue_seconds',
    'How long the oldest of them that is due has waited for a worker.',
    ({ overdue_seconds }) => overdue_seconds,
  );
}

/** Registers the metrics of scheduled backups. @param newest read on every scrape; undefined if there is none */
export function countBackups(
  newest: () => Promise<{ readonly time: Date; readonly bytes: number } | undefined>,
): void {
  const gauge = (
    name: string,
    help: string,
    read: (backup: { time: Date; bytes: number }) => number,
  ) =>
    new Gauge({
      name,
      help,
      // Every process reads the same directory.
      aggregator: 'max',
      async collect() {
        const backup = await newest().catch(() => undefined);
        this.set(backup ? read(backup) : 0);
      },
    });
  gauge(
    'pauta_backup_time_seconds',
    'Unix time of the newest complete scheduled backup; 0 if there is none.',
    ({ time }) => time.getTime() / 1_000,
  );
  gauge('pauta_backup_bytes', 'Its size.', ({ bytes }) => bytes);
}

/**
 * Serves `/metrics`, and health checks for the supervisor of this process: public connections, however many, cannot delay their
 * responses. In the primary process of a cluster, covers all processes.
 * @param unready returns the reason that requests are not served or work is not done; undefined if healthy
 */
export async function serveMetrics(host: string, port: number, unready: Unready): Promise<Server> {
  const registry =
    cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0
      ? new AggregatorRegistry()
      : undefined;
  const answers: Record<string, () => Promise<[status: number, type: string, text: string]>> = {
    '/metrics': async () => [
      200,
      register.contentType,
      await (registry ? registry.clusterMetrics() : register.metrics()),
    ],
    '/health/live': async () => [200, 'application/json', '{"status":"live"}'],
    '/health/ready': async () => {
      const reason = await unready();
      return reason === undefined
        ? [200, 'application/json', '{"status":"ready"}']
        : [503, 'application/json', JSON.stringify({ status: 'unavailable', reason })];
    },
  };
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    answer().then(
      ([status, type, text]) => response.writeHead(status, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return server;
}
