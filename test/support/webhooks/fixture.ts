import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeAll, expect } from 'vitest';
import type { Database, Platform, Row, TeamDb } from '#server/db/database.ts';
import type { Queues } from '#server/db/job-queue.ts';
import { makeSender, type Sender } from '#server/features/webhooks/delivery-attempt.ts';
import { byteRate } from '#server/features/webhooks/rate-limit.ts';
import { startDeliveries } from '#server/jobs/worker.ts';
import type { Cidr, TeamLimits } from '#server/platform/config.ts';
import {
  type Json,
  loopback,
  type Service,
  type TestTeam,
  useService,
} from '#test/support/harness.ts';
import { until } from '#test/support/wait.ts';
import { schedule, travel } from './time.ts';

/* Endpoints whose receivers are scripted real HTTP servers, deliveries that run in the test's process, and time that can be advanced. */

// The receiver -----------------------------------------------------------------------------------------------------

/** A received request. */
export interface Received {
  /** Time at which the whole request had arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: Buffer;
  /** Id of the event in the body. */
  readonly event: string;
}

/** Behaviour of the receiver: a status, a whole answer, none, a byte now and then, or hanging up. */
type Behaviour =
  | number
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string | Buffer;
    }
  | 'hang'
  | 'drip'
  | 'break';

export type Script = (request: Received) => Behaviour | Promise<Behaviour>;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** All received requests, in order. */
  readonly requests: readonly Received[];
  /** Behaviour for the next requests. */
  script: Script;
  /** Number of accepted connections. */
  readonly connections: number;
  close(): Promise<void>;
}

