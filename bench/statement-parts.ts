import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { clientConfig } from '#server/db/database.ts';
import contacts from '#server/features/crm/contacts/operations.ts';
import deals from '#server/features/crm/deals/operations.ts';
import projects from '#server/features/work/projects/operations.ts';
import tasks from '#server/features/work/tasks/operations.ts';
import { perform } from '#server/operations/operation.ts';
import { readCreate } from '#server/records/input.ts';
import { captureStatement, captureStatements, newCaller } from './capture-statements.ts';
import { ask, embeddedDatabase, setUp, type Undo } from './fixture.ts';
import { measureShares } from './load-shares.ts';
import { explain, type PartUse, type PlanUse } from './plan-parts.ts';
import { quantile } from './report.ts';
import { operations } from './requests.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';
import { changed, without } from './statement-text.ts';

const help = `Shows the costs of each create and update, on the embedded database. Linux only.

First, 32 connections send each kind to the service, then to the plain server: processor time of server and database, log, commits, system
calls, and the waits of the database's processes. Then on one connection: planning, the parts of the plan, the indexes, and the processor
time of the statement with each part removed in turn.

  npm run bench:parts -- [--rounds 300] [--seconds 3] [--only deals]`;

/** With another expression in a place of the audit's entry. @throws Error if the statement has no such place */
const inAudit = (text: string, place: RegExp, replacement: string) =>
  changed(text, ({ name, sql }) => {
    if (name === 'audited' && !place.test(sql)) throw new Error(`no ${place} in ${sql}`);
    return name === 'audited' ? sql.replace(place, () => replacement) : sql;
  });

const deliveries = ['delivery', 'run'];
const board = ['pipeline', 'board'];
const everything = ['event', ...deliveries, 'audited', 'counted', ...board];

interface Variant {
  readonly text: string;
  /** Setting of the session while it runs. */
  readonly setting?: readonly [name: string, value: string];
}

function variantsOf(text: string): Record<string, Variant> {
  const noJson = (of: string) =>
    changed(of, ({ name, sql }) =>
      name === 'doc'
        ? `doc as materialized (select t.id, '{"id":"${'0'.repeat(500)}"}'::text as data from t)`
        : sql,
    );
  return {
    all: { text },
    'without deliveries, workflows': { text: without(text, ...deliveries) },
    'without event, deliveries': { text: without(text, 'event', ...deliveries) },
    'without totals': { text: without(text, 'counted') },
    'without audit': { text: without(text, 'audited') },
    // Breakdown of the audit's cost: the rest is its row, with four indexes.
    'without its digest': { text: inAudit(text, /audit_digest\([^)]*\)/, "'\\x00'::bytea") },
    'without its values': {
      text: inAudit(
        text,
        /case when .*? end as after|json_strip_nulls\(.*?\)::text as after/s,
        'null::text as after',
      ),
    },
    'without JSON': { text: noJson(text) },
    'without links': { text, setting: ['session_replication_role', 'replica'] },
    ...(text.includes('board as') ? { 'without board': { text: without(text, ...board) } } : {}),
    'without any of these except links': { text: noJson(without(text, ...everything)) },
  };
}

const line = 'Lançamento: site, identidade visual, três filmes curtos e as redes sociais.';

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

/** Prints the use of service and plain server under load, for each kind of write. */
async function printLoad(
  only: string | undefined,
  seconds: number,
  undo: Undo,
  signal: AbortSignal,
): Promise<void> {
  const benchDatabase = await embeddedDatabase(undo);
  const setup = await setUp(benchDatabase, 10, undo, signal);
  const client = new pg.Client(clientConfig(benchDatabase.connection, 'bench'));
  await client.connect();
  undo.push(() => client.end());
  const writes = Object.entries(operations(setup)).filter(
    ([name]) =>
      /^(create|update)/.test(name) &&
      (only === undefined || name.includes(only.replace(/s$/, ''))),
  );
  for (const [name, requests] of writes)
    for (const target of [setup.service, setup.plain]) {
      const measure = (length: number) =>
        measureShares(client, target, requests, { key: setup.key, seconds: length }, signal);
      await measure(1);
      const use = await measure(seconds);
      const waits = [...use.waits].sort(([, a], [, b]) => b - a).slice(0, 5);
      console.log(
        `${name.padEnd(20)} ${target.name.padEnd(8)} ${use.rate.toFixed(0)}/s, ${use.server.toFixed(0)} µs server, ${use.database.toFixed(0)} µs database, ` +
          `${use.walBytes.toFixed(0)} bytes of log, ${use.commits.toFixed(2)} commits, ${use.systemCalls.toFixed(1)} calls; ` +
          waits.map(([event, share]) => `${event} ${percent(share)}`).join(', '),
      );
    }
}

/** Prints the parts of a statement's plan. */
async function printPlan(
  client: pg.Client,
  text: string,
  values: () => readonly unknown[],
): Promise<void> {
  const plans: PlanUse[] = [];
  for (let i = 0; i < 40; i += 1) plans.push(await explain(client, text, values()));
  const median = (of: (plan: PlanUse) => number) => quantile(plans.map(of), 0.5);
  console.log(
    `  planning, once for each connection: ${median((plan) => plan.planning).toFixed(0)} µs`,
  );
  console.log('  part of the plan                     µs   log bytes   pages');
  for (const part of plans[0]?.parts.keys() ?? []) {
    const column = (key: keyof PartUse, width: number) =>
      median((plan) => plan.parts.get(part)?.[key] ?? 0)
        .toFixed(0)
        .padStart(width);
    console.log(
      `  ${part.padEnd(32)} ${column('microseconds', 6)} ${column('walBytes', 11)} ${column('pages', 7)}`,
    );
  }
}

