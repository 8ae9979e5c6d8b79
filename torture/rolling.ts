import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isListening, type Reply, type Request, request } from '#test/support/http.ts';
import { connectTo, type Env, newDirectory, type Service, serve } from '#test/support/processes.ts';
import { answerFrom, type Call, type TestTeam } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';
import { newTeams, newTestDatabase } from './fixture.ts';
import { type SteadyRate, startSteadyRate } from './steady-rate.ts';
import { counted, type Tally, type Torture } from './torture-test.ts';

const requestsASecond = 50;
/** Restarts behind HAProxy, in the full form if it is installed. */
const behindHaproxy = 10;
/** Interval of the balancer's health checks, as in a proper configuration. */
const checkEveryMs = 1_000;
/** Time that a byte takes from the balancer to a service, and back: long enough that they often act on stale state. */
const wireMs = 25;
/** Maximum time of a request without a response. */
const patienceMs = 20_000;

/** The load balancer. */
interface Front {
  send(path: string, options: Request): Promise<Reply>;
  /** True if it sends requests to the service with this number. */
  isUp(turn: number): boolean | Promise<boolean>;
  close(): Promise<void>;
}

// The balancer -----------------------------------------------------------------------------------------------------

/** A connection on which everything, its end included, takes {@link wireMs} to reach the other side. */
class Wire extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    const later = (work: () => void) => setTimeout(work, wireMs);
    socket.on('data', (bytes) => later(() => this.push(bytes)));
    socket.once('end', () => later(() => this.push(null)));
    socket.once('error', (error) => later(() => this.destroy(error)));
    socket.once('close', () => later(() => this.destroy()));
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    setTimeout(() => this.#socket.write(bytes), wireMs);
    done();
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  // Methods that an agent expects of a socket.
  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** Keeps connections over such wires alive, and reuses them. */
class WireAgent extends Agent {
  constructor() {
    super({ keepAlive: true });
  }

  override createConnection(
    { port }: { port: number },
    done: (error: Error | null, wire: Duplex) => void,
  ): undefined {
    const socket = connect(port, '127.0.0.1');
    const refuse = (error: Error) => done(error, socket);
    socket.setNoDelay(true);
    socket.once('error', refuse);
    socket.once('connect', () => {
      socket.off('error', refuse);
      done(null, new Wire(socket));
    });
  }

  /** Closes idle connections. */
  drop(): void {
    for (const wires of Object.values(this.freeSockets))
      for (const wire of wires ?? []) wire.destroy();
  }
}

/** A service in the balancer's view. */
class Backend {
  readonly origin: string;
  readonly agent = new WireAgent();
  isUp = false;
  /** Reason why it was last taken out: its own answer, or none. */
  wentOut: 'announced' | 'gone' | undefined;

  constructor(port: number) {
    this.origin = `http://127.0.0.1:${port}`;
  }

  /** One health check. */
  async check(): Promise<void> {
    const answer = await request(`${this.origin}/health/ready`, { timeout: 2_000 }).catch(
      () => undefined,
    );
    const isUp = answer?.status === 200;
    if (this.isUp && !isUp) this.wentOut = answer ? 'announced' : 'gone';
    // With every check: a request may have been in progress the last time.
    if (!isUp) this.agent.drop();
    this.isUp = isUp;
  }
}

const isRefused = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';

/** Sends each request to the next service that is up; to another one only if no connection was made. */
class Balancer implements Front {
  readonly backends: readonly Backend[];
  readonly #checking: Promise<unknown>;
  #turn = 0;
  #isClosed = false;
  /** Number of requests sent to another service because the first refused the connection. */
  retried = 0;

  constructor(ports: readonly number[]) {
    this.backends = ports.map((port) => new Backend(port));
    this.#checking = Promise.all(
      this.backends.map(async (backend) => {
        for (; !this.#isClosed; await sleep(checkEveryMs)) await backend.check();
      }),
    );
  }

  isUp(turn: number): boolean {
    return this.backends[turn]?.isUp === true;
  }

  async send(path: string, options: Request): Promise<Reply> {
    this.#turn += 1;
    const inTurn = this.backends.map(
      (_, i) => this.backends[(this.#turn + i) % this.backends.length],
    );
    for (const backend of inTurn) {
      if (!backend?.isUp) continue;
      const sent = { ...options, agent: backend.agent, timeout: patienceMs };
      try {
        return await bounded(request(backend.origin + path, sent));
      } catch (error) {
        if (!isRefused(error)) throw error;
        this.retried += 1;
      }
    }
    throw new Error('no service is up');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#checking;
    for (const { agent } of this.backends) agent.destroy();
  }
}

/** Wires have no timeout; this adds one. */
async function bounded<T>(answer: Promise<T>): Promise<T> {
  const over = new AbortController();
  const timeout = sleep(patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`no answer in ${patienceMs} ms`);
  });
  timeout.catch(() => {});
  return Promise.race([answer, timeout]).finally(() => over.abort());
}

/** HAProxy with the settings of docs/operating.md; undefined if it is not installed. */
async function startHaproxy(ports: readonly number[]): Promise<Front | undefined> {
  const program = '/usr/sbin/haproxy';
  if (!existsSync(program)) return undefined;
  const port = await freePort();
  const path = join(newDirectory(), 'haproxy.cfg');
  const servers = ports.map((each, i) => `  server s${i} 127.0.0.1:${each} check`);
  writeFileSync(
    path,
    `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend all
  bind 127.0.0.1:${port}
  stats enable
  stats uri /haproxy
  default_backend pauta
backend pauta
  option httpchk GET /health/ready
  option redispatch
  retries 3
${servers.join('\n')}
`,
  );
  const child = spawn(program, ['-db', '-f', path], { stdio: 'ignore' });
  const agent = new Agent({ keepAlive: true });
  const origin = `http://127.0.0.1:${port}`;
  await until(() => isListening(port));
  return {
    send: (at, options) => request(origin + at, { ...options, agent, timeout: patienceMs }),
    async isUp(turn) {
      const { text } = await request(`${origin}/haproxy;csv`);
      return new RegExp(`^pauta,s${turn},.*,UP,`, 'm').test(text);
    },
    async close() {
      agent.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

// The load ---------------------------------------------------------------------------------------------------------

interface LoadedTeam {
  readonly team: TestTeam;
  readonly project: string;
}

/** 50 requests a second until stopped, whatever the responses. */
function startLoad(
  front: Front,
  { team, project }: LoadedTeam,
  created: Set<string>,
  tally: Tally,
) {
  const kinds = [
    (i: number) => ['POST', '/deals', { title: `Rodada ${randomUUID()}`, value: i }] as const,
    () => ['GET', `/projects/${project}`] as const,
    () => ['GET', '/deals?phase=lead&sort=-value&limit=10'] as const,
    (i: number) => ['PUT', `/projects/${project}`, { description: `Rodada ${i}` }] as const,
    () => ['GET', '/deals?search=Rodada%201'] as const,
  ];
  const one = async (i: number) => {
    const [method, path, body] = kinds[i % kinds.length]?.(i) ?? ['GET', '/deals'];
    const began = performance.now();
    try {
      const { status, data, text } = await front.send(`/api/v1${path}`, {
        method,
        key: team.key,
        ...(body ? { body } : {}),
      });
      tally.took(performance.now() - began);
      if (status >= 500) tally.addLost(`${method} ${path} answered ${status}: ${text}`);
      else if (status !== (method === 'POST' ? 201 : 200))
        tally.addWrong(`${method} ${path} answered ${status}: ${text}`);
      else if (method === 'POST') created.add(String(data.id));
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      tally.addLost(`${method} ${path}: ${code ?? ''} ${message}`);
    }
  };
  return startSteadyRate(requestsASecond, one);
}

// The restarts -----------------------------------------------------------------------------------------------------

/** The services, and how to restart each. */
interface RunningServices {
  readonly services: Service[];
  readonly envs: readonly Env[];
}

/**
 * Restarts the services in turn under load.
 * @param stopped called with the number of each that has stopped
 * @returns the number of requests, and the milliseconds of the slowest stop
 */
async function roll(
  { services, envs }: RunningServices,
  front: Front,
  restarts: number,
  pace: SteadyRate,
  tally: Tally,
  stopped: (turn: number) => void,
) {
  let slowestMs = 0;
  for (let i = 0; i < restarts; i += 1) {
    await sleep(200);
    const turn = i % services.length;
    const [service, env] = [services[turn], envs[turn]];
    if (!service || !env) throw new Error('there is no such service');
    const signalled = performance.now();
    const { status, signal } = await service.stop('SIGTERM');
    slowestMs = Math.max(slowestMs, performance.now() - signalled);
    if (status !== 0) tally.addWrong(`a service ended with ${status ?? signal}`);
    stopped(turn);
    services[turn] = await serve(env);
    await until(() => front.isUp(turn), 30_000);
  }
  await sleep(200);
  await pace.stop();
  await front.close();
  return { requests: pace.begun, slowestMs };
}

export default {
  title: 'Rolling restarts',
  what: `Two services on one database, one of them with two processes, behind a load balancer that asks each for \`GET /health/ready\` every second, reuses
connections, and tries the other service only if a connection is refused, never after a request was written. Every byte between them takes 25 ms each
way, so the balancer often acts on stale knowledge. 50 requests a second arrive: reads, lists, searches, changes, and creates without an
\`Idempotency-Key\`. The services are restarted in turn with \`SIGTERM\`. Lost: every request without an answer or with a 5xx, and every acknowledged create
that is not in the database. Wrong: a create that is stored twice, any unexpected answer, a service that exits with a status other than 0, and if more
than one in ten exits before a health check saw 503. The full form has 50 restarts, and 10 more behind HAProxy if it is installed, configured as in
[operating.md](operating.md#behind-a-load-balancer).`,
  broken: [
    {
      how: 'SIGTERM closes the listener and idle connections at once',
      file: 'server/main.ts',
      find: `await noticed(app.server, hurry);`,
      replace: '',
    },
    {
      how: 'idle connections are closed as soon as the service becomes unready',
      file: 'server/main.ts',
      find: `      stopping = stops;\n      const working`,
      replace: `      stopping = stops;\n      app.server.closeIdleConnections();\n      const working`,
    },
    {
      how: 'the grace period is in seconds instead of milliseconds',
      file: 'server/main.ts',
      find: 'const noticeMs = 7_000;',
      replace: 'const noticeMs = 7;',
    },
    {
      how: 'a stopping service reports ready',
      file: 'server/http/health.ts',
      find: `    stopping() ??\n`,
      replace: `    (stopping(), undefined) ??\n`,
    },
    {
      how: 'the first process stops the others without their grace period',
      file: 'server/main.ts',
      find: `tell(hurry.aborted ? 'SIGINT' : 'SIGTERM');`,
      replace: `tell('SIGINT');`,
    },
  ],
  async run(tally, size) {
    const restarts = size === 'full' ? 50 : 3;
    const { connection, env } = await newTestDatabase();
    const ports = [await freePort(), await freePort()];
    // One of them with several processes, which must stop together.
    const envs: Env[] = ports.map((port, i) => ({
      ...env,
      PORT: String(port),
      WORKERS: String(i + 1),
    }));
    const running: RunningServices = {
      envs,
      services: await Promise.all(envs.map((each) => serve(each))),
    };
    const balancer = new Balancer(ports);
    await until(() => balancer.backends.every(({ isUp }) => isUp));

    const call: Call = async (key, method, path, body) => {
      const sent = { method, ...(key ? { key } : {}), ...(body ? { body } : {}) };
      const { status, headers, text } = await balancer.send(`/api/v1${path}`, sent);
      return answerFrom(status, headers as Record<string, string>, text);
    };
    const [team] = await newTeams(connection, call, 1);
    if (!team) throw new Error('there is no team');
    const { id: project } = await team.create('projects');
    const loadedTeam = { team, project: String(project) };
    const created = new Set<string>();

    // If the machine stalls for a moment, a service may end before anybody notices.
    let unnoticed = 0;
    const pace = startLoad(balancer, loadedTeam, created, tally);
    const rolled = await roll(running, balancer, restarts, pace, tally, (turn) => {
      const backend = balancer.backends[turn];
      if (backend?.wentOut !== 'announced') unnoticed += 1;
      if (backend) backend.wentOut = undefined;
    });
    tally.aim(
      unnoticed <= Math.max(1, restarts / 10),
      `${unnoticed} of ${restarts} services were gone before a health check had seen 503`,
    );
    tally.remarks.push(
      `${counted(balancer.retried)} refused connections retried elsewhere`,
      `slowest stop ${(rolled.slowestMs / 1_000).toFixed(1)} s`,
    );

    const haproxy = size === 'full' ? await startHaproxy(ports) : undefined;
    if (haproxy) {
      await until(async () => (await haproxy.isUp(0)) && haproxy.isUp(1), 30_000);
      const load = startLoad(haproxy, loadedTeam, created, tally);
      const { requests } = await roll(running, haproxy, behindHaproxy, load, tally, () => {});
      tally.remarks.push(`${behindHaproxy} more behind HAProxy, ${counted(requests)} requests`);
    }

    const client = await connectTo(connection);
    const { rows } = await client.query<{ id: string; title: string }>(
      'select id, title from deals',
    );
    const stored = new Set(rows.map(({ id }) => id));
    for (const id of created) if (!stored.has(id)) tally.addLost(`deal ${id}, which was created`);
    if (new Set(rows.map(({ title }) => title)).size !== rows.length)
      tally.addWrong('a deal was created twice');
    return `${restarts} restarts, ${counted(rolled.requests)} requests`;
  },
} satisfies Torture;
