import cluster, { type Worker as ClusterWorker } from 'node:cluster';
import type { AddressInfo, Server } from 'node:net';
import { availableParallelism, constants as osConstants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { greet } from './boot/greeting.ts';
import { flushed, stopOnSignal } from './boot/signals.ts';
import { explainStartError } from './boot/start-error.ts';
import { defaultTimeouts, openDatabase, type Platform, type Timeouts } from './db/database.ts';
import { dataDirOf, openTarget, secretsOf, type Target } from './db/database-target.ts';
import type { WorkSignal } from './db/job-queue.ts';
import { migrate } from './db/migrate.ts';
import { type NotifyChannel, openNotifyChannel } from './db/notify-channel.ts';
import { platformStatement } from './db/statement.ts';
import { findAccess } from './features/accounts/access.ts';
import { linkOf } from './features/accounts/invitations/invitation.ts';
import { keysIn } from './features/accounts/key-lookup.ts';
import { sessionsIn } from './features/accounts/sessions.ts';
import { teamsBySlug } from './features/accounts/team-lookup.ts';
import { firstTeam } from './features/accounts/teams.ts';
import { openStorage } from './features/files/storage.ts';
import { gatewayTimeoutMs } from './features/gateways/messaging-service.ts';
import { backlogsIn } from './features/installation/backlogs.ts';
import { backupWarning, newestBackup } from './features/installation/checks/backups.ts';
import { slotsIn } from './features/installation/endpoint-slots.ts';
import { vapidKeysIn } from './features/installation/vapid-keys.ts';
import { openLive } from './features/live/live.ts';
import { ledgerOf } from './features/privacy/ledger.ts';
import { openMessaging } from './features/receiving/local-messaging.ts';
import { makeApp } from './http/app.ts';
import { answerHealthQueries, type Unready, unreadyOfAll, unreadyOn } from './http/health.ts';
import {
  countBacklogs,
  countBackups,
  countStreams,
  makeMetrics,
  serveMetrics,
} from './http/metrics.ts';
import { rateLimit } from './http/rate-limit.ts';
import { startBackups } from './jobs/scheduled-backups.ts';
import { startWorker } from './jobs/worker.ts';
import { openBounceMailbox } from './outbound/bounce-mailbox.ts';
import { openLanguageModel } from './outbound/language-model.ts';
import { openMailer } from './outbound/mail.ts';
import { openMailDelivery } from './outbound/mail-delivery.ts';
import { openIdProvider } from './outbound/openid.ts';
import { type Config, openIdOf, publicUrlOf, readConfig, vapidOf } from './platform/config.ts';
import { StartError } from './platform/errors.ts';
import { type Logger, makeLog } from './platform/log.ts';
import { ensureBuilt, panelIn } from './platform/panel-build.ts';
import { pageAt } from './platform/panel-url.ts';
import type { Secrets } from './platform/secrets.ts';

/** Time for load balancers to notice the stop: three health checks, 2 s apart, as in HAProxy's defaults. */
const noticeMs = 7_000;
/** After this long without connections, no client is left that has yet to notice. */
const quietMs = 500;
/** Further time for requests in progress: a gateway's response, and storing it. */
const finishMs = gatewayTimeoutMs + 3_000;
const recordUseEvery = 5_000;
const stops = 'the service is stopping';
/** For commands, and for sessions on the embedded database. */
const spareConnections = 10;
const maxConnections = platformStatement(`
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`);
/** The worker's share of the connections in a process that also serves requests. */
const workerShare = 0.3;

/** Stops a started part; once `hurry` is aborted, without waiting for clients to move to another node. */
type Ending = (hurry: AbortSignal) => Promise<unknown>;

/** A part of the service that runs until it is stopped. */
interface Running {
  /** Listening address; undefined if it serves no requests. */
  readonly address: string | undefined;
  readonly unready: Unready;
  stop(hurry: AbortSignal): Promise<void>;
}

/** Environment variables through which the primary process passes its database to the workers. */
const handedOver = { connection: 'PAUTA_CONNECTION', dataDir: 'PAUTA_DATA_DIR' } as const;

/** Runs the service until a signal stops it: config, database, migrations, first team, requests. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const log = makeLog(config.LOG_LEVEL);
  const parts: Ending[] = [];
  const stop = async (hurry: AbortSignal) => {
    for (let part = parts.pop(); part; part = parts.pop()) await part(hurry);
  };
  stopOnSignal(log, stop);
  try {
    if (cluster.isWorker) await startAsOneOfMany(config, env, log, parts);
    else await start(config, log, parts);
  } catch (error) {
    await stop(AbortSignal.abort());
    throw explainStartError(error, config);
  }
}

/** @param parts collects functions that stop the started parts, in start order */
async function start(config: Config, log: Logger, parts: Ending[]): Promise<void> {
  const target = await openTarget(config, true, log);
  parts.push(() => target.stop());
  const applied = await migrate(target.connection, { log });
  if (applied.length > 0) log.info({ applied }, 'the database is up to date');
  const database = openDatabase(target.connection, 'start', 1, () => {});
  const wanted = config.WORKERS === 'auto' ? availableParallelism() : config.WORKERS;
  const processes = config.ROLE === 'worker' ? 1 : wanted;
  const first = await warnOfConnections(database.platform, processes * config.DATABASE_POOL, log)
    .then(() => firstTeam(database.platform, config.BOOTSTRAP_API_KEY))
    .finally(() => database.close());

  let address: string | undefined;
  try {
    address = await bringUp(config, processes, target, log, parts);
  } finally {
    // Also if the start fails here, for example because the port is taken: the key is never shown again.
    if (first) {
      await flushed(log);
      const origin = config.PUBLIC_URL ?? (address && (await pageAt(address)));
      const { team, ownerToken } = first;
      const link = origin && linkOf(origin, 'first', team.slug, ownerToken);
      greet(address, first, config.BOOTSTRAP_API_KEY !== undefined, link);
    }
  }
}

/** Starts serving and background work. @returns the listening address; undefined if it serves no requests */
async function bringUp(
  config: Config,
  processes: number,
  target: Target,
  log: Logger,
  parts: Ending[],
): Promise<string | undefined> {
  const running =
    processes > 1
      ? await serveWithMany(processes, target.connection, target.dataDir, log)
      : await serveHere(config, target.connection, target.secrets, log);
  parts.push((hurry) => running.stop(hurry));
  if (config.METRICS_PORT !== undefined) {
    const { METRICS_HOST: host, METRICS_PORT: port } = config;
    const metrics = await serveMetrics(host, port, running.unready);
    // Inserted before the running part, which is stopped first: its metrics remain available until the end.
    parts.splice(-1, 0, async () => metrics.close());
  }
  const { address } = running;
  log.info(
    { address, role: config.ROLE, database: target.dataDir ?? 'DATABASE_URL' },
    'Pauta is ready',
  );
  if (config.PANEL === 'on' && config.ROLE !== 'worker') {
    // Only after the API is available.
    const building = ensureBuilt(dataDirOf(config), log);
    parts.push(async () => building.stop());
  }
  return address;
}

/** Warns at start-up if connections may run out; otherwise that would show only under load, as 503 responses. */
async function warnOfConnections(platform: Platform, wanted: number, log: Logger): Promise<void> {
  const [row] = await platform.run(maxConnections);
  const most = row?.most as number;
  if (wanted + spareConnections <= most) return;
  log.warn(
    { max_connections: most, wanted },
    'WORKERS x DATABASE_POOL may need more connections than the database allows: lower DATABASE_POOL, or raise max_connections',
  );
}

/**
 * Lowers the priority of a process of the embedded database, which shares this machine's CPU: searches and counts may take whole
 * seconds while others wait for a millisecond.
 */
function giveWay(processId: number): void {
  try {
    setPriority(processId, osConstants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or this system has no priorities.
  }
}

/** Serves requests, runs the worker, or both, in this process. */
async function serveHere(
  config: Config,
  connection: pg.ClientConfig,
  secrets: Secrets,
  log: Logger,
): Promise<Running> {
  const { ROLE: role, DATABASE_POOL: most } = config;
  const changes = openChanges(connection, role !== 'web');
  const open = (name: string, size: number, limits: Timeouts) =>
    openDatabase(
      connection,
      name,
      size,
      (error) => log.warn({ reason: error.message }, 'an idle connection to the database ended'),
      limits,
      config.DATABASE_URL === undefined ? giveWay : undefined,
      changes.onQueued,
    );
  // Requests never wait behind the worker's statements: the worker has separate connections.
  const workers = Math.max(1, Math.floor(most * workerShare));
  const requests = role === 'all' ? Math.max(1, most - workers) : most;
  const database =
    role === 'worker'
      ? open(role, most, defaultTimeouts.work)
      : open(role, requests, defaultTimeouts.request);
  const background = role === 'all' ? open('worker', workers, defaultTimeouts.work) : database;
  const closeDatabase = async () => {
    if (background !== database) await background.close();
    await database.close();
  };
  const { MSGAPP_JID_SUFFIX: jidSuffix, SANDBOX_DELAY_MS: sandboxDelayMs } = config;
  const storage = openStorage(config);
  const messaging = openMessaging(database, secrets, { jidSuffix, sandboxDelayMs, storage });
  const vapid = vapidOf(config);
  const pushKeys = vapid && vapidKeysIn(database.platform, secrets, vapid.subject, vapid.keys);
  const worker =
    role === 'web'
      ? undefined
      : startWorker(
          background,
          messaging,
          {
            allow: config.WEBHOOK_ALLOW_CIDRS,
            schedule: config.WEBHOOK_RETRY_SCHEDULE,
            bounds: config,
            storage,
            ledger: ledgerOf(config),
            mail: mailOf(config),
            pushKeys,
            signal: changes.signal,
          },
          log,
        );
  const backups =
    worker &&
    startBackups({ connection, platform: background.platform, secrets }, storage, config, log);
  const stopWork = () => Promise.all([worker?.stop(), backups?.stop()]);
  const metrics = config.METRICS_PORT === undefined ? undefined : makeMetrics(database);
  if (metrics && worker) countBacklogs(() => backlogsIn(background));
  const backupsHere = worker && config.BACKUP_DIR !== undefined;
  if (metrics && backupsHere) countBackups(() => newestBackup(config));
  let stopping: string | undefined;
  const unready = unreadyOn(database, () => stopping, storage.disk);
  if (role === 'worker') {
    return {
      address: undefined,
      unready,
      async stop() {
        stopping = stops;
        await stopWork();
        messaging.stop();
        await changes.channel.close();
        await storage.blobs.close();
        await closeDatabase();
      },
    };
  }
  const keys = keysIn(database.platform);
  const sessions = sessionsIn(database.platform);
  const { SMTP_URL: smtp, MAIL_FROM: from } = config;
  const mailer = smtp && from !== undefined ? openMailer(smtp, from, log) : undefined;
  const { AI_URL: modelUrl, AI_MODEL: modelName } = config;
  const languageModel =
    modelUrl !== undefined && modelName !== undefined
      ? openLanguageModel(
          { url: modelUrl, key: config.AI_KEY, model: modelName },
          log,
          slotsIn(database.platform),
        )
      : undefined;
  const vouching = openIdOf(config);
  const openId = vouching && openIdProvider(vouching);
  const limit = rateLimit(config.RATE_LIMIT_PER_MINUTE, config.REDIS_URL, log);
  const { DATABASE_REPLICA_URL: urls } = config;
  const reading =
    urls.length > 0 ? await readFromReplicas(config, connection, requests, log) : undefined;
  if (metrics) reading?.count();
  const live = openLive({
    database,
    notifyChannel: changes.listen,
    findAccess: (watchers) => findAccess(database.platform, watchers),
    recordPresence: sessions.recordPresence,
    bounds: config,
    log,
  });
  if (metrics) countStreams(live);
  const app = await makeApp({
    config,
    database,
    keys,
    sessions,
    limit,
    log,
    settings: {
      secrets,
      jidSuffix,
      bounds: config,
      allowCidrs: config.WEBHOOK_ALLOW_CIDRS,
      publicUrl: publicUrlOf(config),
      services: { messaging: messaging.service, log, showPresence: live.present },
      mailer,
      push: pushKeys && { publicKey: async () => (await pushKeys()).publicKey },
      openId,
      languageModel,
      languageModelTokens: config.AI_TOKENS_PER_DAY,
      storage,
      // Loaded on demand.
      demo: async (...values) => (await import('./demo/fill.ts')).fillEmpty(...values),
    },
    teams: teamsBySlug(database),
    live,
    ...(metrics ? { metrics } : {}),
    panel: config.PANEL === 'on' ? panelIn(dataDirOf(config)) : undefined,
    ...(reading ? { mountReplicas: reading.mount } : {}),
    unready: () => stopping,
    backgroundWarning: backupsHere ? () => backupWarning(config) : undefined,
  });
  const recordUse = () =>
    Promise.all([keys.recordUse(), sessions.recordUse()]).catch((error: Error) =>
      log.warn({ reason: error.message }, 'the last use of keys and sessions was not recorded'),
    );
  /** Closes what requests and jobs use, once both have ended. @param working resolves when the jobs have ended */
  const closeParts = async (working: Promise<unknown> = stopWork()) => {
    await mailer?.close();
    languageModel?.close();
    openId?.close();
    await working;
    messaging.stop();
    await limit.close();
    await reading?.close();
    await storage.blobs.close();
    await closeDatabase();
  };
  const timer = setInterval(() => void recordUse(), recordUseEvery);
  try {
    await app.listen({ host: hostToBind(config.HOST), port: config.PORT });
  } catch (error) {
    clearInterval(timer);
    await live.close();
    await closeParts();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  return {
    address: addressOf(config.HOST, port),
    unready,
    async stop(hurry) {
      stopping = stops;
      const working = stopWork();
      // Lets their clients reconnect to other nodes while this process still responds.
      live.end();
      await noticed(app.server, hurry);
      clearInterval(timer);
      const cut = setTimeout(() => app.server.closeAllConnections(), finishMs);
      // A kept-alive connection becomes idle after its response and would delay the shutdown.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close();
      await live.close();
      clearTimeout(cut);
      clearInterval(idle);
      await recordUse();
      await closeParts(working);
    },
  };
}

/** Mail of notifications; undefined without an SMTP server. */
function mailOf(config: Config) {
  const { SMTP_URL: smtp, MAIL_FROM: from, PUBLIC_URL: publicUrl } = config;
  if (!smtp || from === undefined || publicUrl === undefined) return undefined;
  const { BOUNCE_ADDRESS: bounceAddress, BOUNCE_IMAP_URL: imap } = config;
  return {
    delivery: openMailDelivery(smtp, from),
    publicUrl,
    bounceAddress,
    ...(imap && bounceAddress && { mailbox: openBounceMailbox(imap, bounceAddress) }),
  };
}

/** Notifications among processes of changes that streams and background work may concern. */
interface Changes {
  readonly channel: NotifyChannel;
  readonly signal: WorkSignal;
  /** Adds a listener. @returns the channel */
  listen(onCall: (what: string) => void): NotifyChannel;
  /** Announces queued work: to the worker of this process if it has one, otherwise to other processes. */
  onQueued(): void;
}

function openChanges(connection: pg.ClientConfig, hasWorker: boolean): Changes {
  const listeners: ((what: string) => void)[] = [];
  const workers: (() => void)[] = [];
  const announce = () => {
    for (const each of workers) each();
  };
  const channel = openNotifyChannel(connection, 'live', 'pauta_live', (what) => {
    for (const each of listeners) each(what);
    // Other payloads concern streams only.
    if (what === '') announce();
  });
  if (hasWorker) channel.keepListening();
  return {
    channel,
    signal: {
      isComplete: channel.isListening,
      onWork: (listener) => workers.push(listener),
    },
    listen(onCall) {
      listeners.push(onCall);
      return channel;
    },
    onQueued: hasWorker ? announce : channel.callSoon,
  };
}

/** Sets up reads from replicas, and loads their code only here. */
async function readFromReplicas(
  { DATABASE_REPLICA_URL: urls, REDIS_URL }: Config,
  primary: pg.ClientConfig,
  size: number,
  log: Logger,
) {
  const [{ openReplicas }, { countReads, mountReplicas }] = await Promise.all([
    import('./db/replicas/replica.ts'),
    import('./http/replicas.ts'),
  ]);
  const replicas = openReplicas(urls, primary, size, REDIS_URL, log);
  return {
    mount: (v1: FastifyInstance) => mountReplicas(v1, replicas),
    count: () => countReads(replicas),
    close: () => replicas.close(),
  };
}

/**
 * Waits until clients have noticed the stop: no connection is left, or their time is over. Until then the service listens and
 * responds, and closes connections only with a response, because a request may be in transit.
 */
async function noticed(server: Server, hurry: AbortSignal): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  let connectedAt = performance.now();
  server.on('connection', () => {
    connectedAt = performance.now();
  });
  for (const end = connectedAt + noticeMs; performance.now() < end; await sleep(50)) {
    if (hurry.aborted) return;
    if ((await connections()) > 0) connectedAt = performance.now();
    else if (performance.now() - connectedAt >= quietMs) return;
  }
}

function addressOf(host: string, port: number): string {
  const reachable =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${port}/api`;
}

/** Report of a worker process to the primary: its listening address, or why it failed. */
interface Report {
  address?: string | undefined;
  failure?: string | undefined;
}

/** Runs one of several request-serving processes on the database that the primary process passes to it. */
async function startAsOneOfMany(
  config: Config,
  env: NodeJS.ProcessEnv,
  log: Logger,
  parts: Ending[],
): Promise<void> {
  // Without the primary process, the database is not supervised and no connections are accepted.
  process.on('disconnect', () => process.kill(process.pid, 'SIGINT'));
  try {
    const connection = JSON.parse(env[handedOver.connection] ?? '{}') as pg.ClientConfig;
    const secrets = secretsOf(config, env[handedOver.dataDir] ?? '');
    const running = await serveHere(config, connection, secrets, log);
    parts.push((hurry) => running.stop(hurry));
    answerHealthQueries(running.unready);
    process.send?.({ address: running.address } satisfies Report);
  } catch (error) {
    // The primary process logs it, once for all workers.
    const { message } = explainStartError(error, config) as Error;
    await new Promise<void>((resolve) => {
      process.send?.({ failure: message } satisfies Report, () => resolve());
    });
    process.exit(1);
  }
}

/** Keeps several request-serving processes running; replaces one that dies. */
async function serveWithMany(
  processes: number,
  connection: pg.ClientConfig,
  dataDir: string | undefined,
  log: Logger,
): Promise<Running> {
  // Counts the requests of all processes together if Redis is not used.
  new RateLimiterClusterMaster();
  let stopping = false;
  const start = (): Promise<string | undefined> => {
    const worker = cluster.fork({
      [handedOver.connection]: JSON.stringify(connection),
      ...(dataDir === undefined ? {} : { [handedOver.dataDir]: dataDir }),
    });
    return new Promise((resolve, reject) => {
      worker.on('message', ({ address, failure }: Report) => {
        if (address !== undefined) resolve(address);
        if (failure !== undefined) reject(new StartError(failure));
      });
      worker.once('exit', (code, signal) => {
        reject(
          new Error(`a process of the service exited at startup (${signal ?? code}); see the log`),
        );
        if (stopping) return;
        log.error(
          { process: worker.process.pid, code, signal },
          'a process of the service exited; starting another',
        );
        setTimeout(() => {
          if (!stopping) start().catch(() => {});
        }, 1_000);
      });
    });
  };
  const stop = async (hurry: AbortSignal) => {
    stopping = true;
    const left = Object.values(cluster.workers ?? {}).filter(
      (worker): worker is ClusterWorker => worker !== undefined && !worker.isDead(),
    );
    const tell = (signal: NodeJS.Signals) => {
      for (const worker of left) worker.process.kill(signal);
    };
    const ended = left.map(
      (worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve())),
    );
    tell(hurry.aborted ? 'SIGINT' : 'SIGTERM');
    hurry.addEventListener('abort', () => tell('SIGINT'), { once: true });
    await Promise.all(ended);
  };
  try {
    const addresses = await Promise.all(Array.from({ length: processes }, start));
    return { address: addresses[0], unready: unreadyOfAll, stop };
  } catch (error) {
    await stop(AbortSignal.abort());
    throw error;
  }
}

/**
 * Address to bind for a HOST. For `localhost` Fastify would open a second server, on ::1, without the limits on connections and
 * requests.
 */
function hostToBind(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host;
}
