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

/** What this process counts of itself; read through {@link serveMetrics}. */
export interface Metrics {
  observe(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** Requests that were refused before anything was done of them. */
  refused(count: number): void;
}

/** Registers the metrics of a serving process. Call once a process. */
export function makeMetrics(database: Database): Metrics {
  // In one of several processes: answers the first process when it gathers everyone's figures.
  if (cluster.isWorker) new AggregatorRegistry();
  collectDefaultMetrics();
  const requests = new Histogram({
    name: 'pauta_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
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

/** What waits for a worker: how much of it, and for how long the oldest that is due has been so. */
export interface Backlog {
  readonly waiting: number;
  readonly overdue_seconds: number;
}

/**
 * Registers the figures of a process that works beside requests: what waits in the database, whoever does it.
 * @param backlogs asked at every reading, by what waits
 */
export function countBacklogs(backlogs: () => Promise<Record<string, Backlog>>): void {
  let asked: Promise<Record<string, Backlog>> | undefined;
  /** Both figures come from one look; while the database is away there are none. */
  const ask = () => {
    asked ??= backlogs()
      .catch(() => ({}))
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  const gauge = (name: string, help: string, read: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      // Every process tells the same of one database.
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
    'For how long the oldest of them that is due waits for a worker.',
    ({ overdue_seconds }) => overdue_seconds,
  );
}

/**
 * Serves `/metrics`, and health for whoever looks after this process: public connections, however many, do not keep it from
 * answering. In a cluster, called by the primary, it answers for all processes together.
 * @param unready why requests are not served, or the work is not done; undefined where all is well
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