/** Prints the cost of the indexes of a table: rows are copied to a table without, and one with the same indexes. */
async function printIndexes(
  client: pg.Client,
  table: string,
  id: string,
  used: () => number,
): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass`,
    [table],
  );
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const samples: number[][] = [];
  for (const [place, copy] of ['bench_bare', 'bench_indexed'].entries()) {
    await client.query(
      `create table ${copy} (like ${table} including defaults including generated)`,
    );
    if (place === 1)
      for (const { definition } of rows)
        await client.query(
          definition.replace(/^CREATE (UNIQUE )?INDEX \S+ ON \S+/, `create index on ${copy}`),
        );
    const insert = `insert into ${copy} (${names}) select ${names.map((name) => (name === 'id' ? '$2::uuid' : name))} from ${table} where id = $1`;
    const all: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      const before = used();
      await client.query({ name: `${copy} ${table}`, text: insert, values: [id, uuidv7()] });
      await sleep(1);
      if (i >= 50) all.push(used() - before);
    }
    samples.push(all);
  }
  await client.query('drop table bench_bare, bench_indexed');
  const [bare = 0, indexed = 0] = samples.map((all) => quantile(all, 0.5));
  console.log(
    `  its ${rows.length} indexes: ${(indexed - bare).toFixed(0)} of ${indexed.toFixed(0)} µs of the insert alone`,
  );
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const rounds = number(values.rounds, 300);
  await printLoad(values.only, number(values.seconds, 3), undo, signal);
  const { connection, database, caller } = await newCaller(undo);
  let made = 0;
  const bodies = {
    contacts: () => ({
      phone: String(55_119_0000_0000 + ++made),
      custom_name: 'Maria',
      tags: ['vip'],
    }),
    tasks: () => ({ title: 'Rever o texto da página', description: line, project_id: project }),
    deals: () => ({ title: 'Site novo', description: line, value: 12_000, source: 'indicação' }),
    projects: () => ({ name: `projeto-${++made}`, description: line, status: 'active' }),
  };
  let project = '';
  await captureStatements(database, caller, async (context) => {
    const fields = readCreate(projects.create.input.body, bodies.projects());
    project = (
      JSON.parse((await projects.create.run(context, { values: fields })) ?? '') as { id: string }
    ).id;
  });
  const client = new pg.Client(clientConfig(connection, 'bench'));
  await client.connect();
  undo.push(() => client.end());
  const [backend] = (await client.query('select pg_backend_pid() as id')).rows as { id: number }[];
  /** CPU time of the connection's process so far, in microseconds. */
  const used = () =>
    Number(readFileSync(`/proc/${backend?.id}/schedstat`, 'utf8').split(' ')[0]) / 1_000;

  for (const { table, create, update } of [contacts, tasks, deals, projects]) {
    const name = table.name as keyof typeof bodies;
    if (values.only !== undefined && values.only !== name) continue;
    let id = '';
    const changes = (): Record<string, unknown> =>
      name === 'contacts'
        ? { custom_name: `Maria ${++made}` }
        : { description: `Versão ${++made}` };
    const [, changing] = await captureStatements(database, caller, async (context) => {
      const text = await perform(create, context, { body: bodies[name]() });
      ({ id } = JSON.parse(text) as { id: string });
      await perform(update, context, { path: { id }, body: changes() });
    });
    if (!changing) throw new Error('an update runs one statement');
    const use = await captureStatement(caller, (context) =>
      create.run(context, { values: readCreate(create.input.body, bodies[name]()) }),
    );
    const creating = () => {
      const values: Record<string, unknown> = {
        ...use.parameters,
        ...{ id: uuidv7(), phone: String(55_119_0000_0000 + ++made) },
        ...(name === 'projects' ? { slug: `p-${++made}`, from: 2, pipeline_id: uuidv7() } : {}),
      };
      return use.statement.parameters.map((each) => values[each]);
    };
    const variants = Object.entries(variantsOf(use.statement.text));
    const samples = new Map<string, number[]>(variants.map(([label]) => [label, []]));
    for (let round = -50; round < rounds; round += 1) {
      if (round === -25) await ask(connection, 'vacuum analyze');
      for (const [label, { text, setting }] of variants) {
        signal.throwIfAborted();
        if (setting) await client.query(`set ${setting[0]} = ${setting[1]}`);
        const parameters = creating();
        await sleep(1);
        const before = used();
        await client.query({ name: `${name} ${label}`, text, values: parameters });
        // Work of the process after its answer is counted too.
        await sleep(1);
        if (round >= 0) samples.get(label)?.push(used() - before);
        if (setting) await client.query(`reset ${setting[0]}`);
      }
    }
    const whole = quantile(samples.get('all') ?? [], 0.5);
    console.log(`\n${name}: ${whole.toFixed(0)} µs of processor time per create`);
    for (const [label, all] of [...samples].slice(1)) {
      const saved = whole - quantile(all, 0.5);
      console.log(
        `  ${label.padEnd(32)} ${`-${saved.toFixed(0)}`.padStart(6)} µs  ${((saved / whole) * 100).toFixed(0).padStart(3)} %`,
      );
    }
    await printPlan(client, use.statement.text, creating);
    await printIndexes(client, name, id, used);
    console.log(`${name}, update of one field`);
    const { statement, parameters } = changing;
    await printPlan(client, statement.text, () =>
      statement.parameters.map((each) => ({ ...parameters, ...changes() })[each]),
    );
  }
}

await runBenchmark(main);
