import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Request } from 'autocannon';
import type pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { newKey } from '#server/platform/api-key.ts';
import { freePort } from '#test/support/http.ts';
import {
  ask,
  embeddedDatabase,
  end,
  hasEnded,
  seed,
  startBare,
  startService,
  temporary,
  type Undo,
} from './fixture.ts';
import { load, type Target } from './load.ts';
import { quantile } from './report.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const directusVersion = '12.4.0';
const help = `Compares the service with two peers, in one run and on one PostgreSQL server:

  postgrest   a bare node:http server with PostgREST's SQL (bench/postgrest.ts): neither npm nor Debian has a PostgREST package
  directus    Directus ${directusVersion}, with the same fields and number of records, in its own database; its cache is off

  npm run bench:peers -- [--directus DIRECTORY] [--rounds 3] [--seconds 2] [--connections 32] [--only get,create] [--json]

Directus is installed into DIRECTORY by npm if it is missing (700 MB). Without it, only postgrest is measured.`;

const text = 'Lançamento: site, identidade visual, três filmes curtos e as redes sociais.';
const first = 55_119_0000_0000;

/** Requests of one server for each operation. */
type Operations = Record<string, Request[]>;

interface Peer {
  readonly target: Target;
  readonly headers: Record<string, string>;
  readonly operations: Operations;
}

let made = 0;
const writing = (
  method: 'POST' | 'PUT' | 'PATCH',
  path: () => string,
  body: (n: number) => object,
): Request[] => [
  {
    method,
    setupRequest: (request) => ({ ...request, path: path(), body: JSON.stringify(body(++made)) }),
  },
];
const deal = (n: number) => ({
  title: `Site novo ${n}`,
  description: text,
  value: 12_000,
  source: 'indicação',
});
const description = (n: number) => ({
  description: `Lançamento, versão ${n}: site e identidade visual.`,
});

/** Requests of the service, which the server with PostgREST's SQL also takes. */
function operationsOfApi(ids: readonly string[]): Operations {
  const base = '/api/v1';
  const projects = `${base}/projects`;
  return {
    'get one': ids.slice(0, 50).map((id) => ({ path: `${projects}/${id}` })),
    'list 20': [{ path: projects }],
    filtered: [{ path: `${projects}?status=active&priority=high&sort=due_date` }],
    search: [{ path: `${projects}?search=projeto%2077` }],
    'create a contact': writing(
      'POST',
      () => `${base}/msgapp/contacts`,
      (n) => ({
        phone: String(first + n),
        custom_name: `Maria da Silva ${n}`,
        tags: ['vip'],
      }),
    ),
    'create a deal': writing('POST', () => `${base}/deals`, deal),
    update: writing('PUT', () => `${projects}/${ids[made % ids.length]}`, description),
  };
}

function operationsOfDirectus(ids: readonly string[]): Operations {
  const projects = '/items/projects';
  const fields = 'fields=*,client.id,client.name';
  const page = `${projects}?${fields}&limit=20&meta=filter_count`;
  return {
    'get one': ids.slice(0, 50).map((id) => ({ path: `${projects}/${id}?${fields}` })),
    'list 20': [{ path: `${page}&sort=-created_at,-id` }],
    filtered: [
      {
        path: `${page}&filter[status][_eq]=active&filter[priority][_eq]=high&sort=due_date,id`,
      },
    ],
    search: [{ path: `${page}&search=projeto%2077&sort=-created_at,-id` }],
    'create a contact': writing(
      'POST',
      () => '/items/contacts',
      (n) => ({
        phone: String(first + n),
        custom_name: `Maria da Silva ${n}`,
        tags: ['vip'],
      }),
    ),
    'create a deal': writing('POST', () => '/items/deals', deal),
    update: writing('PATCH', () => `${projects}/${ids[made % ids.length]}`, description),
  };
}

/** The tables of the measured records, as a user of Directus would make them: primary keys and links have indexes. */
const tables = `
  create extension if not exists pgcrypto;
  create table clients (id uuid primary key default gen_random_uuid(), type text, name text not null);
  create table projects (id uuid primary key default gen_random_uuid(), name text not null, description text, status text, priority text,
    start_date date, due_date date, client uuid references clients, created_at timestamptz not null default now());
  create index on projects (created_at, id);
  create index on projects (status, priority, due_date);
  create index on projects (client);
  create table deals (id uuid primary key default gen_random_uuid(), title text not null, description text, value numeric(14, 2),
    source text, created_at timestamptz not null default now());
  create table contacts (id uuid primary key default gen_random_uuid(), phone text not null unique, custom_name text, tags json,
    created_at timestamptz not null default now());
  with c as (insert into clients (type, name) values ('PJ', 'Padaria São João') returning id)
  insert into projects (name, description, status, priority, start_date, due_date, client)
  select 'Projeto ' || n, '${text}', 'active', 'high', '2026-11-02', '2026-12-18', c.id from c, generate_series(1, 1000) n;`;

