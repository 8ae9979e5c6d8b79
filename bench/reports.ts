import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { clientConfig, defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { teamStatement } from '#server/db/statement.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import { type ReportName, reportNames, reports } from '#server/features/reports/definitions.ts';
import { computeReport } from '#server/features/reports/report.ts';
import { readReportQuery } from '#server/features/reports/report-query.ts';
import { isSummed } from '#server/features/reports/sums/stored-sums.ts';
import { addUpReports } from '#server/features/reports/sweeps.ts';
import { ask, type BenchDatabase, newDatabase, type Undo } from './fixture.ts';
import { quantile } from './report.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';
import { seedTeams } from './seed-teams.ts';

const help = `Times of reports in the service's code on the database: a team with this number of tasks, time entries, conversations and moves of deals in
the last two years. The period is a year, and the previous period the year before, so that each report reads all rows. Each turn also counts these rows
with a plain select, for comparison.

  npm run bench:reports -- [--rows 100000] [--rounds 20] [--only funnel,hours] [--sums] [--json]

With --sums, the reports are added up first; those of more than 300,000 records then read their sums. The p99 of a list of another team, alone and while
reports run, comes first.

Statements have no time limit here; the service ends those of 1.8 s (422 TOO_COSTLY). Runs on the embedded database, which it stops at the end. On a busy
machine, only comparisons of one run mean something: the processor time of the database, and the ratio to the plain count.`;

/** Random numbers depend on the row, so that each run has the same records. */
const random = (n: string, seed: number) =>
  `((hashint8extended(${n}, ${seed}) & 1048575) / 1048576.0)`;
const some = (array: string, n: string, seed: number) =>
  `${array}[1 + floor(${random(n, seed)} * cardinality(${array}))::int]`;
const idsOf = (table: string) =>
  `(select array(select id from ${table} where team_id = $1 order by id) as ids)`;

/** The records of the team $1, in order; $2 is the number of rows. */
export const fills: readonly string[] = [
  `update teams set deal_phases = '{lead,contato,proposta,ganho,perdido}', won_phases = '{ganho}', lost_phases = '{perdido}',
    business_hours = '{"weekly":[{"weekday":1,"from":"09:00","to":"18:00"},{"weekday":2,"from":"09:00","to":"18:00"},{"weekday":3,"from":"09:00","to":"18:00"},{"weekday":4,"from":"09:00","to":"18:00"},{"weekday":5,"from":"09:00","to":"18:00"}],"national_holidays":true,"holidays":[]}'
    where id = $1`,
  `update tasks set assignee_ids = assignee_ids[1:1] where team_id = $1 and assignee_ids[1] = assignee_ids[2]`,
  `insert into moves (team_id, resource, id, record_id, field, was, became, moved_at)
    select $1, 'deals', uuid7(), d.id, 'phase', p.was, p.became, d.created_at + p.n * 0.2 * (now() - d.created_at)
    from (select *, row_number() over (order by id) as k from deals where team_id = $1) d
      cross join (values (1, 'lead', 'contato'), (2, 'contato', 'proposta'), (3, 'proposta', null)) q (n, was, next)
      cross join lateral (select q.was, coalesce(q.next, d.phase) as became, q.n) p
    where p.was <> p.became and d.k * 3 <= $2::int`,
  `insert into moves (team_id, resource, id, record_id, field, was, became, moved_at)
    select $1, 'tasks', uuid7(), t.id, 'column', 'backlog', 'in_progress', t.created_at + interval '1 day'
    from tasks t where t.team_id = $1 and t.completed_at is not null`,
  `update conversations c set first_question_at = c.created_at,
      first_answered_at = c.created_at + ${random(`hashtext(c.id::text)`, 1)} ^ 3 * interval '5 days' where c.team_id = $1`,
  `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at, sent_at)
    select c.team_id, uuid7(), c.id, c.inbox_id, 'x', 'incoming', 'Oi', 'received', c.created_at, c.created_at from conversations c where c.team_id = $1`,
  `insert into moves (team_id, resource, id, record_id, field, was, became, moved_at)
    select $1, 'conversations', uuid7(), c.id, 'status', 'open', 'resolved', c.created_at + ${random(`hashtext(c.id::text)`, 2)} ^ 3 * interval '9 days'
    from conversations c where c.team_id = $1 and c.status = 'resolved'`,
  `insert into time_entries (team_id, id, user_id, task_id, project_id, client_id, started_at, minutes, is_billable, hourly_rate, hourly_cost, origin)
    select $1, uuid7(), ${some('u.ids', 'n', 1)}, null, p.id, p.client_id, now() - (1 - n::float8 / $2::int) * interval '2 years',
      15 + floor(${random('n', 5)} * 180), n % 5 > 0, 180, 70, 'typed'
    from generate_series(1, $2::int) n cross join ${idsOf('users')} u cross join ${idsOf('projects')} q
      join projects p on p.team_id = $1 and p.id = ${some('q.ids', 'n', 2)}`,
  `insert into contracts (team_id, id, title, client_id, value, period, status, starts_on, renews_on, included_hours, carry_over, overage_rate,
      project_ids, bill_check_on)
    select $1, uuid7(), 'Contrato ' || n, ${some('c.ids', 'n', 3)}, 3000, 'monthly', 'active', (now() - interval '2 years')::date, now()::date, 40, n % 4, 150,
      array[p.ids[n]], null
    from generate_series(1, 60) n cross join ${idsOf('clients')} c cross join ${idsOf('projects')} p`,
  `insert into contract_projects (team_id, contract_id, project_id)
    select c.team_id, c.id, p from contracts c, unnest(c.project_ids) p where c.team_id = $1`,
  `insert into billing_lines (team_id, id, contract_id, client_id, title, starts_on, ends_on, status, total)
    select c.team_id, uuid7(), c.id, c.client_id, c.title, m.first, (m.first + interval '1 month - 1 day')::date, 'billed', c.value
    from contracts c, lateral (select (date_trunc('month', now()) - n * interval '1 month')::date as first from generate_series(1, 24) n) m
    where c.team_id = $1`,
  `insert into approval_requests (team_id, id, stage, title, client_id, created_at)
    select $1, c.id, 'client', 'Peça', ${some('k.ids', `hashtext(c.id::text)`, 4)}, c.created_at from campaigns c cross join ${idsOf('clients')} k where c.team_id = $1`,
  `insert into approval_items (team_id, request_id, n, campaign_id, round, state, decided_at, is_live)
    select $1, c.id, 1, c.id, 1, 'approved', c.created_at + interval '2 days', false from campaigns c where c.team_id = $1`,
  `insert into approval_rounds (team_id, request_id, n, round, campaign_id, stage, revision, snapshot, sha256, created_at)
    select $1, c.id, 1, 1, c.id, 'client', 0, '{}', sha256('x'), c.created_at from campaigns c where c.team_id = $1`,
  `insert into deal_snapshots (team_id, month, time_zone, deals)
    select $1, (date_trunc('month', now()) - n * interval '1 month')::date, 'America/Sao_Paulo', 0 from generate_series(0, 23) n`,
  `insert into deal_snapshot_entries (team_id, month, deal_id, value, probability, phase, expected_close_date)
    select $1, s.month, d.id, d.value, 50, 'lead', s.month + 20
    from deal_snapshots s cross join lateral (select * from deals d where d.team_id = $1 order by d.id limit $2::int / 24) d where s.team_id = $1`,
];

const within = (column: string) =>
  `team_id = $1 and ${column} >= $2::date and ${column} < $3::date`;
const moves = (resource: string, field: string) =>
  `select count(*) from moves where ${within('moved_at')} and resource = '${resource}' and field = '${field}'`;
const entries = `select count(*) from time_entries where ${within('started_at')} and minutes is not null`;

/** Plain counts of the rows that a report reads. */
const counts: Readonly<Record<ReportName, string>> = {
  funnel: moves('deals', 'phase'),
  won_lost: moves('deals', 'phase'),
  forecast: `select count(*) from deal_snapshot_entries where ${within('month')}`,
  answers: `select count(*) from conversations where ${within('first_answered_at')}`,
  tasks: `select count(*) from tasks where ${within('completed_at')} and deleted_at is null`,
  hours: entries,
  approvals: `select count(*) from approval_items where ${within('decided_at')}`,
  retainers: entries,
  profit: entries,
};

/** Tables that get most of the rows. Their indexes are built afterwards, which takes a fraction of the time. */
const largeTables = 'conversations,contacts,messages,moves,tasks,deals,time_entries'.split(',');

/** Runs the work without the indexes of the large tables, apart from those of constraints. */
async function withoutIndexes(connection: pg.ClientConfig, work: () => Promise<void>) {
  const indexes = await ask(
    connection,
    `select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint k where k.conindid = c.oid)`,
    [largeTables],
  );
  for (const { name } of indexes) await ask(connection, `drop index "${name}"`);
  await work();
  for (const { definition } of indexes) await ask(connection, String(definition));
}

/** Creates a team with the records. @returns its id */
export async function fillTeam(
  connection: pg.ClientConfig,
  rows: number,
  signal: AbortSignal,
): Promise<string> {
  await migrate(connection);
  const database = openDatabase(connection, 'bench', 1, () => {});
  const team = await createTeam(database.platform, 'Agência').finally(() => database.close());
  const size = { tasks: rows, deals: Math.ceil(rows / 3), contacts: rows, conversations: rows };
  const few = { clients: 300, activities: 1, campaigns: 5_000, projects: 300, users: 30 };
  await withoutIndexes(connection, async () => {
    await seedTeams(connection, [{ team: team.id, ...size, ...few }], () => {});
    for (const sql of fills) {
      signal.throwIfAborted();
      await ask(connection, sql, sql.includes('$2') ? [team.id, rows] : [team.id]);
    }
  });
  await ask(connection, 'vacuum (analyze)');
  return team.id;
}

const list = teamStatement(
  'select t.id, t.title from tasks t where t.team_id = $team order by t.created_at desc, t.id desc limit 20',
);

/** Times of a list of another team, alone and while reports of the large team run one after another. */
async function measureNeighbour(connection: pg.ClientConfig, team: string, undo: Undo) {
  // As in the service: reports run on connections whose processes yield to others.
  const yields = (pid: number) => setPriority(pid, 10);
  const limits = { ...defaultTimeouts.request, statement: 60_000, answer: 0 };
  const database = openDatabase(connection, 'bench', 10, () => {}, limits, yields);
  undo.push(() => database.close());
  const neighbourTeam = await createTeam(database.platform, 'Vizinha');
  const [db, neighbour] = [database.team(team), database.team(neighbourTeam.id)];
  const measureLists = async (isEnough: () => boolean) => {
    const times: number[] = [];
    while (times.length < 300 || !isEnough()) {
      const began = performance.now();
      await neighbour.read(list);
      times.push(performance.now() - began);
    }
    return times;
  };
  await measureLists(() => true);
  const alone = await measureLists(() => true);
  let isDone = false;
  const reporting = (async () => {
    for (const report of ['funnel', 'answers', 'hours'] as const) {
      const query = await readReportQuery(db, { report, ...lastYear() });
      await computeReport({ db, actor: { kind: 'operator' } }, query);
    }
    isDone = true;
  })();
  const busy = await measureLists(() => isDone);
  await reporting;
  const [before, during] = [quantile(alone, 0.99), quantile(busy, 0.99)];
  return { alone_p99_ms: before, busy_p99_ms: during, times: during / before };
}

/** A year until the day before the middle of this month: its ends are within months. */
function lastYear() {
  const year = new Date().getUTCFullYear();
  const month = String(new Date().getUTCMonth() + 1).padStart(2, '0');
  return { from: `${year - 1}-${month}-15`, to: `${year}-${month}-14` };
}

/** Adds up the reports, as the worker does. @returns the seconds that it takes */
async function addUp(connection: pg.ClientConfig, team: string): Promise<number> {
  await ask(
    connection,
    'insert into report_sum_states (team_id, report) select $1, unnest($2::text[])',
    [team, reportNames.filter(isSummed)],
  );
  const database = openDatabase(connection, 'bench', 2, () => {});
  const began = performance.now();
  try {
    await addUpReports(database, { isStopping: () => false, isSteady: async () => true });
  } finally {
    await database.close();
  }
  return (performance.now() - began) / 1_000;
}

const findProcess = teamStatement('select pg_backend_pid() as pid where $team::uuid is not null');

interface Figures {
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly worst_ms: number;
  /** Median of the processor time of the database process; 0 where the system has no such figure. */
  readonly cpu_ms: number;
  readonly count_p50_ms: number;
  readonly count_cpu_ms: number;
  /** Of processor times; of times where these are unknown. */
  readonly times_count: number;
}

/** Processor time of a process, in milliseconds; 0 where the system has no such figure. */
function processorTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000_000;
  } catch {
    return 0;
  }
}

