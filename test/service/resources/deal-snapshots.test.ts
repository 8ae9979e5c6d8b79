import { beforeEach, describe, expect, test } from 'vitest';
import { teamStatement } from '#server/db/statement.ts';
import { takeSnapshot } from '#server/features/crm/deals/snapshots.ts';
import { takeDealSnapshots } from '#server/features/crm/deals/sweeps.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/*
 * Monthly snapshots of open deals (ADR 202): each team has one for a month, of the deals when it was taken, and none for a month in which no
 * process ran.
 */
const service = useService({ workers: 0 });
let team: TestTeam;
beforeEach(async () => {
  team = await service.team();
  await existsSince(team, `now() - interval '40 days'`);
});

const round = { isStopping: () => false, isSteady: async () => true };
const sweep = () => takeDealSnapshots(service.database, round);

const existsSince = (of: TestTeam, moment: string) =>
  service.sql(`update teams set created_at = ${moment} where id = $1`, [of.id]);
const setZone = (of: TestTeam, zone: string) =>
  service.sql('update teams set time_zone = $2 where id = $1', [of.id, zone]);

const snapshotsOf = (of: TestTeam) =>
  service.sql(
    `select month::text, deals, time_zone, taken_at between now() - interval '1 minute' and now() as is_new,
      month = date_trunc('month', now() at time zone time_zone)::date as is_current
     from deal_snapshots where team_id = $1 order by month`,
    [of.id],
  );
const entriesOf = (of: TestTeam) =>
  service.sql(
    `select deal_id, value, probability, phase_probability, phase, expected_close_date::text, responsible_id
     from deal_snapshot_entries where team_id = $1 order by deal_id`,
    [of.id],
  );
/** Moves the team's snapshots to other months. */
const moveSnapshots = async (of: TestTeam, months: number) => {
  for (const table of ['deal_snapshots', 'deal_snapshot_entries'])
    await service.sql(
      `update ${table} set month = (month + make_interval(months => $2))::date where team_id = $1`,
      [of.id, months],
    );
};

