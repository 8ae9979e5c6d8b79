import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { freePort, request } from './http.ts';
import {
  type Env,
  helping,
  programNamed,
  type RedisServer,
  type Service,
  serve,
  startRedis,
} from './processes.ts';
import { until } from './wait.ts';

/*
 * The service as several nodes, all of them real processes: two web nodes, two workers, one Redis, and in front of them HAProxy with the
 * configuration in deploy/. cleanUp() ends them.
 */

const haproxyProgram = programNamed('haproxy');
const haproxyConfig = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url));

/** True if this machine has the programs that the nodes need. */
export const hasNodes = haproxyProgram !== undefined && programNamed('redis-server') !== undefined;

export interface Nodes {
  /** The proxy, without /api. */
  readonly origin: string;
  readonly web: readonly [Service, Service];
  readonly workers: readonly Service[];
  readonly redis: RedisServer;
  /** Restarts a web node at its address, and waits until the proxy sends requests to it. */
  restart(place: 0 | 1): Promise<Service>;
  /** True if the proxy sends requests to a web node. */
  isUp(place: 0 | 1): Promise<boolean>;
}

/**
 * Starts all of them, and waits until the proxy sends requests to both web nodes.
 * @param env environment of all nodes; at least DATABASE_URL and SECRET_KEY
 */
export async function startNodes(
  env: Env,
  { workers = 2 }: { workers?: number } = {},
): Promise<Nodes> {
  const redis = await startRedis();
  const all: Env = { REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1/32', ...env };
  const ports = [await freePort(), await freePort()] as const;
  const serveAt = (place: 0 | 1) => serve({ ...all, ROLE: 'web', PORT: String(ports[place]) });
  const [one, two, ...others] = await Promise.all([
    serveAt(0),
    serveAt(1),
    ...Array.from({ length: workers }, () => serve({ ...all, ROLE: 'worker' })),
  ]);
  const web: [Service, Service] = [one, two];
  const { origin, isUp } = await startProxy(ports);
  return {
    origin,
    web,
    workers: others,
    redis,
    isUp,
    async restart(place) {
      web[place] = await serveAt(place);
      await until(() => isUp(place));
      return web[place];
    },
  };
}

/** HAProxy with the configuration of deploy/. */
async function startProxy(ports: readonly [number, number]) {
  if (haproxyProgram === undefined) throw new Error('haproxy is not installed');
  const [port, statistics] = [await freePort(), await freePort()];
  const child: ChildProcess = spawn(haproxyProgram, ['-db', '-f', haproxyConfig], {
    stdio: 'ignore',
    env: {
      PAUTA_BIND: `127.0.0.1:${port}`,
      PAUTA_STATS_BIND: `127.0.0.1:${statistics}`,
      PAUTA_WEB_1: `127.0.0.1:${ports[0]}`,
      PAUTA_WEB_2: `127.0.0.1:${ports[1]}`,
    },
  });
  helping(child);
  const isUp = async (place: 0 | 1) => {
    const { text } = await request(`http://127.0.0.1:${statistics}/;csv`);
    // `UP 1/3` after two failed checks, `DOWN 1/2` after one that succeeded.
    return new RegExp(`^web,web${place + 1},.*,UP( \\d/\\d)?,`, 'm').test(text);
  };
  await until(async () => (await isUp(0)) && isUp(1));
  return { origin: `http://127.0.0.1:${port}`, isUp };
}

/** Redirects requests made with inject() on an app to a service at another address. */
export function askInstead(app: FastifyInstance, origin: string): void {
  const agent = new Agent({ keepAlive: true });
  app.addHook('onClose', async () => agent.destroy());
  const ask = async (injection: InjectOptions | string) => {
    const {
      method,
      url = '/',
      headers,
      payload,
      body = payload,
    } = typeof injection === 'string' ? ({ url: injection } as InjectOptions) : injection;
    const bytes = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body;
    // Parses the URL like inject().
    const { pathname, search } = new URL(String(url), origin);
    const sent = send(origin, { agent, method, path: pathname + search, headers });
    // Node.js sets it automatically only for methods that usually have a body.
    if (bytes !== undefined) sent.setHeader('content-length', Buffer.from(bytes as string).length);
    sent.end(bytes);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const rawPayload = await buffer(response);
    const text = rawPayload.toString();
    return {
      statusCode: response.statusCode,
      headers: response.headers,
      rawPayload,
      payload: text,
      body: text,
      json: () => JSON.parse(text),
    };
  };
  app.inject = ask as unknown as FastifyInstance['inject'];
}
