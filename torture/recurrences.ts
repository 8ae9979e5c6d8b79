import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectTo } from '#test/support/processes.ts';
import type { TestTeam } from '#test/support/team.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { Victims } from './idempotency.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/* Recurring tasks and billing lines that are created while processes are killed and the clock of the database jumps. */

/** The turns end with the jump to {@link lastDay}. */
const sizes = {
  short: { recurrences: 60, contracts: 60, turns: 9 },
  full: { recurrences: 500, contracts: 500, turns: 57 },
};
/** Longer than two turns of the sweeps. */
const patienceMs = 150_000;

/** Days by which the clock is wrong, in turn. It counts as reliable only at some of them. */
const jumps: readonly { readonly days: number; readonly isReliable: boolean }[] = [
  { days: 3, isReliable: true },
  { days: 300, isReliable: false },
  { days: 6, isReliable: true },
  { days: 1, isReliable: true },
];
const lastDay = 6;

/** Replaces `now()` in all statements of later connections. */
async function shiftClock(client: pg.Client): Promise<void> {
  await client.query(`
    create table clock_jumps (days integer not null);
    insert into clock_jumps values (0);
    create function public.now() returns timestamptz language sql stable as
      $$ select pg_catalog.now() + (select days from public.clock_jumps) * interval '1 day' $$`);
  await client.query(
    `alter database ${client.escapeIdentifier(client.database ?? '')} set search_path = public, pg_catalog`,
  );
}

/** Daily tasks, created up to three days ahead. */
const plan = (client: pg.Client, team: TestTeam, project: unknown, count: number) =>
  client.query(
    `insert into task_recurrences (team_id, id, project_id, title, rule, starts_on, days_ahead, created_until, next_check_on)
    select $1, gen_random_uuid(), $2, 'recorrente ' || i, 'FREQ=DAILY', d.day, i % 4, d.day - 1, d.day - 1
    from generate_series(1, $3::int) i cross join (select (pg_catalog.now() at time zone x.time_zone)::date as day from teams x where x.id = $1) d`,
    [team.id, project, count],
  );

/** Active contracts, whose first period is over on one of the next days. Half of them have hours of a project. */
const sign = (client: pg.Client, team: TestTeam, project: unknown, count: number) =>
  client.query(
    `with t as (
      insert into contracts (team_id, id, title, value, period, status, starts_on, bills_from, included_hours, overage_rate, project_ids)
      select $1, gen_random_uuid(), 'contrato ' || i, 1000, 'monthly', 'active', s.day, s.day, 1 + i % 3, 100,
        case when i % 2 = 0 then array[$2::uuid] else '{}' end
      from generate_series(1, $3::int) i
        cross join lateral (
          select ((pg_catalog.now() at time zone x.time_zone)::date - interval '1 month')::date + i % ${lastDay + 3} as day
          from teams x where x.id = $1) s returning *)
    insert into contract_projects (team_id, contract_id, project_id) select team_id, id, $2 from t where project_ids <> '{}'`,
    [team.id, project, count],
  );

const setClock = async (client: pg.Client, { days, isReliable }: (typeof jumps)[number]) => {
  await client.query('update clock_jumps set days = $1', [days]);
  // As if it had been right for an hour.
  if (isReliable)
    await client.query(
      `update clock set seen_at = pg_catalog.now() + $1 * interval '1 day', steady_since = null`,
      [days],
    );
};

