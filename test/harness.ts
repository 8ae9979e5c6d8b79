import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, inject } from 'vitest';
import { makeApp, resources } from '../server/app.ts';
import { type Keys, keysIn } from '../server/auth/keys.ts';
import { type RateLimit, rateLimit } from '../server/auth/rate-limit.ts';
import { type Database, openDatabase } from '../server/db/database.ts';
import { platformStatement } from '../server/db/statement.ts';
import { makeLog } from '../server/log.ts';
import { type LocalDoor, openMessaging } from '../server/messaging/local.ts';
import type { Resource } from '../server/rest/resource.ts';
import { type Secrets, secretsWith } from '../server/secrets.ts';
import { createKey, createPipeline, createTeam } from '../server/teams.ts';
import { databaseOf } from './database.ts';

export type Json = Record<string, unknown>;

/** An answer, its body parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly text: string;
  readonly body: Json;
  readonly data: Json;
  readonly error: { code: string; message: string };
}

/** A team with a key and a few records that only the command line makes. */
export interface TestTeam {
  readonly id: string;
  readonly slug: string;
  readonly key: string;
  readonly users: readonly string[];
  readonly squad: string;
  readonly contract: string;
  readonly inbox: string;
  /** A pipeline of the team, with the columns `first` and `last`. */
  readonly pipeline: {
    readonly id: string;
    readonly columns: readonly { id: string; slug: string }[];
  };
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Creates a record that is valid for sure, with some fields of one's own. */
  create(resource: string, fields?: Json): Promise<Json>;
}

export interface Service {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly connection: pg.ClientConfig;
  readonly keys: Keys;
  readonly secrets: Secrets;
  readonly messaging: LocalDoor;
  /** Runs SQL as an operator would. */
  sql(text: string, values?: unknown[]): Promise<Json[]>;
  team(name?: string): Promise<TestTeam>;
}

export const resourceNamed = (name: string): Resource => {
  const found = resources.find(({ resource }) => resource.name === name)?.resource;
  if (!found) throw new Error(`no resource ${name}`);
  return found;
};

const insert = {
  user: platformStatement(
    `insert into users (team_id, id, name, email) values ($team, $id, $name, $email)`,
  ),
  squad: platformStatement(`insert into squads (team_id, id, name) values ($team, $id, $name)`),
  contract: platformStatement(
    `insert into contracts (team_id, id, title) values ($team, $id, $name)`,
  ),
  inbox: platformStatement(
    `insert into inboxes (team_id, id, name, type, gateway) values ($team, $id, $name, 'session', 'sandbox')`,
  ),
};

