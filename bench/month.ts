import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { panelClient } from '#test/support/panel/client.ts';
import { addSignedIn } from '#test/support/people.ts';
import { ask, type BenchDatabase, newDatabase, startService, type Undo } from './fixture.ts';
import { quantile } from './report.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';
import { seedTeams } from './seed-teams.ts';

const help = `Response times of the screens of an agency's month, over HTTP at the service: a year of 30 people with 60 contracts and 5,000 recurring
occurrences. A screen's requests are sent at once; its time is that of the last answer.

  npm run bench:month -- [--entries 200000] [--rounds 60] [--json]

Runs on the embedded database, which it stops at the end. On a busy machine, only comparisons of one run mean something.`;

const agency = {
  tasks: 17_000,
  deals: 800,
  clients: 60,
  activities: 3_000,
  contacts: 2_000,
  campaigns: 200,
  projects: 120,
  users: 30,
};

/** The agency's month in the team $1, in order. Random numbers depend on the row, so that each run has the same records. */
const fills = [
  `insert into contracts (team_id, id, title, client_id, owner_id, value, period, status, starts_on, renews_on, included_hours, carry_over,
      overage_rate, project_ids)
    select $1, uuid7(), 'Contrato ' || n, c.id, u.id, 3000 + n * 100, 'monthly', 'active', (now() - interval '1 year')::date,
      (now() + n * interval '7 days')::date, 40 + n, n % 4, 150,
      array(select p.id from (select id, row_number() over (order by id) as k from projects where team_id = $1) p where (p.k - 1) / 2 = n - 1)
    from generate_series(1, 60) n
      join (select id, row_number() over (order by id) as k from clients where team_id = $1) c on c.k = n
      join (select id, row_number() over (order by id) as k from users where team_id = $1 and person_id is null) u on u.k = 1 + n % 30`,
  `insert into contract_projects (team_id, contract_id, project_id)
    select c.team_id, c.id, p from contracts c, unnest(c.project_ids) p where c.team_id = $1`,
  `insert into task_recurrences (team_id, id, project_id, title, rule, starts_on, created_until, next_check_on)
    select p.team_id, uuid7(), p.id, 'Recorrente de ' || p.name, 'FREQ=WEEKLY', (now() - interval '1 year')::date, now()::date,
      now()::date + 7
    from projects p where p.team_id = $1`,
  `insert into task_occurrences (team_id, recurrence_id, occurs_on, task_id)
    select r.team_id, r.id, r.starts_on + t.k::int, t.id
    from task_recurrences r join (select id, project_id, row_number() over (partition by project_id order by id) as k
      from tasks where team_id = $1) t on t.project_id = r.project_id
    where r.team_id = $1 order by t.k limit 5000`,
  `insert into time_entries (team_id, id, user_id, task_id, project_id, client_id, started_at, minutes, is_billable, hourly_rate, hourly_cost, origin)
    select $1, uuid7(), u.ids[1 + abs(hashint8extended(n, 1)) % cardinality(u.ids)], k.id, k.project_id, p.client_id,
      date_trunc('day', now()) - (abs(hashint8extended(n, 3)) % 365) * interval '1 day' + (9 * 60 + abs(hashint8extended(n, 4)) % 540) * interval '1 minute',
      15 + abs(hashint8extended(n, 5)) % 180, n % 5 > 0, 180, 70, 'typed'
    from generate_series(1, $2::int) n
      cross join (select array(select id from users where team_id = $1 and person_id is null order by id) as ids) u
      join (select id, project_id, row_number() over (order by id) as place from tasks where team_id = $1) k
        on k.place = 1 + abs(hashint8extended(n, 2)) % (select count(*) from tasks where team_id = $1)
      join projects p on p.team_id = $1 and p.id = k.project_id`,
  `update tasks t set entry_minutes = e.minutes, actual_hours = e.minutes / 60
    from (select task_id, sum(minutes) as minutes from time_entries where team_id = $1 group by 1) e where t.team_id = $1 and t.id = e.task_id`,
  `insert into billing_lines (team_id, id, contract_id, client_id, title, starts_on, ends_on, status, value, included_minutes, used_minutes, total)
    select c.team_id, uuid7(), c.id, c.client_id, c.title, m.first, (m.first + interval '1 month - 1 day')::date, 'billed', c.value, 2400, 1800, c.value
    from contracts c, lateral (select (date_trunc('month', now()) - n * interval '1 month')::date as first from generate_series(1, 12) n) m
    where c.team_id = $1`,
  `insert into absences (team_id, id, user_id, starts_on, ends_on, reason)
    select $1, uuid7(), u.id, now()::date + (n * 17) % 200, now()::date + (n * 17) % 200 + 10, 'holiday'
    from users u, generate_series(1, 4) n where u.team_id = $1`,
];

const day = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** Monday of a week: 0 for the current one, 1 for the one before. */
const mondayOf = (weeksAgo: number) => {
  const now = Date.now();
  return now - ((new Date(now).getUTCDay() + 6) % 7) * day - weeksAgo * 7 * day;
};

/** Ids to choose from. */
interface Ids {
  readonly users: readonly string[];
  readonly projects: readonly string[];
  readonly contracts: readonly string[];
  readonly clients: readonly string[];
  readonly tasks: readonly string[];
}

const pick = (ids: readonly string[], turn: number) => ids[(turn * 7) % ids.length] ?? '';