async function startDirectus(
  directory: string,
  server: pg.ClientConfig,
  pool: number,
  undo: Undo,
  signal: AbortSignal,
): Promise<Peer> {
  const program = join(directory, 'node_modules/directus/cli.js');
  if (!existsSync(program)) {
    writeFileSync(join(directory, 'package.json'), '{"private":true}');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', `directus@${directusVersion}`];
    execFileSync('npm', ['install', ...options], { cwd: directory, stdio: 'inherit' });
    // Compiling it downloads headers of Node.js. It runs scripts of flows, which the measured requests do not use.
    writeFileSync(
      join(directory, 'node_modules/isolated-vm/isolated-vm.js'),
      'module.exports = {};',
    );
  }
  await ask(server, 'create database directus');
  const connection = { ...server, database: 'directus' };
  await ask(connection, tables);
  const port = await freePort();
  const token = randomBytes(20).toString('hex');
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: randomBytes(16).toString('hex'),
    DB_CLIENT: 'pg',
    DB_HOST: String(server.host),
    DB_PORT: String(server.port ?? 5432),
    DB_USER: String(server.user),
    DB_PASSWORD: String(server.password ?? ''),
    DB_DATABASE: 'directus',
    DB_POOL__MIN: '0',
    DB_POOL__MAX: String(pool),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    ADMIN_TOKEN: token,
    CACHE_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
    PRESSURE_LIMITER_ENABLED: 'false',
    NODE_ENV: 'production',
  };
  const log = join(temporary(undo), 'directus.log');
  const output = openSync(log, 'a');
  execFileSync(process.execPath, [program, 'bootstrap'], {
    cwd: directory,
    env,
    stdio: ['ignore', output, output],
  });
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: directory,
    env,
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  undo.push(() => end(child));
  const origin = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${await answer.text()}`);
    return (await answer.json()) as { data: { id: string }[] };
  };
  while (
    !(await fetch(`${origin}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    signal.throwIfAborted();
    if (hasEnded(child)) throw new Error(`Directus did not start; see ${log}`);
    await sleep(200);
  }
  for (const collection of ['clients', 'projects', 'deals', 'contacts'])
    await call('PATCH', `/collections/${collection}`, { meta: { hidden: false } });
  await call('POST', '/relations', {
    collection: 'projects',
    field: 'client',
    related_collection: 'clients',
  }).catch(() => {});
  const { data } = await call('GET', '/items/projects?limit=1000&fields=id');
  return {
    target: { name: 'directus', address: origin, pid: child.pid ?? 0 },
    headers,
    operations: operationsOfDirectus(data.map(({ id }) => id)),
  };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: {
      directus: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const rounds = number(values.rounds, 3);
  const seconds = number(values.seconds, 2);
  const connections = number(values.connections, 32);
  const pool = 10;

  const { connection, env } = await embeddedDatabase(undo);
  const key = newKey();
  const service = await startService({ ...env, BOOTSTRAP_API_KEY: key }, undo, signal);
  const database = openDatabase(connection, 'bench', 4, () => {});
  const { caller, ids } = await seed(database, key, signal).finally(() => database.close());
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const operations = operationsOfApi(ids);
  const postgrest = await startBare('postgrest', { connection, pool, caller }, undo);
  const peers: Peer[] = [service, postgrest].map((target) => ({
    target: { ...target, address: new URL(target.address).origin },
    headers,
    operations,
  }));
  if (values.directus)
    peers.push(await startDirectus(resolve(values.directus), connection, pool, undo, signal));
  await ask(connection, 'vacuum analyze');

  const wanted = values.only?.split(',');
  const figures: Record<string, Record<string, number>> = {};
  for (const operation of Object.keys(operations)) {
    if (wanted && !wanted.some((part) => operation.includes(part))) continue;
    const rates = new Map(peers.map(({ target }) => [target.name, [] as number[]]));
    for (let i = -1; i < rounds; i++)
      for (const peer of peers) {
        const requests = peer.operations[operation] ?? [];
        const options = { connections, headers: peer.headers, signal };
        const round = await load(peer.target, requests, {
          ...options,
          seconds: i < 0 ? 1 : seconds,
        });
        if (round.failed > 0)
          throw new Error(`${round.failed} requests of ${operation} failed at ${peer.target.name}`);
        if (i >= 0) rates.get(peer.target.name)?.push(round.rate);
      }
    const ours = rates.get('service') ?? [];
    figures[operation] = Object.fromEntries(
      [...rates].flatMap(([name, all]) => [
        [`${name}/s`, Math.round(quantile(all, 0.5))],
        ...(name === 'service'
          ? []
          : [
              [
                `ratio to ${name}`,
                Math.round(
                  quantile(
                    ours.map((rate, i) => rate / (all[i] ?? Number.NaN)),
                    0.5,
                  ) * 100,
                ) / 100,
              ] as const,
            ]),
      ]),
    );
  }
  if (values.json) console.log(JSON.stringify(figures));
  else console.table(figures);
}

await runBenchmark(main);