/** A copy of the template database; dropped by the returned function. */
export async function copyDatabase(): Promise<{
  connection: pg.ClientConfig;
  drop(): Promise<void>;
}> {
  const server = inject('server');
  const name = `pauta_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => {
    const client = new pg.Client(databaseOf(server, 'postgres'));
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`create database ${name} template pauta_template`);
  return {
    connection: databaseOf(server, name),
    drop: () => run(`drop database ${name} with (force)`),
  };
}

/** The whole service on a database of its own, called without a network; closed when the test file ends. */
export function useService(options: { perMinute?: number; sandboxDelayMs?: number } = {}): Service {
  const made: { service?: Service; close?: () => Promise<void> } = {};
  beforeAll(async () => {
    const { connection, drop } = await copyDatabase();
    const database = openDatabase(connection, 'test', 10, () => {});
    const limit = rateLimit(options.perMinute ?? 0, undefined, makeLog('silent'));
    const keys = keysIn(database.platform);
    const secrets = secretsWith(randomBytes(32));
    const messaging = messagingOn(database, secrets, options);
    const app = await startApp(database, keys, limit, secrets, messaging);
    const client = new pg.Client(connection);
    await client.connect();
    made.service = {
      app,
      database,
      connection,
      keys,
      secrets,
      messaging,
      sql: async (text, values) => (await client.query<Json>(text, values)).rows,
      team: (name) => makeTeam(app, database, name ?? 'Agência'),
    };
    made.close = async () => {
      await app.close();
      messaging.stop();
      await database.close();
      await client.end();
      await drop();
    };
  });
  afterAll(() => made.close?.());
  return new Proxy({} as Service, {
    get: (_, name: keyof Service) => {
      if (!made.service) throw new Error('the service is there from beforeAll on');
      return made.service[name];
    },
  });
}

/** How long gateways may take in tests. */
export const gatewayTimeoutMs = 400;

/** The messaging service as the tests want it: a sandbox that confirms soon, gateways that are given up on soon. */
export const messagingOn = (
  database: Database,
  secrets: Secrets,
  { sandboxDelayMs = 50 }: { sandboxDelayMs?: number } = {},
): LocalDoor =>
  openMessaging(database, secrets, {
    jidSuffix: 's.msgapp.net',
    sandboxDelayMs,
    timeoutMs: gatewayTimeoutMs,
  });

export function startApp(
  database: Database,
  keys: Keys,
  limit: RateLimit,
  secrets: Secrets,
  messaging = messagingOn(database, secrets),
): Promise<FastifyInstance> {
  return makeApp({
    config: { TRUST_PROXY: [], RATE_LIMIT_PER_MINUTE: limit.perMinute },
    database,
    keys,
    limit,
    log: makeLog('silent'),
    settings: { secrets, jidSuffix: 's.msgapp.net' },
    messaging,
    unready: () => undefined,
  });
}

/** Calls an app as a client with this key would. */
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

/** What an app answered, its body parsed. */
export function answerOf({ statusCode, headers, payload }: LightMyRequestResponse): Answer {
  const parsed = (payload === '' ? {} : JSON.parse(payload)) as Json;
  return {
    status: statusCode,
    headers,
    text: payload,
    body: parsed,
    data: (parsed.data ?? {}) as Json,
    error: (parsed.error ?? { code: '', message: '' }) as { code: string; message: string },
  };
}

async function makeTeam(app: FastifyInstance, database: Database, name: string): Promise<TestTeam> {
  const { platform } = database;
  const { team, key, pipeline } = await platform.transaction(async (tx) => {
    const created = await createTeam(tx, name);
    const { api_key } = await createKey(tx, created.id, {
      name: 'Test',
      scope: 'full',
      userId: null,
      expiresAt: null,
    });
    const made = await createPipeline(tx, created.id, {
      name: 'Quadro da equipe',
      projectId: null,
      isTemplate: false,
      columns: [
        { slug: 'first', name: 'First' },
        { slug: 'last', name: 'Last' },
      ],
    });
    return { team: created, key: api_key, pipeline: made };
  });
  const row = async (kind: keyof typeof insert, label: string) => {
    const id = uuidv7();
    await platform.run(insert[kind], {
      team: team.id,
      id,
      name: label,
      email: `${id}@example.com`,
    });
    return id;
  };
  const users = [await row('user', 'Ana'), await row('user', 'Bruno'), await row('user', 'Célia')];
  const request: TestTeam['call'] = (method, path, body, headers) =>
    call(app, key, method, path, body, headers);
  const self: TestTeam = {
    id: team.id,
    slug: team.slug,
    key,
    users,
    squad: await row('squad', 'Criação'),
    contract: await row('contract', 'Contrato'),
    inbox: await row('inbox', 'Caixa'),
    pipeline,
    call: request,
    get: (path) => request('GET', path),
    post: (path, body = {}, headers) => request('POST', path, body, headers),
    put: (path, body = {}) => request('PUT', path, body),
    delete: (path) => request('DELETE', path),
    async create(resource, fields = {}) {
      const answer = await request('POST', resourceNamed(resource).path, {
        ...(await minimal(self, resource)),
        ...fields,
      });
      if (answer.status !== 201) throw new Error(`create of ${resource} answered ${answer.text}`);
      return answer.data;
    },
  };
  return self;
}

let phones = 0;

/** The least that create needs for a resource. */
export async function minimal(team: TestTeam, resource: string): Promise<Json> {
  switch (resource) {
    case 'contacts':
      return { phone: `5511${String(900_000_000 + phones++)}` };
    case 'clients':
      return { type: 'PF', name: 'Maria Conceição' };
    case 'tasks':
    case 'campaigns': {
      const project = await team.create('projects');
      return { [resource === 'tasks' ? 'title' : 'name']: 'Peça nova', project_id: project.id };
    }
    case 'deals':
    case 'activities':
      return { title: 'Proposta' };
    default:
      return { name: 'Coisa nova' };
  }
}
