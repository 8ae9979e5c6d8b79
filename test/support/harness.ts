import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import ipaddr from 'ipaddr.js';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { fillEmpty } from '#server/demo/fill.ts';
import { type Keys, keysIn } from '#server/features/accounts/key-lookup.ts';
import { sessionsIn } from '#server/features/accounts/sessions.ts';
import { teamsBySlug } from '#server/features/accounts/team-lookup.ts';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { vapidKeysIn } from '#server/features/installation/vapid-keys.ts';
import { type LocalMessaging, openMessaging } from '#server/features/receiving/local-messaging.ts';
import { makeApp } from '#server/http/app.ts';
import { type RateLimit, rateLimit } from '#server/http/rate-limit.ts';
import type { Mailer } from '#server/outbound/mail.ts';
import type { Storage } from '#server/outbound/storage.ts';
import type { Cidr, TeamLimits } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Panel } from '#server/platform/panel-build.ts';
import { type Secrets, secretsWith } from '#server/platform/secrets.ts';
import { createDatabase, databaseOf, dropDatabase, ofWorkers } from './database.ts';
import { scratch, storageIn } from './files/fixture.ts';
import { askInstead, startNodes } from './nodes.ts';
import { cleanUp, onDatabase } from './processes.ts';
import { type Answer, answerFrom, type Json, makeTeam, type TestTeam } from './team.ts';
import { enduringTimeouts } from './timeouts.ts';
import { eventually } from './wait.ts';

export { type Answer, inputsOf, type Json, minimal, resourceNamed, type TestTeam } from './team.ts';

export interface Service {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly connection: pg.ClientConfig;
  readonly keys: Keys;
  readonly secrets: Secrets;
  /** Its encryption key. */
  readonly secret: Buffer;
  readonly messaging: LocalMessaging;
  /** Its storage of files: a directory that is removed with the test file. */
  readonly storage: Storage;
  /**
   * Runs SQL as an operator would.
   * @param name prepares the statement under this name, to plan it only once
   */
  sql(text: string, values?: unknown[], name?: string): Promise<Json[]>;
  team(name?: string): Promise<TestTeam>;
}

/** A copy of the template database; the returned function drops it. */
export async function copyDatabase(prefix = 'pauta_'): Promise<{
  connection: pg.ClientConfig;
  drop(): Promise<void>;
}> {
  const server = inject('server');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await createDatabase(server, name, 'migrated');
  return { connection: databaseOf(server, name), drop: () => dropDatabase(server, name) };
}

interface ServiceOptions {
  perMinute?: number;
  sandboxDelayMs?: number;
  /** Number of nodes with background work; 0 if the test does that itself. */
  workers?: number;
  /** Limits of teams; unlimited by default. */
  bounds?: TeamLimits;
  /** Private ranges that deliveries may reach; loopback, where receivers of tests listen, by default. */
  allowCidrs?: readonly Cidr[];
  /** Mailer; none by default. */
  mailer?: Mailer;
  /** True if the tests insert listed rows themselves, which are not counted. */
  foreignRows?: boolean;
  /** Location of the panel's pages; without it there is no panel. */
  panel?: Panel;
}

interface OpenedService {
  readonly service: Service;
  /** Totals that differ from the number of records. */
  wrongTotals(): Promise<unknown[]>;
  /** Closes it and drops its database, after a check that every total is right, whatever the tests did. */
  close(): Promise<void>;
}

/** A service that exists from beforeAll on. */
function serviceOf(opened: () => OpenedService | undefined): Service {
  return new Proxy({} as Service, {
    get: (_, name: keyof Service) => {
      const service = opened()?.service;
      if (!service) throw new Error('the service is there from beforeAll on');
      return service[name];
    },
  });
}

/**
 * The whole service on a separate database, called without a network; closed when the test file ends, after a check that every total is
 * right. With TEST_NODES (`npm run test:nodes`) its requests are sent to several nodes behind a proxy instead.
 */
export function useService(options: ServiceOptions = {}): Service {
  let opened: OpenedService | undefined;
  beforeAll(async () => {
    opened = await openService(options);
  });
  afterAll(() => opened?.close());
  return serviceOf(() => opened);
}

let shared: Promise<OpenedService> | undefined;

/**
 * The default service of this worker and its database, shared by the files that use it, which saves 0.2 s of processor time for each. For
 * tests that see only their own teams, use up no limit of an address and no fixed e-mail address, and leave no function, trigger or listener
 * behind. It ends with the worker.
 */
export function useSharedService(options: Pick<ServiceOptions, 'workers'> = {}): Service {
  if (process.env.TEST_NODES) return useService(options);
  let opened: OpenedService | undefined;
  beforeAll(async () => {
    shared ??= openService({}, ofWorkers(process.ppid));
    opened = await shared;
  });
  // The sandbox may still be confirming a message.
  afterAll(() => eventually(async () => expect(await opened?.wrongTotals()).toEqual([])));
  return serviceOf(() => opened);
}

