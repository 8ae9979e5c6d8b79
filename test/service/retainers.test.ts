import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balances } from '#server/features/retainers/carry-over.ts';
import { periodsUntil } from '#server/features/retainers/periods.ts';
import { warnOfHours } from '#server/features/retainers/sweeps.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/* Hours of contracts: sums of entries by period, and warnings at 80 and 100 percent. */

const service = useService({ foreignRows: true });
const zone = 'America/Sao_Paulo';

async function dayOf(days: number): Promise<string> {
  const [row] = await service.sql(
    `select ((now() at time zone '${zone}')::date + $1::int)::text as day`,
    [days],
  );
  return String(row?.day);
}

/** Stores entries directly, in the past. */
async function spend(
  team: TestTeam,
  project: unknown,
  entries: readonly (readonly [at: string, minutes: number | null])[],
) {
  for (const [at, minutes] of entries)
    await service.sql(
      `insert into time_entries (team_id, id, user_id, project_id, started_at, minutes, origin)
      values ($1, uuid7(), $2, $3, $4, $5, 'typed')`,
      [team.id, team.users[0], project, at, minutes],
    );
}

const round = { isStopping: () => false, isSteady: async () => true };

test('the hours of periods equal a plain select and a plain loop, for random entries', async () => {
  const team = await service.team();
  const member = await makePerson(service, team, 'member');
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        period: fc.constantFrom('one_off', 'monthly', 'quarterly', 'yearly'),
        age: fc.integer({ min: 0, max: 900 }),
        included_hours: fc.integer({ min: 0, max: 4_000 }).map((n) => n / 100),
        carry_over: fc.integer({ min: 0, max: 3 }),
        entries: fc.array(
          fc.tuple(
            fc.integer({ min: -2, max: 950 }),
            fc.integer({ min: 0, max: 86_399 }),
            fc.integer({ min: -30, max: 900 }),
          ),
          { maxLength: 25 },
        ),
      }),
      async ({ period, age, included_hours, carry_over, entries }) => {
        const [a, b, c] = await Promise.all([1, 2, 3].map(() => team.create('projects')));
        const today = await dayOf(0);
        const starts_on = await dayOf(-age);
        const { id } = await team.create('contracts', {
          ...{ period, starts_on, included_hours, carry_over, project_ids: [a?.id, b?.id] },
        });
        for (const [i, [days, seconds, minutes]] of entries.entries())
          await service.sql(
            `insert into time_entries (team_id, id, user_id, project_id, started_at, minutes, origin)
            values ($1, uuid7(), $2, $3, (($4::date - $5::int)::timestamp + make_interval(secs => $6)) at time zone '${zone}', $7, 'typed')`,
            [team.id, team.users[0], [a, b, c][i % 3]?.id, today, days, seconds, minutes],
          );
        const terms = { period, starts_on, ends_on: null } as const;
        const periods = periodsUntil(terms, today, 10_000);
        // The first and the last second of periods.
        await service.sql(
          `insert into time_entries (team_id, id, user_id, project_id, started_at, minutes, origin)
          select $1, uuid7(), $2, $3, (p.day::timestamp + b.at) at time zone '${zone}', b.minutes, 'typed'
          from unnest($4::date[]) p (day), (values (interval '0', 7), (interval '-1 second', 11)) b (at, minutes)`,
          [team.id, team.users[0], a?.id, periods.map(({ starts_on: day }) => day)],
        );
        const used: number[] = [];
        for (const each of periods) {
          const [row] = await service.sql(
            `select coalesce(sum(minutes), 0)::float8 as used from time_entries
            where team_id = $1 and project_id = any($2) and (started_at at time zone '${zone}')::date >= $3::date
              and ($4::date is null or (started_at at time zone '${zone}')::date <= $4::date)`,
            [team.id, [a?.id, b?.id], each.starts_on, each.ends_on],
          );
          used.push(Number(row?.used) * 1_000_000);
        }
        const included = Math.round(included_hours * 60_000_000);
        const expected = balances(used, included, carry_over)
          .map((balance, i) => ({
            starts_on: periods[i]?.starts_on,
            ends_on: periods[i]?.ends_on,
            used_minutes: balance.used / 1_000_000,
            carried_minutes: balance.carried / 1_000_000,
            left_minutes: balance.left / 1_000_000,
            overage_minutes: balance.overage / 1_000_000,
          }))
          .slice(-24)
          .reverse();
        const answer = await member.get(`/contracts/${id}/hours`);
        expect(answer.status, answer.text).toBe(200);
        expect(answer.data.periods).toMatchObject(expected);
      },
    ),
    { numRuns: 15 },
  );
});

