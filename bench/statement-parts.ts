import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { clientConfig, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Caller } from '#server/features/accounts/key-lookup.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import contacts from '#server/features/crm/contacts/operations.ts';
import deals from '#server/features/crm/deals/operations.ts';
import projects from '#server/features/work/projects/operations.ts';
import tasks from '#server/features/work/tasks/operations.ts';
import { readCreate } from '#server/records/input.ts';
import { captureStatement, captureStatements } from './capture-statements.ts';
import { ask, embeddedDatabase, type Undo } from './fixture.ts';
import { quantile } from './report.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const help = `Measures what each part of a create costs the database: its statement with one part taken out at a time, in turn on one
connection of the embedded database, by the processor time of that connection's process. Linux only.

  npm run bench:parts -- [--rounds 300] [--only deals]`;

interface Part {
  readonly name: string;
  readonly sql: string;
}

/** Parts of `with a as (…), b as (…) select …`, and the rest. */
function partsOf(text: string): { parts: Part[]; rest: string } {
  let left = text.trim().replace(/^with\s+/, '');
  const parts: Part[] = [];
  for (;;) {
    const [head, name = ''] = /^\s*(\w+)\s+as\s+(?:materialized\s+)?\(/.exec(left) ?? [];
    if (head === undefined) return { parts, rest: left };
    let end = head.length;
    let isText = false;
    for (let depth = 1; depth > 0 && end < left.length; end += 1) {
      const character = left[end];
      if (character === "'") isText = !isText;
      else if (!isText && character === '(') depth += 1;
      else if (!isText && character === ')') depth -= 1;
    }
    parts.push({ name, sql: left.slice(0, end) });
    left = left.slice(end).replace(/^\s*,/, '');
  }
}

/** A statement with its parts changed; undefined removes one. Parameters that are no longer used are still accepted. */
function changed(text: string, change: (part: Part) => string | undefined): string {
  const { parts, rest } = partsOf(text);
  const kept = parts.map(change).filter((sql) => sql !== undefined);
  const made = `${kept.join(', ')} ${rest}`;
  const used = new Set(made.match(/\$\d+/g));
  const unused = [...new Set(text.match(/\$\d+/g))].filter((each) => !used.has(each));
  const taken = unused.map((each) => `${each}::text`).join(', ');
  return `with ${taken ? `unused as (select ${taken}), ` : ''}${made}`;
}

const without = (text: string, ...names: string[]) =>
  changed(text, ({ name, sql }) => (names.includes(name) ? undefined : sql));

/** With another expression in a place of the audit's entry. @throws Error if the statement has no such place */
const inAudit = (text: string, place: RegExp, other: string) =>
  changed(text, ({ name, sql }) => {
    if (name === 'audited' && !place.test(sql)) throw new Error(`no ${place} in ${sql}`);
    return name === 'audited' ? sql.replace(place, () => other) : sql;
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
    'without all of these but links': { text: noJson(without(text, ...everything)) },
  };
}

const line = 'Lançamento: site, identidade visual, três filmes curtos e as redes sociais.';

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const rounds = numberParser(help)(values.rounds, 300);
  const { connection } = await embeddedDatabase(undo);
  await migrate(connection);
  const database = openDatabase(connection, 'bench', 2, () => {});
  undo.push(() => database.close());
  const team = await createTeam(database.platform, 'Bench');
  const caller: Caller = {
    team: { ...team, strictTaxIds: false },
    keyId: uuidv7(),
    userId: null,
    scope: 'full',
    perMinute: null,
  };
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

  for (const { table, create } of [contacts, tasks, deals, projects]) {
    const name = table.name as keyof typeof bodies;
    if (values.only !== undefined && values.only !== name) continue;
    const use = await captureStatement(caller, (context) =>
      create.run(context, { values: readCreate(create.input.body, bodies[name]()) }),
    );
    const variants = Object.entries(variantsOf(use.statement.text));
    const samples = new Map<string, number[]>(variants.map(([label]) => [label, []]));
    for (let round = -50; round < rounds; round += 1) {
      if (round === -25) await ask(connection, 'vacuum analyze');
      for (const [label, { text, setting }] of variants) {
        signal.throwIfAborted();
        if (setting) await client.query(`set ${setting[0]} = ${setting[1]}`);
        const own: Record<string, unknown> = {
          ...use.parameters,
          ...{ id: uuidv7(), phone: String(55_119_0000_0000 + ++made) },
          ...(name === 'projects' ? { slug: `p-${++made}`, from: 2, pipeline_id: uuidv7() } : {}),
        };
        const parameters = use.statement.parameters.map((each) => own[each]);
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
    console.log(`\n${name}: ${whole.toFixed(0)} µs of processor a create`);
    for (const [label, all] of [...samples].slice(1)) {
      const saved = whole - quantile(all, 0.5);
      console.log(
        `  ${label.padEnd(32)} ${`-${saved.toFixed(0)}`.padStart(6)} µs  ${((saved / whole) * 100).toFixed(0).padStart(3)} %`,
      );
    }
  }
}

await runBenchmark(main);