/** @param named beginning of the names of its database and of its directory of files */
async function openService(options: ServiceOptions, named?: string): Promise<OpenedService> {
  const { connection, drop } = await copyDatabase(named);
  const database = openDatabase(connection, 'test', 10, () => {}, enduringTimeouts);
  const limit = rateLimit(options.perMinute ?? 0, undefined, makeLog('silent'));
  const keys = keysIn(database.platform);
  const secret = randomBytes(32);
  const secrets = secretsWith(secret);
  const files = scratch(named);
  const storage = storageIn(files.path);
  const messaging = messagingOn(database, secrets, { ...options, storage });
  const app = await startApp(
    database,
    keys,
    limit,
    secrets,
    messaging,
    options.bounds,
    storage,
    options.panel,
    options.mailer,
    options.allowCidrs,
  );
  if (process.env.TEST_NODES) {
    const env = {
      ...onDatabase(connection, secret),
      RATE_LIMIT_PER_MINUTE: String(options.perMinute ?? 0),
      SANDBOX_DELAY_MS: String(options.sandboxDelayMs ?? sandboxDelayMs),
      WEBHOOK_ALLOW_CIDRS: (options.allowCidrs ?? [loopback])
        .map((range) => range.join('/'))
        .join(),
    };
    const { origin } = await startNodes(env, options);
    askInstead(app, origin);
  }
  const client = new pg.Client(connection);
  await client.connect();
  const service: Service = {
    app,
    database,
    connection,
    keys,
    secrets,
    secret,
    messaging,
    storage,
    sql: async (text, values, name) => (await client.query<Json>({ name, text, values })).rows,
    team: (name) =>
      makeTeam(
        database,
        (key, method, path, body, headers) => call(app, key, method, path, body, headers),
        name,
      ),
  };
  return {
    service,
    wrongTotals: () => wrongTotals(database.platform),
    async close() {
      await app.close();
      messaging.stop();
      const wrong = options.foreignRows ? [] : await wrongTotals(database.platform);
      await database.close();
      await client.end();
      if (process.env.TEST_NODES) await cleanUp();
      await drop();
      files.remove();
      expect(wrong).toEqual([]);
    },
  };
}

/** Memory for hashing a password in tests, in KiB: a twentieth of the default. */
export const passwordMemory = 1_024;

/** Address of the operator for push services. */
export const vapidSubject = 'mailto:ops@example.com';

/** Range in which receivers of tests listen. */
export const loopback: Cidr = ipaddr.parseCIDR('127.0.0.0/8');

/** Timeout of gateways in tests. */
const gatewayTimeoutMs = 1_000;
const sandboxDelayMs = 50;

/** The messaging service for tests: a sandbox that confirms soon, and short timeouts for gateways. */
export const messagingOn = (
  database: Database,
  secrets: Secrets,
  options: { sandboxDelayMs?: number; storage?: Storage } = {},
): LocalMessaging =>
  openMessaging(database, secrets, {
    jidSuffix: 's.msgapp.net',
    sandboxDelayMs: options.sandboxDelayMs ?? sandboxDelayMs,
    timeoutMs: gatewayTimeoutMs,
    storage: options.storage,
  });

export function startApp(
  database: Database,
  keys: Keys,
  limit: RateLimit,
  secrets: Secrets,
  messaging = messagingOn(database, secrets),
  bounds?: TeamLimits,
  storage?: Storage,
  panel?: Panel,
  mailer?: Mailer,
  allowCidrs: readonly Cidr[] = [loopback],
): Promise<FastifyInstance> {
  const log = makeLog('silent');
  const pushKeys = vapidKeysIn(database.platform, secrets, vapidSubject);
  return makeApp({
    config: {
      TRUST_PROXY: [],
      RATE_LIMIT_PER_MINUTE: limit.perMinute,
      SECURITY_CONTACT: [],
    },
    database,
    keys,
    limit,
    log,
    settings: {
      secrets,
      passwordMemory,
      ...(mailer && { mailer, publicUrl: 'https://pauta.example.com' }),
      jidSuffix: 's.msgapp.net',
      services: { messaging: messaging.service, log },
      ...(bounds ? { bounds } : {}),
      allowCidrs,
      ...(storage ? { storage } : {}),
      mailer,
      push: { publicKey: async () => (await pushKeys()).publicKey },
      demo: fillEmpty,
    },
    sessions: sessionsIn(database.platform),
    teams: teamsBySlug(database),
    panel,
    unready: () => undefined,
  });
}

/** Calls an app as a client with this key. */
export async function call(
  app: FastifyInstance,
  key: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: raw ? body : JSON.stringify(body) }),
  });
  return answerOf(response);
}

/** Answer of an app, with a parsed body. */
export const answerOf = ({ statusCode, headers, payload }: LightMyRequestResponse): Answer =>
  answerFrom(statusCode, headers, payload);

/** The method and path of every route of an app. */
export function routesOf(app: FastifyInstance): [string, string][] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const match = /^([│├└─\s]*)(\S+)(?: \((.+)\))?$/u.exec(line);
      if (!match) throw new Error(`unreadable: ${line}`);
      const [, indent = '', part = '', methods = ''] = match;
      const depth = indent.length / 4 - 1;
      above.splice(depth, above.length, part);
      const path = above.join('');
      return methods === ''
        ? []
        : methods.split(', ').map((method) => [method, path] as [string, string]);
    });
}