test('running timers do not count, and a client lists the current period of its contracts', async () => {
  const team = await service.team();
  const member = await makePerson(service, team, 'member');
  const client = await team.create('clients');
  const project = await team.create('projects');
  const contract = await team.create('contracts', {
    ...{ client_id: client.id, included_hours: 10, project_ids: [project.id] },
    starts_on: await dayOf(-3),
  });
  await team.create('contracts', { client_id: client.id, status: 'ended' });
  const now = new Date().toISOString();
  await spend(team, project.id, [
    [now, 90],
    [now, null],
  ]);
  const current = (await member.get(`/clients/${client.id}/contracts`)).data;
  expect((await member.get(`/projects/${project.id}/contracts`)).data).toEqual(current);
  expect(current.contracts).toMatchObject([
    {
      ...{ id: contract.id, status: 'active' },
      current: { included_minutes: 600, used_minutes: 90, left_minutes: 510, percent: 15 },
    },
  ]);
  const later = await team.create('contracts', { starts_on: await dayOf(3) });
  expect((await member.get(`/contracts/${later.id}/hours`)).data).toEqual({ periods: [] });
  const otherTeam = await service.team();
  for (const path of ['contracts/hours', 'clients/contracts', 'projects/contracts']) {
    const [list, last] = path.split('/');
    const foreign = await otherTeam.create(String(list));
    expect((await member.get(`/${list}/${foreign.id}/${last}`)).status, path).toBe(404);
  }
});

test('the contracts that need attention are those of the user with 80 percent of their hours or a near renewal', async () => {
  const team = await service.team();
  const [ana, bia] = [
    await makePerson(service, team, 'member'),
    await makePerson(service, team, 'member'),
  ];
  const project = await team.create('projects');
  const make = async (values: Json) =>
    (
      await team.create('contracts', {
        owner_id: ana.userId,
        starts_on: await dayOf(-3),
        ...values,
      })
    ).id;
  const hours = { project_ids: [project.id] };
  const used = await make({ ...hours, included_hours: 2 });
  await make({ ...hours, included_hours: 2, status: 'paused' });
  await make({ ...hours, included_hours: 2, ends_on: await dayOf(-1) });
  await make({ ...hours, included_hours: 3 });
  await make({ ...hours, included_hours: 1, owner_id: bia.userId });
  const near = await make({ renews_on: await dayOf(60), status: 'paused' });
  await make({ renews_on: await dayOf(61) });
  await make({ renews_on: await dayOf(1), status: 'ended' });
  await spend(team, project.id, [[new Date().toISOString(), 96]]);
  const { contracts } = (await ana.get('/day/contracts')).data;
  expect(contracts).toMatchObject([
    { id: near, is_renewal_near: true },
    { id: used, is_renewal_near: false, current: { percent: 80 } },
  ]);
  expect(contracts).toHaveLength(2);
});

test('the owner is notified once at 80 and once at 100 percent of a period, by however many workers', async () => {
  const team = await service.team();
  const ana = await makePerson(service, team, 'member');
  const project = await team.create('projects');
  const { id } = await team.create('contracts', {
    ...{ owner_id: ana.userId, included_hours: 10, project_ids: [project.id] },
    starts_on: await dayOf(-3),
  });
  const notified = async () =>
    ((await ana.get('/notifications')).body.data as Json[])
      .filter(({ record_id }) => record_id === id)
      .map(({ kind }) => kind)
      .reverse();
  const sweep = () =>
    Promise.all(Array.from({ length: 4 }, () => warnOfHours(service.database, round)));
  const now = new Date().toISOString();
  await spend(team, project.id, [[now, 479]]);
  await sweep();
  expect(await notified()).toEqual([]);
  await spend(team, project.id, [[now, 1]]);
  await sweep();
  await sweep();
  expect(await notified()).toEqual(['hours_nearly_used']);
  await spend(team, project.id, [[now, 120]]);
  await sweep();
  await sweep();
  expect(await notified()).toEqual(['hours_nearly_used', 'hours_used']);
});

test('of both thresholds at once only the higher one is announced, and paused contracts and an unreliable clock announce nothing', async () => {
  const team = await service.team();
  const ana = await makePerson(service, team, 'member');
  const project = await team.create('projects');
  const terms = { owner_id: ana.userId, included_hours: 1, project_ids: [project.id] };
  const starts_on = await dayOf(-1);
  const { id } = await team.create('contracts', { ...terms, starts_on });
  await team.create('contracts', { ...terms, starts_on, status: 'paused' });
  await spend(team, project.id, [[new Date().toISOString(), 60]]);
  await warnOfHours(service.database, { ...round, isSteady: async () => false });
  expect((await ana.get('/notifications')).body.data).toEqual([]);
  await warnOfHours(service.database, round);
  expect((await ana.get('/notifications')).body.data).toMatchObject([
    {
      kind: 'hours_used',
      record_type: 'contracts',
      record_id: id,
      record_name: expect.any(String),
    },
  ]);
});