/** Tasks of each recurrence and day, from its first day to the last one on which they may exist. */
const made = `
  select r.title, d.day::date::text as day, d.day::date <= r.starts_on + ${lastDay} + r.days_ahead as is_due,
    (select count(*)::int from tasks t where t.team_id = r.team_id and t.title = r.title and t.due_date = d.day) as tasks,
    (select count(*)::int from tasks t join events e on e.team_id = t.team_id and e.record_id = t.id and e.type = 'task.created'
      where t.team_id = r.team_id and t.title = r.title and t.due_date = d.day) as events,
    (select count(*)::int from tasks t join audit_entries a on a.team_id = t.team_id and a.record_id = t.id
      where t.team_id = r.team_id and t.title = r.title and t.due_date = d.day) as entries,
    (select count(*)::int from task_occurrences o
      where o.team_id = r.team_id and o.recurrence_id = r.id and o.occurs_on = d.day and o.task_id is not null) as occurrences
  from task_recurrences r cross join lateral generate_series(r.starts_on, r.starts_on + 400, interval '1 day') d (day)
  where r.team_id = $1`;

interface Row {
  readonly title: string;
  readonly day: string;
  readonly is_due: boolean;
  readonly tasks: number;
  readonly events: number;
  readonly entries: number;
  readonly occurrences: number;
}

/** Lines of each contract. Its first period is over on the same day of the next month. */
const billed = `
  select c.title, b.day::text as day, b.day <= current_day.day + ${lastDay} as is_due, b.day = current_day.day + ${lastDay + 1} as is_next,
    count(l.id)::int as lines, count(l.id) filter (where l.starts_on = c.starts_on and l.ends_on = b.day - 1)::int as periods,
    (select count(*)::int from events e where e.team_id = c.team_id and e.type = 'billing_line.created' and e.record_id = any(array_agg(l.id))) as events,
    (select count(*)::int from audit_entries a where a.team_id = c.team_id and a.record_id = any(array_agg(l.id))) as entries
  from contracts c
    cross join lateral (select (c.starts_on + interval '1 month')::date as day) b
    cross join (select min(starts_on) as day from task_recurrences where team_id = $1) current_day
    left join billing_lines l on l.team_id = c.team_id and l.contract_id = c.id
  where c.team_id = $1 group by c.team_id, c.id, c.title, c.starts_on, b.day, current_day.day`;

interface Bill {
  readonly title: string;
  readonly day: string;
  readonly is_due: boolean;
  readonly is_next: boolean;
  readonly lines: number;
  readonly periods: number;
  readonly events: number;
  readonly entries: number;
}

/** The period that is over has one line, with one event and one audit entry. @param isLater true if midnight passed during the test */
function judgeBill(tally: Tally, bill: Bill, isLater: boolean): void {
  const { title, day, is_due, is_next, lines, periods, events, entries } = bill;
  const state = `${title}, over on ${day}: ${lines} lines, ${periods} of its period, ${events} events, ${entries} audit entries`;
  if (is_due && lines === 0) tally.addLost(state);
  else if (lines > 1 || periods !== lines || events !== lines || entries !== lines)
    tally.addWrong(state);
  else if (!is_due && lines > 0 && !(is_next && isLater)) tally.addWrong(`too early: ${state}`);
}

