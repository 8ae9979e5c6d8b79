import { beforeAll, expect, test } from 'vitest';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { type ReportName, reports } from '#server/features/reports/definitions.ts';
import { addUpReports } from '#server/features/reports/sweeps.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { fillAgency, pick, randomOf, rowsOf } from './agency.ts';

/*
 * Reports from stored sums equal those of all records: counts, sums, averages and rates exactly, medians and percentiles within 5 %. The tests
 * multiply the stored numbers of records, so that reports of some hundred records use their sums.
 */

const service = useService();
const round = { isStopping: () => false, isSteady: async () => true };
const summed: readonly ReportName[] = [
  'funnel',
  'won_lost',
  'forecast',
  'answers',
  'tasks',
  'hours',
  'profit',
];
const dayMs = 86_400_000;
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

let teams: readonly TestTeam[];
beforeAll(async () => {
  teams = [await service.team(), await service.team()];
  // The other team has no records: a number of this one would be an error.
  await fillAgency(service, teams[0] as TestTeam, 40);
}, 240_000);

/** Requests all reports of the teams, and adds them up. @returns the number of reports */
async function addUp(of: readonly TestTeam[] = teams): Promise<number> {
  for (const team of of)
    await service.sql(
      `insert into report_sum_states (team_id, report) select $1, unnest($2::text[])
       on conflict (team_id, report) do update set wanted_at = now(), computed_at = null`,
      [team.id, summed],
    );
  const count = await addUpReports(service.database, round);
  await service.sql(
    `update report_sum_states set months = (select json_object_agg(m.key, m.value::text::integer + 400000) from json_each(months) m)
     where team_id = any($1)`,
    [of.map(({ id }) => id)],
  );
  return count;
}

/** The report of all records, although there are sums. */
async function exactly(team: TestTeam, read: () => Promise<Json>): Promise<Json> {
  await service.sql(`update report_sum_states set digest = 'x' || digest where team_id = $1`, [
    team.id,
  ]);
  const answer = await read();
  await service.sql(`update report_sum_states set digest = substr(digest, 2) where team_id = $1`, [
    team.id,
  ]);
  return answer;
}

async function reportOf(person: TestPerson, query: string): Promise<Json> {
  const { status, data, text } = await person.get(`/reports?${query}`);
  expect(status, `${query}: ${text}`).toBe(200);
  return data;
}

type Row = { key: string | null; values: unknown[]; previous: unknown[] };

/** Compares a report of stored sums with the exact one. */
function compare(query: string, report: ReportName, summedReport: Json, exact: Json): number {
  let compared = 0;
  const columns = exact.columns as { measure: string }[];
  const numbers = (of: Json) => [
    ...(of.totals as { value: unknown; previous: unknown }[]).map(({ value, previous }) => [
      value,
      previous,
    ]),
  ];
  const check = (name: string, place: string, actual: unknown, expected: unknown) => {
    const method = reports[report].measures[name]?.method;
    const share = method === 'median' || method === 'p90' ? 0.05 : 1e-7;
    const isClose =
      typeof actual === 'number' && typeof expected === 'number'
        ? Math.abs(actual - expected) <=
          share * Math.abs(expected) + 0.011 * (share < 0.01 ? 1 : 0.02)
        : actual === expected;
    if (!isClose) expect.fail(`${query} ${place} ${name}: ${actual} instead of ${expected}`);
    if (typeof expected === 'number' && expected !== 0) compared += 1;
  };
  for (const [n, pair] of numbers(exact).entries())
    for (const [i, expected] of pair.entries())
      check(columns[n]?.measure ?? '', `total ${i}`, numbers(summedReport)[n]?.[i], expected);
  const rowsBy = new Map((summedReport.rows as Row[]).map((row) => [row.key, row]));
  expect([...rowsBy.keys()].toSorted(), query).toEqual(
    (exact.rows as Row[]).map(({ key }) => key).toSorted(),
  );
  for (const row of exact.rows as Row[])
    for (const of of ['values', 'previous'] as const)
      for (const [n, expected] of row[of].entries())
        check(
          columns[n]?.measure ?? '',
          `${of} of ${row.key}`,
          rowsBy.get(row.key)?.[of][n],
          expected,
        );
  return compared;
}

test('equal those of all records for random periods and dimensions, for each team and each caller', {
  timeout: 600_000,
}, async () => {
  expect(await addUp()).toBe(2 * summed.length);
  const random = randomOf(5);
  const callers: (readonly [TestTeam, TestPerson])[] = [];
  const [team, emptyTeam] = teams as [TestTeam, TestTeam];
  const owner = await makePerson(service, team, 'owner');
  callers.push(
    [team, owner],
    [team, await makePerson(service, team, 'member', { seesValues: false })],
  );
  callers.push([emptyTeam, await makePerson(service, emptyTeam, 'owner')]);
  const inboxes = await rowsOf(service, team, 'inboxes');
  const access = { access: 'chosen', user_ids: [owner.userId], squad_ids: [] };
  expect((await owner.put(`/inboxes/${String(inboxes[0]?.id)}/access`, access)).status).toBe(200);
  let compared = 0;
  for (let turn = 0; turn < 70; turn += 1) {
    const [of, person] = pick(random, callers);
    const report = summed[turn % summed.length] as ReportName;
    const first = Date.now() - Math.floor(random() * 600) * dayMs;
    const last = first + Math.floor(40 + random() * 300) * dayMs;
    const query = new URLSearchParams({
      ...{ report, by: pick(random, reports[report].by) },
      ...{ from: isoDay(first), to: isoDay(last) },
    });
    if (report === 'answers' && random() < 0.3)
      query.set('inbox_id', String(pick(random, inboxes).id));
    const answer = await reportOf(person, `${query}`);
    expect(answer, `${query}`).toMatchObject({ is_approximate: true });
    expect(answer.as_of).not.toBeNull();
    const exact = await exactly(of, () => reportOf(person, `${query}`));
    expect(exact).toMatchObject({ is_approximate: false, as_of: null });
    expect(answer.is_masked).toBe(exact.is_masked);
    compared += compare(`${query}`, report, answer, exact);
  }
  expect(compared).toBeGreaterThan(1_000);
});

