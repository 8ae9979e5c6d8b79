import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { urlOf } from '#test/support/processes.ts';
import { ask, type BenchDatabase, embeddedDatabase, startService, type Undo } from './fixture.ts';
import { load, memoryOf, microsecondsATick, type Target, ticksOf } from './load.ts';
import { runBenchmark } from './run-benchmark.ts';

const help = `Measures the inputs of docs/scale.md: statements, transaction IDs, WAL and response bytes per kind of request, the statements of an
idle worker, bytes per row of every table, memory and CPU time. Runs on the embedded database, in a temporary directory.

  npm run bench:sizes -- [--size large|small] [--copies 9] [--each 50] [--seconds 3] [--waiting 1000,10000,100000] [--json]

--size     the size of the demo data in the team
--copies   the number of further teams that get a copy of all its rows before tables are measured
--each     the number of requests of each kind
--seconds  the seconds of load per kind for measuring CPU time; 0 skips it
--waiting  numbers of endpoints with deliveries not yet due, for measuring the worker's polling

Counts and sizes are the same on any machine; CPU time is not. It takes a few minutes.`;

type Api = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<{ readonly data: Record<string, unknown>; readonly bytes: number }>;
type Sql = (sql: string) => Promise<Record<string, unknown>[]>;

/** Database cost of one request of a kind, and the size of its response. */
interface Cost {
  readonly statements: number;
  readonly transaction_ids: number;
  readonly wal_bytes: number;
  readonly answer_bytes: number;
}

/** Prevents other writes to the WAL while measuring: no vacuum, and no checkpoints but ours. */
const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  autovacuum: 'off',
  checkpoint_timeout: '1d',
  max_wal_size: '32GB',
};

/** Statements that belong to no request: the worker's polling and sweeps, and key look-ups. */
const aside = {
  'poll deliveries': `query like '%with recursive waiting%deliveries%'`,
  'poll workflow runs': `query like '%with recursive waiting%workflow_runs%'`,
  'look a key up': `query like '%from api_keys k join teams%'`,
  sweep: `(query like '%delete from%skip locked%' or query like '%select distinct e.team_id%' or query like '%from messages where is_pending%' or query like '%gateway = %')`,
  'record the use of keys': `query like '%update api_keys k set last_used_at%'`,
};
const ours = `(query ~ 'pg_stat_statements|pg_current_wal|pg_stat_activity|count_until')`;
const isRequests = `not ${ours} and not (${Object.values(aside).join(' or ')}) and query !~* '^(set|show|checkpoint|discard)'`;

/** Runs a pauta command. @returns the object that it prints with --json */
async function pauta(
  benchDatabase: BenchDatabase,
  ...words: string[]
): Promise<Record<string, unknown>> {
  const program = fileURLToPath(new URL('../bin/pauta.js', import.meta.url));
  const env = { PATH: process.env.PATH, ...benchDatabase.env };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--json'], {
    env,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

function caller({ address }: Target, key: string): Api {
  return async (method, path, body, more = {}) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...more,
    };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(`${address}/v1${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${text}`);
    return { data: (JSON.parse(text) as { data: never }).data, bytes: Buffer.byteLength(text) };
  };
}

const figure = (row: Record<string, unknown> | undefined, name: string) => Number(row?.[name]);

/** Current positions of WAL and transaction IDs. */
async function standing(sql: Sql) {
  const [row] = await sql(`select pg_current_wal_insert_lsn() - '0/0' as wal,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint as ids`);
  return { wal: figure(row, 'wal'), ids: figure(row, 'ids') };
}