describe('a snapshot', () => {
  test('has the open deals with their values, and neither won, lost nor archived ones', async () => {
    const ana = await makePerson(service, team, 'owner');
    const set = await ana.put('/settings', {
      deal_phases: ['lead', 'proposta', 'ganho', 'perdido'],
      won_phases: ['ganho'],
      lost_phases: ['perdido'],
      phase_rules: [{ phase: 'proposta', limit_days: null, probability: 40 }],
    });
    expect(set.status, set.text).toBe(200);
    const empty = await team.create('deals', { phase: 'lead', value: null });
    const full = await team.create('deals', {
      phase: 'proposta',
      value: 1234.5,
      probability: 75,
      expected_close_date: '2027-01-15',
      responsible_id: team.users[0],
    });
    for (const phase of ['ganho', 'perdido']) await team.create('deals', { phase });
    const archived = await team.create('deals');
    await team.delete(`/deals/${archived.id}`);

    expect((await sweepOnce(service.database)).deal_snapshots).toBeGreaterThan(0);
    expect(await snapshotsOf(team)).toMatchObject([{ deals: 2, is_new: true, is_current: true }]);
    const none = {
      value: null,
      probability: null,
      phase_probability: null,
      expected_close_date: null,
      responsible_id: null,
    };
    expect(await entriesOf(team)).toEqual(
      [
        { ...none, deal_id: empty.id, phase: 'lead' },
        {
          deal_id: full.id,
          value: '1234.50',
          probability: 75,
          phase_probability: 40,
          phase: 'proposta',
          expected_close_date: '2027-01-15',
          responsible_id: team.users[0],
        },
      ].sort((a, b) => String(a.deal_id).localeCompare(String(b.deal_id))),
    );

    // Later changes leave it as it is, except the new name of a phase.
    await team.put(`/deals/${full.id}`, { value: 1, phase: 'ganho' });
    const renamed = await ana.put('/settings/phases', {
      from: 'proposta',
      to: 'negociação',
    });
    expect(renamed.status, renamed.text).toBe(200);
    await sweep();
    expect(await snapshotsOf(team)).toHaveLength(1);
    expect(await entriesOf(team)).toContainEqual(
      expect.objectContaining({ deal_id: full.id, value: '1234.50', phase: 'negociação' }),
    );
  });

  test('is of the month in the time zone of the team', async () => {
    const far = await service.team();
    await existsSince(far, `now() - interval '40 days'`);
    await setZone(team, 'Pacific/Kiritimati');
    await setZone(far, 'Pacific/Pago_Pago');
    await sweep();
    for (const [of, zone] of [
      [team, 'Pacific/Kiritimati'],
      [far, 'Pacific/Pago_Pago'],
    ] as const)
      expect(await snapshotsOf(of)).toMatchObject([{ time_zone: zone, is_current: true }]);
  });

  test('is taken once by concurrent sweeps, complete', async () => {
    for (let i = 0; i < 5; i += 1) await team.create('deals');
    const counts = await Promise.all(
      Array.from({ length: 8 }, () => takeSnapshot(service.database.team(team.id))),
    );
    expect(counts.filter((isTaken) => isTaken)).toHaveLength(1);
    expect(await snapshotsOf(team)).toMatchObject([{ deals: 5 }]);
    expect(await entriesOf(team)).toHaveLength(5);
    expect((await Promise.all([sweep(), sweep()])).reduce((sum, n) => sum + n)).toBe(0);
  });

  test('is taken by the next sweep if the first one did not commit', async () => {
    await team.create('deals');
    const db = service.database.team(team.id);
    await expect(
      db.transaction(async (tx) => {
        expect(await takeSnapshot(tx)).toBe(true);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await snapshotsOf(team), 'nothing is left of the first one').toEqual([]);
    expect(await entriesOf(team)).toEqual([]);
    await sweep();
    expect(await snapshotsOf(team)).toMatchObject([{ deals: 1 }]);
    expect(await entriesOf(team)).toHaveLength(1);
  });

  test('is missing for months in which nothing ran, and late ones have the time at which they were taken', async () => {
    await team.create('deals');
    await sweep();
    await moveSnapshots(team, -3);
    await sweep();
    const snapshots = await snapshotsOf(team);
    expect(snapshots, 'the two months between have none').toHaveLength(2);
    expect(snapshots[1]).toMatchObject({ is_current: true, is_new: true });
  });

  test('is not taken for a month that has passed, after the clock was set back', async () => {
    await sweep();
    await moveSnapshots(team, 1);
    await sweep();
    expect(await snapshotsOf(team)).toMatchObject([{ is_current: false }]);
  });

  test('is not taken while the clock is unreliable', async () => {
    await takeDealSnapshots(service.database, { ...round, isSteady: async () => false });
    expect(await snapshotsOf(team)).toEqual([]);
  });

  test('is not taken for a team that did not exist when the month began', async () => {
    await existsSince(
      team,
      `date_trunc('month', now() at time zone time_zone) at time zone time_zone`,
    );
    await sweep();
    expect(await snapshotsOf(team)).toEqual([]);
    await existsSince(
      team,
      `date_trunc('month', now() at time zone time_zone) at time zone time_zone - interval '1 ms'`,
    );
    await sweep();
    expect(await snapshotsOf(team)).toHaveLength(1);
  });

  test('of one team is not visible to another, whose failure does not delay it', async () => {
    const broken = await service.team();
    await existsSince(broken, `now() - interval '40 days'`);
    await service.sql(`update teams set phase_rules = '"x"' where id = $1`, [broken.id]);
    for (const each of [team, broken]) await each.create('deals');
    await expect(sweep()).rejects.toThrow();
    expect(await snapshotsOf(team)).toMatchObject([{ deals: 1 }]);
    const count = teamStatement(
      'select count(*)::int as n from deal_snapshot_entries where team_id = $team',
    );
    expect(await service.database.team(broken.id).run(count)).toEqual([{ n: 0 }]);
    await service.sql(`update teams set phase_rules = '[]' where id = $1`, [broken.id]);
  });
});