const weekOf = (user: string, weeksAgo: number) => {
  const monday = mondayOf(weeksAgo);
  return `/time-entries?user_id=${user}&from=${dayOf(monday)}&to=${dayOf(monday + 6 * day)}&sort=started_at&limit=100`;
};

/** The requests of each screen, below the team's path. */
const screens: Readonly<Record<string, (ids: Ids, turn: number) => readonly string[]>> = {
  'hours, a week': ({ users }, turn) => {
    const [user, week] = [pick(users, turn), turn % 40];
    return [weekOf(user, week), weekOf(user, week + 1), `/members/${user}/locked-weeks`];
  },
  'hours of a task': ({ tasks }, turn) => [
    `/tasks/${pick(tasks, turn)}`,
    `/time-entries?task_id=${pick(tasks, turn)}&sort=-started_at&limit=20`,
  ],
  'hours of a project, latest': ({ projects }, turn) => [
    `/time-entries?project_id=${pick(projects, turn)}&sort=-started_at&limit=50`,
  ],
  'hours of everybody, a month': (_ids, turn) => [
    `/time-entries?from=${dayOf(mondayOf(turn % 40))}&to=${dayOf(mondayOf(turn % 40) + 30 * day)}&sort=-started_at&limit=50`,
  ],
  'contracts, list': (_ids, turn) => [`/contracts?limit=50&page=${1 + (turn % 2)}`],
  'a contract': ({ contracts }, turn) => [
    `/contracts/${pick(contracts, turn)}`,
    `/contracts/${pick(contracts, turn)}/hours`,
  ],
  'a client': ({ clients }, turn) => [
    `/clients/${pick(clients, turn)}`,
    `/clients/${pick(clients, turn)}/contracts`,
    `/clients/${pick(clients, turn)}/timeline`,
  ],
  'a project': ({ projects }, turn) => [
    `/projects/${pick(projects, turn)}/overview`,
    `/projects/${pick(projects, turn)}/contracts`,
    `/projects/${pick(projects, turn)}/task-recurrences`,
  ],
  'board of a project': ({ projects }, turn) => [`/tasks/board?project_id=${pick(projects, turn)}`],
  'my day': () => ['/day', '/day/contracts'],
  'workload, 4 weeks': () => ['/workload?weeks=4', '/absences'],
  'workload, 12 weeks': () => ['/workload?weeks=12', '/absences'],
  'billing lines': (_ids, turn) => [`/billing-lines?limit=50&page=${1 + (turn % 14)}`],
  'project templates': () => ['/project-templates'],
};

async function idsOf({ connection }: BenchDatabase, team: string): Promise<Ids> {
  const of = async (table: string, more = '') =>
    (
      await ask(
        connection,
        `select id from ${table} where team_id = '${team}' ${more} order by md5(id::text) limit 200`,
      )
    ).map(({ id }) => String(id));
  return {
    users: await of('users', 'and person_id is null'),
    projects: await of('projects'),
    contracts: await of('contracts'),
    clients: await of('clients'),
    tasks: await of('tasks', 'and deleted_at is null'),
  };
}

async function measure(
  benchDatabase: BenchDatabase,
  entries: number,
  rounds: number,
  signal: AbortSignal,
  undo: Undo,
) {
  const { connection, env } = benchDatabase;
  const service = await startService({ ...env, RATE_LIMIT_PER_MINUTE: '0' }, undo, signal);
  const database = openDatabase(connection, 'bench', 2, () => {});
  undo.push(() => database.close());
  const { platform } = database;
  const team = await createTeam(platform, 'Agência de trinta');
  await seedTeams(connection, [{ team: team.id, ...agency }], () => {});
  const { token } = await addSignedIn(platform, team.id, 'owner');
  for (const sql of fills)
    await ask(connection, sql, sql.includes('$2') ? [team.id, entries] : [team.id]);
  await wrongTotals(platform, true);
  await ask(connection, 'vacuum (analyze)');
  const ids = await idsOf(benchDatabase, team.id);
  const { origin } = new URL(service.address);
  const client = panelClient(() => origin, team.slug, token);
  const figures: Record<string, { p50_ms: number; p95_ms: number; worst_ms: number }> = {};
  for (const [name, requests] of Object.entries(screens)) {
    const times: number[] = [];
    // The first turns fill caches of the database and of the service.
    for (let turn = -5; turn < rounds; turn += 1) {
      signal.throwIfAborted();
      const began = performance.now();
      await Promise.all(requests(ids, turn + 5).map((path) => client.call('GET', path)));
      if (turn >= 0) times.push(performance.now() - began);
    }
    const rounded = (share: number) => Math.round(quantile(times, share));
    figures[name] = { p50_ms: rounded(0.5), p95_ms: rounded(0.95), worst_ms: rounded(1) };
  }
  return figures;
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: { entries: text, rounds: text, json: flag, help: flag },
  });
  if (values.help) return console.log(help);
  const parse = numberParser(help);
  const [entries, rounds] = [parse(values.entries, 200_000), parse(values.rounds, 60)];
  const figures = await measure(await newDatabase(undo), entries, rounds, signal, undo);
  if (values.json) return console.log(JSON.stringify({ entries, rounds, ...figures }));
  console.log('| Screen | p50 ms | p95 ms | worst ms |\n|---|--:|--:|--:|');
  for (const [name, { p50_ms, p95_ms, worst_ms }] of Object.entries(figures))
    console.log(`| ${name} | ${p50_ms} | ${p95_ms} | ${worst_ms} |`);
}

await runBenchmark(main);