/** Each occurrence has one task, with one event and one audit entry. */
function judge(tally: Tally, row: Row, mayBeLater: ReadonlySet<string>): void {
  const { title, day, is_due, tasks, events, entries, occurrences } = row;
  const state = `${title} of ${day}: ${tasks} tasks, ${events} events, ${entries} audit entries, ${occurrences} occurrences`;
  if (is_due && tasks === 0) tally.addLost(state);
  else if (tasks > 1 || events !== tasks || entries !== tasks || occurrences !== tasks)
    tally.addWrong(state);
  else if (!is_due && tasks > 0 && !mayBeLater.has(`${title} ${day}`))
    tally.addWrong(`too early: ${state}`);
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { recurrences, contracts, turns } = sizes[size];
  const { connection, env } = await newTestDatabase();
  const client = await connectTo(connection);
  await shiftClock(client);
  let jumped = 0;
  const victims = new Victims(env, async () => {
    const jump = jumps[jumped % jumps.length];
    jumped += 1;
    if (jump) await setClock(client, jump);
  });
  await victims.start();
  const [team] = await newTeams(connection, callerOf(victims.address(0)), 1);
  if (!team) throw new Error('there is no team');
  const project = String((await team.create('projects', { status: 'active' })).id);
  await plan(client, team, project, recurrences);
  await sign(client, team, project, contracts);
  const waiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from (
        select next_check_on as day from task_recurrences union all select bill_check_on from contracts where status = 'active') d
      where d.day <= ((pg_catalog.now() + ${lastDay} * interval '1 day') at time zone 'America/Sao_Paulo')::date`,
    );
    return rows[0]?.count ?? 0;
  };
  try {
    await victims.killOn(turns);
    const deadline = performance.now() + patienceMs;
    let polls = 0;
    while ((await waiting()) > 0 && performance.now() < deadline) {
      await sleep(200);
      polls += 1;
      // A service that starts sweeps at once; one that runs does each minute.
      if (polls % 25 === 0) await victims.killOn(1);
    }
  } finally {
    await victims.stop();
  }
  const { rows } = await client.query<Row>(made, [team.id]);
  // Midnight may pass during the test.
  const { rows: later } = await client.query<{ key: string }>(
    `select r.title || ' ' || (r.starts_on + ${lastDay} + r.days_ahead + 1) as key from task_recurrences r
    where r.team_id = $1 and (pg_catalog.now() at time zone 'America/Sao_Paulo')::date > r.starts_on`,
    [team.id],
  );
  const mayBeLater = new Set(later.map(({ key }) => key));
  for (const row of rows) judge(tally, row, mayBeLater);
  const { rows: bills } = await client.query<Bill>(billed, [team.id]);
  for (const bill of bills) judgeBill(tally, bill, mayBeLater.size > 0);
  const lines = bills.reduce((sum, bill) => sum + bill.lines, 0);
  tally.aim(lines > 0, `${counted(lines)} billing lines`);
  tally.aim(victims.kills >= turns, `${victims.kills} kills`);
  tally.aim(jumped > 2, `${jumped} jumps of the clock`);
  const tasks = rows.reduce((sum, row) => sum + row.tasks, 0);
  return `${counted(recurrences)} recurring tasks, ${counted(tasks)} occurrences, ${counted(contracts)} contracts, ${counted(lines)} billing lines, ${counted(victims.kills)} kills, ${counted(jumped)} jumps of the clock`;
}

export default {
  title: 'Recurring tasks and billing lines under kills and clock jumps',
  what: `Daily tasks are created up to three days ahead, and contracts whose period is over get their billing line, while two services on one database, one of them with several processes, are killed (SIGKILL)
one after the other and both at once, and the clock of the database jumps ahead by days, back, and by 300 days for a moment, in which it counts as
unreliable. Then SQL shows what was created. Lost: an occurrence without a task. Wrong: one with two tasks; one whose task has not exactly one
event, audit entry and occurrence; one that was created too early, because of the clock. The same holds for the line of each period of a contract.`,
  broken: [
    {
      how: 'occurrences have no identity',
      file: 'server/features/work/recurrences/create-tasks.ts',
      find: '$occurs_on::date, t.id from t)',
      replace: '$occurs_on::date, t.id from t where false)',
    },
    {
      how: 'tasks are created while the clock is unreliable',
      file: 'server/features/work/recurrences/sweeps.ts',
      find: '(await isSteady(tx)) ? tx.run(dueRecurrences) : []',
      replace: 'tx.run(dueRecurrences)',
    },
    {
      how: 'the next check of a recurrence is late',
      file: 'server/features/work/recurrences/occurrences.ts',
      find: 'const tomorrow = dayNumber(today) + 1;',
      replace: 'const tomorrow = dayNumber(today) + 30;',
    },
    {
      how: 'periods are billed while the clock is unreliable',
      file: 'server/features/retainers/sweeps.ts',
      find: '(await isSteady(tx)) ? tx.run(dueContracts) : []',
      replace: 'tx.run(dueContracts)',
    },
  ],
  run,
} satisfies Torture;