/** Averages the cost of something over several runs. @param once returns the size of the response in bytes */
async function cost(sql: Sql, count: number, once: (i: number) => Promise<number>): Promise<Cost> {
  await sql('select pg_stat_statements_reset()');
  const before = await standing(sql);
  let bytes = 0;
  for (let i = 0; i < count; i++) bytes += await once(i);
  const after = await standing(sql);
  const [calls] = await sql(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements where ${isRequests}`,
  );
  return {
    statements: figure(calls, 'calls') / count,
    transaction_ids: (after.ids - before.ids) / count,
    wal_bytes: (after.wal - before.wal) / count,
    answer_bytes: bytes / count,
  };
}

/** WAL of one request when no page that it writes has been written since the last checkpoint. */
async function coldWal(sql: Sql, once: (i: number) => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < 5; i++) {
    await sql('checkpoint');
    const before = await standing(sql);
    await once(800_000 + i);
    all.push((await standing(sql)).wal - before.wal);
  }
  return all.reduce((sum, each) => sum + each, 0) / all.length;
}

const words = 'Lançamento: site, identidade visual, três filmes curtos e as redes sociais.';

/** Every kind of request; each call makes one. */
async function kindsOf(
  api: Api,
  sql: Sql,
): Promise<Record<string, (i: number) => Promise<number>>> {
  const idsOf = async (table: string) =>
    (await sql(`select id from ${table} order by id limit 200`)).map(({ id }) => id as string);
  const [projects, tasks, deals, contacts] = await Promise.all(
    ['projects', 'tasks', 'deals', 'contacts'].map(idsOf),
  );
  // Each can be deleted once.
  const old = (await sql('select id from tasks where deleted_at is null')).map(({ id }) => id);
  const [client] = await idsOf('clients');
  const [conversation] = await idsOf('conversations');
  const [inbox] = await sql(
    `select id from inboxes where gateway = 'sandbox' and is_active limit 1`,
  );
  const at = (ids: readonly string[] = [], i: number) => ids[i % ids.length];
  const call =
    (method: string, path: (i: number) => string, body?: (i: number) => object, keyed?: string) =>
    async (i: number) =>
      (
        await api(
          method,
          path(i),
          body?.(i),
          keyed === undefined ? {} : { 'idempotency-key': `${keyed}-${i}` },
        )
      ).bytes;
  const task = (i: number) => ({
    title: `Tarefa ${i}`,
    description: words,
    project_id: at(projects, i),
    priority: 'high',
    due_date: '2026-12-18',
  });
  const client_id = client;
  return {
    'GET one': call('GET', (i) => `/tasks/${at(tasks, i)}`),
    'list of 20': call('GET', () => '/tasks'),
    'filtered list': call('GET', () => '/tasks?priority=high&sort=due_date'),
    search: call('GET', () => '/tasks?search=filme'),
    'create client': call(
      'POST',
      () => '/clients',
      (i) => ({
        type: 'PJ',
        name: `Padaria ${i}`,
        email: `p${i}@example.com`,
        phone: '1133334444',
        notes: words,
      }),
    ),
    'create contact': call(
      'POST',
      () => '/msgapp/contacts',
      (i) => ({
        phone: `55118${String(i).padStart(8, '0')}`,
        custom_name: `Rita ${i}`,
        client_id,
      }),
    ),
    'create project': call(
      'POST',
      () => '/projects',
      (i) => ({
        name: `Projeto ${i}`,
        description: words,
        client_id,
      }),
    ),
    'create task': call('POST', () => '/tasks', task),
    'create deal': call(
      'POST',
      () => '/deals',
      (i) => ({
        title: `Negócio ${i}`,
        description: words,
        value: 12_500.5,
        client_id,
      }),
    ),
    'create campaign': call(
      'POST',
      () => '/campaigns',
      (i) => ({
        name: `Campanha ${i}`,
        project_id: at(projects, i),
        description: words,
      }),
    ),
    'create activity': call(
      'POST',
      () => '/activities',
      (i) => ({
        title: `Ligar ${i}`,
        type: 'call',
        description: words,
        client_id,
      }),
    ),
    'update task': call(
      'PUT',
      (i) => `/tasks/${at(tasks, i)}`,
      (i) => ({ actual_hours: i + 0.5 }),
    ),
    'update deal': call(
      'PUT',
      (i) => `/deals/${at(deals, i)}`,
      (i) => ({ probability: i % 89 }),
    ),
    'update contact': call(
      'PUT',
      (i) => `/msgapp/contacts/${at(contacts, i)}`,
      (i) => ({ notes: `Nota ${i}` }),
    ),
    'delete task': call('DELETE', () => `/tasks/${old.pop()}`),
    'create task, keyed': call('POST', () => '/tasks', task, 'create'),
    'create task, replayed': call('POST', () => '/tasks', task, 'create'),
    'send message': call(
      'POST',
      () => '/msgapp/messages',
      (i) => ({
        conversation_id: conversation,
        content: `Bom dia! ${i} ${words}`,
      }),
    ),
    'send message, keyed': call(
      'POST',
      () => '/msgapp/messages',
      (i) => ({
        conversation_id: conversation,
        content: `Boa tarde! ${i} ${words}`,
      }),
      'send',
    ),
    'send to a new number': call(
      'POST',
      () => '/msgapp/messages',
      (i) => ({
        inbox_id: inbox?.id,
        phone: `55119${String(i).padStart(7, '0')}5`,
        content: words,
      }),
    ),
  };
}

/** A receiver that accepts everything. */
async function receive(undo: Undo): Promise<{ url: string; count(): number }> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, count: () => count };
}

async function until(isSo: () => boolean | Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (const end = Date.now() + 120_000; !(await isSo()); await sleep(100)) {
    signal.throwIfAborted();
    if (Date.now() > end) throw new Error('timed out waiting');
  }
}

/** Frequency of each background statement per second, and its reads. */
async function looks(sql: Sql, seconds: number) {
  await sql('select pg_stat_statements_reset()');
  await sleep(seconds * 1_000);
  const costs: Record<string, object> = {};
  for (const [name, where] of Object.entries(aside)) {
    const [row] =
      await sql(`select coalesce(sum(calls), 0) as calls, coalesce(sum(total_exec_time) / sum(calls), 0) as ms,
      coalesce(sum(shared_blks_hit + shared_blks_read) / sum(calls), 0) as pages from pg_stat_statements where ${where}`);
    if (figure(row, 'calls') > 0)
      costs[name] = {
        a_second: figure(row, 'calls') / seconds,
        ms: figure(row, 'ms'),
        pages: figure(row, 'pages'),
      };
  }
  return costs;
}

/** Copies every row of the first team to more teams. IDs stay the same, because team_id precedes them in keys. */
async function copyTeams(sql: Sql, copies: number): Promise<void> {
  const tables = await sql(`
    select c.table_name as name, string_agg(format('%I', c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.column_name <> 'team_id'
      and exists (select from information_schema.columns i where i.table_schema = 'public'
        and i.table_name = c.table_name and i.column_name = 'team_id')
    group by 1`);
  const [team] = await sql(`select id from teams order by created_at limit 1`);
  for (let copy = 1; copy <= copies; copy++) {
    const statements = tables
      .filter(({ name }) => name !== 'api_keys')
      .map(
        ({ name, columns }) => `insert into ${name} (team_id, ${columns})
        select (select id from teams where slug = 'copia-${copy}'), ${columns} from ${name} where team_id = '${team?.id}'`,
      );
    // Like a replica, so that references are not checked for each row.
    await sql(`set session_replication_role = replica;
      insert into teams (id, name, slug) values (uuid7(), 'Cópia', 'copia-${copy}'); ${statements.join(';')}`);
  }
  await sql(`insert into api_keys (team_id, id, hash, name) select t.id, uuid7(), sha256(uuid_send(uuid7())), 'Bench'
    from teams t, generate_series(1, 200)`);
}

/** Bytes of each non-empty table: heap and indexes. */
async function weigh(sql: Sql) {
  const tables =
    await sql(`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not in ('migrations') order by 1`);
  const sizes: Record<
    string,
    { rows: number; heap: number; indexes: number; index_count: number }
  > = {};
  for (const { name } of tables) {
    const [row] =
      await sql(`select count(*) as rows, pg_table_size('${name}') as heap, pg_indexes_size('${name}') as indexes,
      (select count(*) from pg_index where indrelid = '${name}'::regclass) as count_until from ${name}`);
    const rows = figure(row, 'rows');
    if (rows > 0)
      sizes[name as string] = {
        rows,
        heap: figure(row, 'heap') / rows,
        indexes: figure(row, 'indexes') / rows,
        index_count: figure(row, 'count_until'),
      };
  }
  return sizes;
}

/** Growth of tables by changes: ten times a tenth of the rows, with vacuum after each. */
async function slack(sql: Sql, tables: readonly string[]) {
  const sizeOf = async (table: string) =>
    figure((await sql(`select pg_total_relation_size('${table}') as size`))[0], 'size');
  const growth: Record<string, number> = {};
  for (const table of tables) {
    const before = await sizeOf(table);
    for (let i = 0; i < 10; i++) {
      await sql(
        `update ${table} set updated_at = updated_at + interval '1 second' where random() < 0.1`,
      );
      await sql(`vacuum ${table}`);
    }
    growth[table] = (await sizeOf(table)) / before;
  }
  return growth;
}

/** Average private memory of a process' connections in megabytes; undefined without /proc. */
async function memoryOfConnections(sql: Sql): Promise<number | undefined> {
  const rows = await sql(
    `select pid from pg_stat_activity where application_name like 'pauta %' and application_name <> 'pauta bench'`,
  );
  try {
    const each = rows.map(({ pid }) => {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
      return (of('Pss') - of('Pss_Shmem')) / 1_024;
    });
    return each.reduce((sum, one) => sum + one, 0) / each.length;
  } catch {
    return undefined;
  }
}

/** CPU time of all PostgreSQL processes in microseconds; undefined without /proc. */
async function processorOf(sql: Sql): Promise<number | undefined> {
  const rows = await sql(
    `select pid from pg_stat_activity where application_name <> 'pauta bench'`,
  );
  const ticks = rows.map(({ pid }) => ticksOf(pid as number));
  return ticks.some((each) => each === undefined)
    ? undefined
    : ticks.reduce<number>((sum, each) => sum + (each ?? 0), 0) * microsecondsATick;
}

async function measure(undo: Undo, options: Options, signal: AbortSignal) {
  const say = (line: string) => console.error(line);
  const { connection, env: databaseEnv } = await embeddedDatabase(undo, settings);
  // By DATABASE_URL, because a DATA_DIR belongs to one service, and two run here.
  const env = {
    ...databaseEnv,
    DATABASE_URL: urlOf(connection),
    SECRET_KEY: randomBytes(32).toString('base64'),
  };
  const benchDatabase: BenchDatabase = { connection, env };
  const sql: Sql = (text) => ask(benchDatabase.connection, text);
  say(`filling a team (pauta demo --size ${options.size})`);
  const { team, api_key: key } = await pauta(benchDatabase, 'team', 'create', 'Bench');
  const { slug } = team as { slug: string };
  await pauta(benchDatabase, 'demo', '--team', slug, '--size', options.size);
  await sql('create extension pg_stat_statements');
  await sql('vacuum analyze');

  say('requests');
  const serviceEnv = { ...env, SANDBOX_DELAY_MS: '3600000', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const web = await startService({ ...serviceEnv, ROLE: 'web' }, undo, signal);
  const api = caller(web, key as string);
  const bothWays = async (once: (i: number) => Promise<number>) => {
    const warm = await cost(sql, options.each, once);
    return warm.wal_bytes > 0 ? { ...warm, wal_bytes_cold: await coldWal(sql, once) } : warm;
  };
  const requests: Record<string, Cost & { wal_bytes_cold?: number }> = {};
  for (const [kind, once] of Object.entries(await kindsOf(api, sql))) {
    signal.throwIfAborted();
    // Warm up: statements prepared, pages written since the checkpoint.
    for (let i = 0; i < 12; i++) if (kind !== 'create task, replayed') await once(900_000 + i);
    requests[kind] = await (kind === 'create task, replayed'
      ? cost(sql, options.each, once)
      : bothWays(once));
  }
  const connections = {
    of_web:
      (await sql(`select from pg_stat_activity where application_name like 'pauta %'`)).length - 1,
  };
  const kinds = await kindsOf(api, sql);
  const compressed: Record<string, object> = {};
  for (const method of ['off', 'pglz']) {
    await sql(`alter system set wal_compression = '${method}'`);
    await sql('select pg_reload_conf()');
    const create = kinds['create task'];
    if (create) compressed[method] = { wal_bytes_cold: await coldWal(sql, create) };
  }
  await sql('alter system reset wal_compression');
  await sql('select pg_reload_conf()');
  const quick = await startService(
    { ...serviceEnv, SANDBOX_DELAY_MS: '100', ROLE: 'web' },
    undo,
    signal,
  );
  const send = (await kindsOf(caller(quick, key as string), sql))['send message'];
  if (send)
    requests['send message, delivered and read'] = await bothWays(async (i) => {
      const bytes = await send(i);
      await sleep(600);
      return bytes;
    });
  const idleWeb = await looks(sql, 5);
  const open = await sql(`select id from tasks where deleted_at is null limit 50`);
  const [one] = open;
  const busy = looks(sql, 5);
  for (const end = Date.now() + 4_900; Date.now() < end; await sleep(20))
    await api('GET', `/tasks/${one?.id}`);
  const busyKey = await busy;

  say('deliveries and workflows');
  await startService({ ...serviceEnv, ROLE: 'worker' }, undo, signal);
  await sleep(2_000);
  const idleWorker = await looks(sql, 10);
  const background: Record<string, Cost & { wal_bytes_cold?: number }> = {};
  const deal = async (i: number) =>
    (await api('POST', '/deals', { title: `Negócio ${i}`, description: words, value: 1_000 }))
      .bytes;
  const isDone = (table: string) => async () =>
    (await sql(`select 1 as count_until from ${table} where status = 'pending' limit 1`)).length ===
    0;
  const { url, count } = await receive(undo);
  const endpoint = (
    await api('POST', '/webhooks', { name: 'Bench', url, events: ['deal.created'] })
  ).data;
  for (let i = 0; i < 12; i++) await deal(i);
  await until(isDone('deliveries'), signal);
  const tellOne = async (i: number) => {
    const seen = count();
    const bytes = await deal(i);
    await until(() => count() > seen, signal);
    await sleep(100);
    return bytes;
  };
  background['deal, delivered to one endpoint'] = await bothWays(tellOne);
  background['the same, in a burst'] = await cost(sql, 1, async () => {
    const all = Array.from({ length: options.each * 10 }, (_, i) => i);
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let i = all.pop(); i !== undefined; i = all.pop()) await deal(i);
      }),
    );
    await until(isDone('deliveries'), signal);
    return 0;
  }).then(
    (all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, value / options.each / 10]),
      ) as unknown as Cost,
  );
  await api('PUT', `/webhooks/${endpoint.id}`, { is_active: false });
  const [project] = await sql('select id from projects limit 1');
  const file = join(benchDatabase.env.DATA_DIR ?? '', 'workflow.json');
  const steps = [
    { type: 'create_task', with: { title: 'Kick-off {{deal.title}}', project_id: project?.id } },
    {
      type: 'create_activity',
      with: { title: 'Ligar {{deal.title}}', type: 'call', deal_id: '{{deal.id}}' },
    },
    { type: 'update_deal', with: { priority: 'alta' } },
  ];
  writeFileSync(file, JSON.stringify({ name: 'Bench', trigger: { type: 'deal_created' }, steps }));
  await pauta(benchDatabase, 'workflow', 'create', '--team', slug, '--file', file);
  await deal(0);
  await until(isDone('workflow_runs'), signal);
  background['deal, with a workflow of 3 steps'] = await bothWays(async (i) => {
    const bytes = await deal(i);
    await until(isDone('workflow_runs'), signal);
    return bytes;
  });

  say(`rows (${options.copies} copies of the team)`);
  await copyTeams(sql, options.copies);
  await sql('vacuum analyze');
  const tables = await weigh(sql);
  const grown = await slack(sql, ['tasks', 'deals', 'clients', 'contacts']);

  const processor: Record<string, object> = {};
  if (options.seconds > 0) {
    say('processor time');
    let made = 0;
    const kinds = {
      'GET one': { path: `/api/v1/tasks/${one?.id}` },
      'list of 20': { path: '/api/v1/tasks' },
      'create task': {
        method: 'POST' as const,
        path: '/api/v1/tasks',
        body: JSON.stringify({ title: 'Tarefa', description: words, project_id: project?.id }),
      },
      'update task': {
        method: 'PUT' as const,
        setupRequest: (request: object) => ({
          ...request,
          // A different record each time: connections changing the same one would wait for each other.
          path: `/api/v1/tasks/${open[++made % open.length]?.id}`,
          body: JSON.stringify({ actual_hours: Math.random() }),
        }),
      },
    };
    for (const [kind, request] of Object.entries(kinds)) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const target = { ...web, address: new URL(web.address).origin };
      const round = () =>
        load(target, [request], { connections: 16, seconds: options.seconds, headers, signal });
      await round();
      const before = await processorOf(sql);
      const { processor: service, latencies, failed } = await round();
      const after = await processorOf(sql);
      if (failed > 0) throw new Error(`${failed} requests failed (${kind})`);
      processor[kind] = {
        service_us: service,
        postgresql_us:
          before === undefined || after === undefined
            ? undefined
            : (after - before) / latencies.length,
      };
    }
  }

  const memory = {
    web_mb: memoryOf(web.pid),
    connection_mb: await memoryOfConnections(sql),
  };

  say('looks while deliveries wait');
  const waiting: Record<string, object> = {};
  let made = 0;
  for (const endpoints of options.waiting) {
    await sql(`insert into deliveries (team_id, webhook_id, id, event, record_id, next_attempt_at, created_at)
      select gen_random_uuid(), uuid7(), uuid7(), 'deal.created', uuid7(), now() + interval '1 day', now()
      from generate_series(${made + 1}, ${endpoints})`);
    made = endpoints;
    await sql('vacuum analyze deliveries');
    waiting[endpoints] = (await looks(sql, 10))['poll deliveries'] ?? {};
  }
  return {
    compressed,
    requests,
    background,
    idle: { web: idleWeb, web_with_a_busy_key: busyKey, worker: idleWorker },
    connections,
    memory,
    processor,
    tables,
    slack: grown,
    waiting,
  };
}

interface Options {
  readonly size: string;
  readonly copies: number;
  readonly each: number;
  readonly seconds: number;
  readonly waiting: readonly number[];
}

const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value;

/** Formats nested objects of figures as a table. */
function table(name: string, rows: Record<string, object>): string {
  const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))];
  const lines = [
    [name, ...columns],
    ...Object.entries(rows).map(([kind, row]) => [
      kind,
      ...columns.map((column) => {
        const value = (row as Record<string, number | undefined>)[column];
        return value === undefined
          ? ''
          : String(rounded('', value > 100 ? Math.round(value) : value));
      }),
    ]),
  ];
  const widths =
    lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: {
      size: text,
      copies: text,
      each: text,
      seconds: text,
      waiting: text,
      json: flag,
      help: flag,
    },
  });
  if (values.help) return console.log(help);
  const number = (text: string | undefined, fallback: number) => {
    const value = Number(text ?? fallback);
    if (!(Number.isInteger(value) && value >= 0))
      throw new Error(`${text} is not a whole number\n\n${help}`);
    return value;
  };
  const options: Options = {
    size: values.size ?? 'large',
    copies: number(values.copies, 9),
    each: number(values.each, 50),
    seconds: number(values.seconds, 3),
    waiting: (values.waiting ?? '1000,10000,100000').split(',').map((each) => number(each, 0)),
  };
  const figures = await measure(undo, options, signal);
  if (values.json) return console.log(JSON.stringify(figures, rounded, 1));
  const {
    compressed,
    requests,
    background,
    idle,
    connections,
    memory,
    processor,
    tables,
    slack,
    waiting,
  } = figures;
  console.log(
    [
      table('per request', { ...requests, ...background }),
      ...Object.entries(idle).map(([who, usage]) => table(`idle, ${who}`, usage)),
      table('create task, WAL compressed by', compressed),
      table('CPU time', processor),
      table('per row of', tables),
      table(
        'growth by changes',
        Object.fromEntries(Object.entries(slack).map(([name, times]) => [name, { times }])),
      ),
      table('endpoints waiting', waiting),
      table('other', { memory, connections }),
    ].join('\n\n'),
  );
}

await runBenchmark(main);