/** A receiver of deliveries on a separate port. */
export async function startReceiver(script: Script = () => 200): Promise<Receiver> {
  const requests: Received[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let connections = 0;
  const answer = (response: ServerResponse, behaviour: Behaviour) => {
    if (behaviour === 'hang') return;
    if (behaviour === 'break') response.destroy();
    else if (behaviour === 'drip') {
      // A status line that never ends.
      const drops = 'HTTP/1.1 200 ';
      let place = 0;
      const timer = setInterval(() => response.socket?.write(drops[place++] ?? 'O'), 20);
      timers.add(timer);
      response.socket?.on('error', () => clearInterval(timer));
      response.once('close', () => clearInterval(timer));
    } else if (typeof behaviour === 'number') response.writeHead(behaviour).end();
    else response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', async () => {
      const body = Buffer.concat(chunks);
      const received: Received = {
        method: request.method ?? '',
        path: request.url ?? '',
        at: Date.now(),
        headers: request.headers,
        body,
        event: String((JSON.parse(body.toString()) as Json).id),
      };
      requests.push(received);
      answer(response, await receiver.script(received));
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  // Longer than the sender keeps a connection.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/`,
    port,
    requests,
    script,
    get connections() {
      return connections;
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
  return receiver;
}

// The fixture --------------------------------------------------------------------------------------------------------

export interface Endpoint {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}

/** A stored delivery. */
interface Stored {
  readonly id: string;
  readonly webhook_id: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly waits: number;
  readonly next_attempt_at: Date | null;
  readonly completed_at: Date | null;
  readonly claim: string | null;
  readonly claimed_until: Date | null;
  readonly reason: string | null;
  readonly is_due: boolean;
}

interface StageOptions {
  readonly schedule?: readonly number[];
  readonly allow?: readonly Cidr[];
  readonly timeoutMs?: number;
  readonly bytesPerMinute?: number;
  /** A sender other than the HTTP one. */
  readonly sender?: Sender;
}

interface Fixture {
  readonly service: Service;
  readonly team: TestTeam;
  /** Log lines of the deliveries. */
  readonly log: readonly string[];
  /** Number of database statements by deliveries, excluding those in transactions. */
  readonly statements: number;
  /** Delivers in this process until the test ends. */
  deliver(options?: StageOptions): Running;
  /** A receiver, until the test ends. */
  receiver(script?: Script): Promise<Receiver>;
  /** An endpoint that subscribes to new deals by default. */
  endpoint(to: Receiver | string, fields?: Json, team?: TestTeam): Promise<Endpoint>;
  /** Creates deals, whose events have no particular order. @returns their ids */
  deals(count: number): Promise<string[]>;
  /** Deliveries of an endpoint, the oldest event first. */
  stored(endpoint: Endpoint): Promise<Stored[]>;
  /** Waits until nothing is due or in flight. */
  quiet(endpoint?: Endpoint): Promise<void>;
  /** Advances time by moving all stored times back. Requires that nothing is in flight. */
  travel(ms: number): Promise<void>;
}

interface Running extends Queues {
  readonly sender: Sender;
}

/** A service with deliveries; each test starts without endpoints, events and deliveries. */
export function useStage(options: { readonly bounds?: TeamLimits } = {}): Fixture {
  const service = useService({ workers: 0, ...options });
  const log: string[] = [];
  const made: { team?: TestTeam } = {};
  let statements = 0;
  const closing: (() => Promise<unknown>)[] = [];
  const logger = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        log.push(String(chunk));
        done();
      },
    }),
  );

  beforeAll(async () => {
    made.team = await service.team();
  });
  afterEach(async () => {
    for (let close = closing.pop(); close; close = closing.pop()) await close();
    await service.sql('truncate deliveries, delivery_attempts, receptions, events');
    await service.sql('delete from webhooks');
    log.length = 0;
  });

  /** The same database, counting its statements. */
  const counted = ({ platform, team, ...others }: Database): Database => {
    const counting = <D extends TeamDb | Platform>(db: D): D => ({
      ...db,
      run: (...args: Parameters<D['run']>) => {
        statements += 1;
        return (db.run as (...all: typeof args) => Promise<Row[]>)(...args);
      },
    });
    return { ...others, platform: counting(platform), team: (id) => counting(team(id)) };
  };

  const fixture: Fixture = {
    service,
    get statements() {
      return statements;
    },
    get team() {
      if (!made.team) throw new Error('the fixture is there from beforeAll on');
      return made.team;
    },
    log,
    deliver({
      schedule: waits = schedule,
      allow = [loopback],
      timeoutMs,
      bytesPerMinute = 0,
      sender: customSender,
    } = {}) {
      const sender =
        customSender ?? makeSender({ allow, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
      const { secrets } = service;
      const queues = startDeliveries(counted(service.database), {
        sender,
        secrets,
        schedule: waits,
        pace: byteRate(bytesPerMinute),
        log: logger,
      });
      const stop = async () => {
        const grace = setTimeout(() => sender.close(), 50);
        await queues.stop();
        clearTimeout(grace);
        sender.close();
      };
      closing.push(stop);
      return { stop, sender };
    },
    async receiver(script) {
      const receiver = await startReceiver(script);
      closing.unshift(() => receiver.close());
      return receiver;
    },
    async endpoint(to, fields = {}, team = fixture.team) {
      const answer = await team.post('/webhooks', {
        name: 'Recebedor',
        url: typeof to === 'string' ? to : to.url,
        events: ['deal.created'],
        ...fields,
      });
      expect(answer.status, answer.text).toBe(201);
      const { id, secret_token } = answer.data;
      return { id: String(id), secret: String(secret_token), path: `/webhooks/${id}` };
    },
    async deals(count) {
      const ids: string[] = [];
      while (ids.length < count) {
        const some = Math.min(25, count - ids.length);
        const deals = await Promise.all(
          Array.from({ length: some }, () => fixture.team.create('deals')),
        );
        ids.push(...deals.map(({ id }) => String(id)));
      }
      return ids;
    },
    stored: async ({ id }) =>
      (await service.sql(
        `select *, status = 'pending' and next_attempt_at <= now() as is_due from deliveries where webhook_id = $1 order by id`,
        [id],
      )) as unknown as Stored[],
    quiet: (endpoint) =>
      until(async () => {
        const [row] = await service.sql(
          `select count(*)::int as count from deliveries where status = 'pending'
             and (next_attempt_at <= now() or claim is not null) and ($1::uuid is null or webhook_id = $1)`,
          [endpoint?.id ?? null],
        );
        return row?.count === 0;
      }),
    travel: (ms) => travel(service.sql, ms),
  };
  return fixture;
}