const year = () => {
  const last = new Date();
  last.setUTCDate(0);
  const first = new Date(last);
  first.setUTCMonth(first.getUTCMonth() - 11, 1);
  return `from=${isoDay(first.getTime())}&to=${isoDay(last.getTime())}`;
};

test('contain late changes, deletions and erased people after the next computation, and say until when', async () => {
  const [team] = teams as [TestTeam];
  await addUp();
  const owner = await makePerson(service, team, 'owner');
  const queries = [
    `report=hours&by=person&${year()}`,
    `report=tasks&by=project&${year()}`,
    `report=won_lost&by=reason&${year()}`,
  ];
  const before = await Promise.all(queries.map((query) => reportOf(owner, query)));
  await service.sql(
    `delete from time_entries where team_id = $1 and abs(hashtext(id::text)) % 3 = 0`,
    [team.id],
  );
  await service.sql(
    `update tasks set completed_at = completed_at - interval '40 days' where team_id = $1 and abs(hashtext(id::text)) % 3 = 0`,
    [team.id],
  );
  await service.sql(
    `update deals set loss_reason = 'outro', value = value * 2 where team_id = $1`,
    [team.id],
  );
  await wrongTotals(service.database.platform, true);
  // Until then, the numbers are those of their time.
  for (const [n, query] of queries.entries()) {
    const after = await reportOf(owner, query);
    expect(after.totals).toEqual(before[n]?.totals);
    expect(after.as_of).toBe(before[n]?.as_of);
  }
  await addUp();
  for (const [n, query] of queries.entries()) {
    const after = await reportOf(owner, query);
    expect(String(after.as_of) > String(before[n]?.as_of)).toBe(true);
    expect(after.totals).not.toEqual(before[n]?.totals);
    const exact = await exactly(team, () => reportOf(owner, query));
    compare(query, query.slice(7, query.indexOf('&')) as ReportName, after, exact);
  }
});

test('are not used after a change of the time zone, the phases or the hours until they are computed again', async () => {
  const [team] = teams as [TestTeam];
  await addUp();
  const owner = await makePerson(service, team, 'owner');
  for (const change of [
    `update teams set time_zone = 'Asia/Tokyo' where id = $1`,
    `update teams set lost_phases = '{}' where id = $1`,
    `update inboxes set business_hours = null where team_id = $1`,
  ]) {
    const query = `report=answers&by=inbox&${year()}`;
    expect(await reportOf(owner, query)).toMatchObject({ is_approximate: true });
    await service.sql(change, [team.id]);
    expect(await reportOf(owner, query)).toMatchObject({ is_approximate: false });
    await addUp();
    const answer = await reportOf(owner, query);
    expect(answer).toMatchObject({ is_approximate: true });
    compare(query, 'answers', answer, await exactly(team, () => reportOf(owner, query)));
  }
});

test('of a process that ends in between are the previous ones, and another process continues after a while', async () => {
  const [team] = teams as [TestTeam];
  await addUp();
  const stored = () =>
    service.sql(
      `select m.report, m.month, m.dimension, md5(m.cells::text) from report_sums m where m.team_id = $1 order by 1, 2, 3`,
      [team.id],
    );
  const before = await stored();
  await service.sql(`delete from time_entries where team_id = $1`, [team.id]);
  await wrongTotals(service.database.platform, true);
  await service.sql(
    `update report_sum_states set computed_at = now() - interval '11 minutes', wanted_at = now() where team_id = $1 and report = 'hours'`,
    [team.id],
  );
  const ending = {
    ...service.database,
    team: (id: string) => {
      const db = service.database.team(id);
      const transaction: typeof db.transaction = (work) =>
        db.transaction(async (tx) => {
          await work(tx);
          throw new Error('the process ends');
        });
      return { ...db, transaction };
    },
  };
  await expect(addUpReports(ending, round)).rejects.toThrow('the process ends');
  expect(await stored()).toEqual(before);
  // Its lease keeps others away.
  expect(await addUpReports(service.database, round)).toBe(0);
  await service.sql(
    `update report_sum_states set claimed_until = now() - interval '1 second' where claimed_until is not null`,
  );
  expect(await addUpReports(service.database, round)).toBe(1);
  expect(await stored()).not.toEqual(before);
  // Nothing is due without a later request, nor soon after a computation.
  expect(await addUpReports(service.database, round)).toBe(0);
  await service.sql(`update report_sum_states set wanted_at = now() + interval '1 second'`);
  expect(await addUpReports(service.database, round)).toBe(0);
});

test('are removed after a month without a request', async () => {
  const [team, emptyTeam] = teams as [TestTeam, TestTeam];
  await addUp();
  const count = async () =>
    (
      await service.sql(`select count(*)::integer as n from report_sums where team_id = $1`, [
        team.id,
      ])
    )[0]?.n;
  expect(await count()).toBeGreaterThan(0);
  await service.sql(
    `update report_sum_states set wanted_at = now() - interval '31 days' where team_id = $1`,
    [team.id],
  );
  await addUpReports(service.database, round);
  expect(await count()).toBe(0);
  expect(
    await service.sql(`select from report_sum_states where team_id = $1`, [emptyTeam.id]),
  ).toHaveLength(summed.length);
});
