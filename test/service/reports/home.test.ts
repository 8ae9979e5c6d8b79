import { expect, test } from 'vitest';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { fillAgency } from './agency.ts';

/* Numbers of the last complete weeks, for the start page of admins. */
const service = useService();

test('the numbers are those of the reports by week, for admins of the team only', async () => {
  const team = await service.team();
  const admin = await makePerson(service, team, 'admin');
  const member = await makePerson(service, team, 'member');
  const { data, status } = await admin.get('/reports/home');
  expect(status).toBe(200);
  const monday = new Date(`${data.from}T00:00:00Z`);
  expect(monday.getUTCDay()).toBe(1);
  const lastWeek = new Date(monday.getTime() + 86_400_000).toISOString();
  const weekBefore = new Date(monday.getTime() - 6 * 86_400_000).toISOString();
  const project = await team.create('projects', { name: 'Site' });
  for (const at of [lastWeek, lastWeek, weekBefore]) {
    const task = await team.create('tasks', { project_id: project.id });
    await team.put(`/tasks/${task.id}`, { completed_at: at });
  }
  // Another team's work does not count.
  const foreign = await service.team();
  const apart = await foreign.create('tasks');
  await foreign.put(`/tasks/${apart.id}`, { completed_at: lastWeek });

  const { data: home } = await admin.get('/reports/home');
  const numbers = home.numbers as Json[];
  expect(numbers).toHaveLength(6);
  for (const { weeks } of numbers) expect(weeks).toHaveLength(9);
  const done = numbers.find(({ report, measure }) => report === 'tasks' && measure === 'done');
  expect(done).toMatchObject({ unit: 'count', value: 2, previous: 1 });
  const query = `report=tasks&by=week&from=${home.first}&to=${home.to}`;
  const { data: report } = await admin.get(`/reports?${query}`);
  const rows = report.rows as { values: readonly number[] }[];
  expect(done?.weeks).toEqual(rows.map(({ values }) => values[0]));

  expect((await member.get('/reports/home')).status).toBe(403);
});

/** West of UTC by up to 11 hours, east by up to 14, and zones whose clocks change in October and November. */
const zones = [
  'Pacific/Pago_Pago',
  'America/New_York',
  'Europe/Lisbon',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
];

test('the numbers equal plain selects over the weeks of each time zone, from Monday at midnight', async () => {
  const team = await service.team();
  await fillAgency(service, team, 5);
  const admin = await makePerson(service, team, 'admin');
  // Without moves, a deal is won since its creation.
  await service.sql(`delete from moves where team_id = $1 and resource = 'deals'`, [team.id]);
  for (const zone of zones) {
    await service.sql('update teams set time_zone = $2 where id = $1', [team.id, zone]);
    // The first instant of each of the last weeks, and the one before it.
    const edges = `select row_number() over () as n, i.at from (
        select (date_trunc('week', now() at time zone $2) - w.n * interval '7 days') as monday from generate_series(0, 9) w (n)) w
      cross join lateral (values (w.monday at time zone $2), (w.monday at time zone $2 - interval '1 microsecond')) i (at)`;
    for (const [table, changes] of [
      ['deals', `created_at = e.at, phase = 'ganho', value = e.n`],
      ['tasks', 'completed_at = e.at'],
      ['time_entries', 'started_at = e.at, minutes = 60 * e.n'],
    ])
      await service.sql(
        `with e as (${edges}), r as (
          select x.id, row_number() over (order by x.id) as n from ${table} x where x.team_id = $1)
        update ${table} x set ${changes} from e join r on r.n = e.n where x.team_id = $1 and x.id = r.id`,
        [team.id, zone],
      );
    const { data: home } = await admin.get('/reports/home');
    const [week] = await service.sql(
      `select (w.monday - interval '7 days')::date::text as from, (w.monday - interval '1 day')::date::text as to,
        (w.monday - interval '63 days')::date::text as first
      from (select date_trunc('week', now() at time zone $1) as monday) w`,
      [zone],
    );
    expect({ from: home.from, to: home.to, first: home.first }, zone).toEqual(week);
    const select = async (value: string, from: string, at: string) =>
      (
        await service.sql(
          `select (select ${value} from ${from} and date_trunc('week', ${at})::date = w.monday) as value
          from (select ($2::date + 7 * w.n)::date as monday from generate_series(0, 8) w (n)) w order by w.monday`,
          [team.id, home.first, zone].slice(0, /\$3/.test(from + at + value) ? 3 : 2),
        )
      ).map(({ value: each }) => (each === null ? null : Number(each)));
    const won = `deals d where d.team_id = $1 and d.phase = 'ganho'`;
    const wonAt = 'd.created_at at time zone $3';
    const due = `tasks t join projects p on p.team_id = t.team_id and p.id = t.project_id
      where t.team_id = $1 and t.deleted_at is null and t.due_date < (now() at time zone $3)::date
        and (t.completed_at is not null or p.status in ('backlog', 'active'))`;
    const expected: Readonly<Record<string, readonly (number | null)[]>> = {
      'won_lost.won': await select('count(*)', won, wonAt),
      'won_lost.won_value': await select('coalesce(sum(d.value), 0)', won, wonAt),
      'tasks.done': await select(
        'count(*)',
        'tasks t where t.team_id = $1 and t.deleted_at is null',
        't.completed_at at time zone $3',
      ),
      'tasks.late_rate': await select(
        `avg(case when t.completed_at is null or (t.completed_at at time zone $3)::date > t.due_date then 100 else 0 end)`,
        due,
        't.due_date',
      ),
    };
    const numbers = home.numbers as {
      report: string;
      measure: string;
      value: number | null;
      previous: number | null;
      weeks: (number | null)[];
    }[];
    for (const { report, measure, value, previous, weeks } of numbers) {
      expect([value, previous]).toEqual([weeks.at(-1), weeks.at(-2)]);
      const plain = expected[`${report}.${measure}`];
      const rounded = (values: readonly (number | null)[]) =>
        values.map((each) => (each === null ? null : Number(each.toFixed(4))));
      if (plain) expect(rounded(weeks), `${zone} ${report}.${measure}`).toEqual(rounded(plain));
    }
    const names = numbers.map(({ report, measure }) => `${report}.${measure}`);
    expect(names).toEqual(expect.arrayContaining(Object.keys(expected)));
    // Utilisation is derived from the hours.
    const query = `report=hours&by=week&from=${home.first}&to=${home.to}`;
    const { data: report } = await admin.get(`/reports?${query}`);
    const columns = (report.columns as { measure: string }[]).map(({ measure }) => measure);
    const rows = report.rows as { values: (number | null)[] }[];
    const hours = await select(
      'coalesce(sum(e.minutes), 0) / 60',
      'time_entries e where e.team_id = $1 and e.minutes is not null',
      'e.started_at at time zone $3',
    );
    const used = numbers.find(({ measure }) => measure === 'utilisation')?.weeks ?? [];
    for (const [at, { values }] of rows.entries()) {
      const capacity = Number(values[columns.indexOf('capacity')]);
      expect(capacity).toBeGreaterThan(0);
      expect(used[at], `${zone} ${at}`).toBeCloseTo(((hours[at] ?? 0) / capacity) * 100, 3);
    }
  }
  await wrongTotals(service.database.platform, true);
}, 300_000);