async function measure(
  { connection }: BenchDatabase,
  rows: number,
  rounds: number,
  only: readonly string[],
  hasSums: boolean,
  signal: AbortSignal,
  undo: Undo,
) {
  const team = await fillTeam(connection, rows, signal);
  // One connection, so that its process is the one whose processor time is read.
  const database = openDatabase(connection, 'bench', 1, () => {});
  undo.push(() => database.close());
  const db = database.team(team);
  const [process] = await db.run(findProcess);
  const pid = Number(process?.pid);
  const counter = new pg.Client(clientConfig(connection, 'bench'));
  await counter.connect();
  undo.push(() => counter.end());
  const { rows: processes } = await counter.query<{ pid: number }>(
    'select pg_backend_pid() as pid',
  );
  const counterPid = processes[0]?.pid ?? 0;
  const { from, to } = lastYear();
  const previous = `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`;
  console.error('another team', JSON.stringify(await measureNeighbour(connection, team, undo)));
  if (hasSums) console.error('adding up, seconds', await addUp(connection, team));
  const figures: Record<string, Figures> = {};
  for (const name of reportNames) {
    if (only.length > 0 && !only.includes(name)) continue;
    const { by } = reports[name];
    for (const dimension of [
      by[0],
      by.find((each) => each === 'month'),
      by.find((each) => each === 'person'),
    ]) {
      const title = `${name} by ${dimension}`;
      if (dimension === undefined || figures[title]) continue;
      const [times, cpu, counted, countedCpu]: [number[], number[], number[], number[]] = [
        [],
        [],
        [],
        [],
      ];
      // The first turns fill caches.
      for (let turn = -2; turn < rounds; turn += 1) {
        signal.throwIfAborted();
        const began = [performance.now(), processorTime(pid)] as const;
        const query = await readReportQuery(db, { report: name, by: dimension, from, to });
        await computeReport({ db, actor: { kind: 'operator' } }, query);
        const ended = [performance.now(), processorTime(pid)] as const;
        const beganCount = [performance.now(), processorTime(counterPid)] as const;
        await counter.query(counts[name], [team, previous, to]);
        const endedCount = [performance.now(), processorTime(counterPid)] as const;
        if (turn < 0) continue;
        times.push(ended[0] - began[0]);
        cpu.push(ended[1] - began[1]);
        counted.push(endedCount[0] - beganCount[0]);
        countedCpu.push(endedCount[1] - beganCount[1]);
      }
      const rounded = (of: readonly number[], share: number) => Math.round(quantile(of, share));
      const [ofReport, ofCount] = quantile(cpu, 0.5) > 0 ? [cpu, countedCpu] : [times, counted];
      figures[title] = {
        ...{ p50_ms: rounded(times, 0.5), p95_ms: rounded(times, 0.95) },
        ...{ worst_ms: rounded(times, 1), cpu_ms: rounded(cpu, 0.5) },
        ...{ count_p50_ms: rounded(counted, 0.5), count_cpu_ms: rounded(countedCpu, 0.5) },
        times_count: Math.round(quantile(ofReport, 0.5) / quantile(ofCount, 0.5)),
      };
      console.error(title, JSON.stringify(figures[title]));
    }
  }
  return figures;
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: { rows: text, rounds: text, only: text, sums: flag, json: flag, help: flag },
  });
  if (values.help) return console.log(help);
  const parse = numberParser(help);
  const [rows, rounds] = [parse(values.rows, 100_000), parse(values.rounds, 20)];
  const only = values.only?.split(',') ?? [];
  const hasSums = values.sums === true;
  const figures = await measure(await newDatabase(undo), rows, rounds, only, hasSums, signal, undo);
  if (values.json) return console.log(JSON.stringify({ rows, rounds, ...figures }));
  console.log(
    '| Report | p50 ms | p95 ms | worst ms | CPU ms | count ms | count CPU ms | times the count |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
  for (const [name, each] of Object.entries(figures))
    console.log(`| ${name} | ${Object.values(each).join(' | ')} |`);
}

if (import.meta.main) await runBenchmark(main);
