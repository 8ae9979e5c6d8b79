import { beforeEach, describe, expect, test } from 'vitest';
import { predictWins } from '#server/features/intelligence/sweeps.ts';
import type { WinModel } from '#server/features/intelligence/win-probability/win-model.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';

/*
 * Win probabilities of deals (ADR 244, 245): three states, from a team's data only, kept up to date by sweeps that change nothing without a reason.
 */
const service = useService({ workers: 0, foreignRows: true });
let team: TestTeam;
beforeEach(async () => {
  team = await newTeam();
});

const round = { isStopping: () => false, isSteady: async () => true };
const sweep = () => predictWins(service.database, round);

async function newTeam(): Promise<TestTeam> {
  const made = await service.team();
  await service.sql(
    `update teams set deal_phases = '{lead,proposta,ganho,perdido}', won_phases = '{ganho}', lost_phases = '{perdido}' where id = $1`,
    [made.id],
  );
  return made;
}

/** Adds closed deals: each was a lead, then in proposta, then closed; `outcome` is SQL over the number `n`. */
async function addClosed(to: TestTeam, count: number, outcome: string, source = `'site'`) {
  await service.sql(
    `
    with d as (
      insert into deals (team_id, id, title, phase, source, value, created_at, updated_at)
      select $1, uuid7(), 'Deal ' || n, case when ${outcome} then 'ganho' else 'perdido' end, ${source}, 1000 + n,
        now() - interval '300 days' + n * interval '1 hour', now() - interval '200 days'
      from generate_series(1, $2::int) n returning *)
    insert into moves (team_id, resource, id, record_id, field, was, became, value, actor, moved_at)
    select $1, 'deals', uuid7(), d.id, 'phase', m.was, coalesce(m.became, d.phase), d.value, 'user', d.created_at + m.after
    from d cross join (values ('lead', 'proposta', interval '3 days'), ('proposta', null, interval '9 days')) m (was, became, after)`,
    [to.id, count],
  );
  // As if the next night had come.
  await service.sql(`update win_models set next_fit_at = now() where team_id = $1`, [to.id]);
}

const modelOf = async (of: TestTeam) =>
  (await service.sql('select model from win_models where team_id = $1', [of.id]))[0]
    ?.model as WinModel;
const probabilityOf = async (of: TestTeam, deal: { id?: unknown }) =>
  (await of.get(`/deals/${deal.id}`)).data.ai_win_probability;
const eventsOf = (of: TestTeam, deal: { id?: unknown }) =>
  service.sql(
    `select payload::json -> 'previous' as previous, payload::json -> 'data' ->> 'ai_win_probability' as probability
     from events where team_id = $1 and record_id = $2 and type = 'deal.updated' order by created_at`,
    [of.id, deal.id],
  );

describe('the states', () => {
  test('are none below 20 closed deals, then the share of the phase', async () => {
    const deal = await team.create('deals', { phase: 'proposta', probability: 60 });
    await addClosed(team, 12, 'n % 3 = 0');
    await sweep();
    expect(await modelOf(team)).toMatchObject({ state: 'too_few', closed: 12 });
    expect(await probabilityOf(team, deal)).toBeNull();

    await addClosed(team, 13, 'n % 3 = 0');
    await sweep();
    expect(await modelOf(team)).toMatchObject({ state: 'phase_share', closed: 25 });
    // 4 of 12 and 4 of 13 were won.
    expect(await probabilityOf(team, deal)).toBe(32);
    expect((await team.get(`/deals/${deal.id}`)).data.probability).toBe(60);
    expect(
      await service.sql('select state, reasons from deal_scores where deal_id = $1', [deal.id]),
    ).toEqual([
      {
        state: 'phase_share',
        reasons: { share: { phase: 'proposta', reached: 25, won: 8 }, reasons: [] },
      },
    ]);
  });

  test('are a model where the data have signal, with reasons', async () => {
    await addClosed(team, 150, 'n % 10 < 8', `'indicação'`);
    await addClosed(team, 150, 'n % 10 < 2', `'anúncio'`);
    const good = await team.create('deals', { phase: 'proposta', source: 'indicação' });
    const bad = await team.create('deals', { phase: 'proposta', source: 'anúncio' });
    await sweep();
    expect(await modelOf(team)).toMatchObject({ state: 'model', closed: 300, won: 150, lost: 150 });
    expect(await probabilityOf(team, good)).toBeGreaterThan(60);
    expect(await probabilityOf(team, bad)).toBeLessThan(40);
    const [row] = await service.sql('select reasons from deal_scores where deal_id = $1', [
      good.id,
    ]);
    expect(row?.reasons).toMatchObject({
      reasons: expect.arrayContaining([
        expect.objectContaining({ feature: 'source', value: 'indicação' }),
      ]),
    });
  });

  test('of a team depend on its own deals only', async () => {
    const neighbour = await newTeam();
    await addClosed(neighbour, 40, 'n % 2 = 0');
    const deal = await team.create('deals', { phase: 'proposta' });
    const theirs = await neighbour.create('deals', { phase: 'proposta' });
    await sweep();
    expect(await modelOf(team)).toMatchObject({ state: 'too_few', closed: 0, shares: [] });
    expect(await probabilityOf(team, deal)).toBeNull();
    expect(await probabilityOf(neighbour, theirs)).toBe(50);
  });
});

describe('a change', () => {
  test('is one event, and none if the rounded value is the same', async () => {
    const deal = await team.create('deals', { phase: 'proposta' });
    await addClosed(team, 30, 'n % 2 = 0');
    await sweep();
    const [event, ...more] = await eventsOf(team, deal);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ probability: '50', previous: { ai_win_probability: null } });
    const before = (await team.get(`/deals/${deal.id}`)).data.updated_at;
    await service.sql('update win_models set next_fit_at = now() where team_id = $1', [team.id]);
    expect((await sweep()).changed).toBe(0);
    expect(await eventsOf(team, deal)).toHaveLength(1);
    expect((await team.get(`/deals/${deal.id}`)).data.updated_at).toBe(before);
    expect(
      await service.sql(
        `select from audit_entries where record_id = $1 and operation <> 'deals.create'`,
        [deal.id],
      ),
    ).toEqual([]);
  });

  test('of the phase is followed within a round; a closed or archived deal has none', async () => {
    const [won, archived] = [
      await team.create('deals', { phase: 'proposta' }),
      await team.create('deals', { phase: 'proposta' }),
    ];
    await addClosed(team, 30, 'n % 2 = 0');
    await sweep();
    await team.put(`/deals/${won.id}`, { phase: 'ganho' });
    await team.delete(`/deals/${archived.id}`);
    await sweep();
    expect(await probabilityOf(team, won)).toBeNull();
    expect(await probabilityOf(team, archived)).toBeNull();
    expect(await service.sql('select from deal_scores where team_id = $1', [team.id])).toEqual([]);
  });

  test('by the API is ignored', async () => {
    const deal = await team.create('deals', { phase: 'proposta' });
    await addClosed(team, 30, 'n % 2 = 0');
    await sweep();
    const response = await team.put(`/deals/${deal.id}`, { ai_win_probability: 99 });
    expect(response.data.ai_win_probability).toBe(50);
  });

  test('clears all values when the team switches predictions off', async () => {
    const deal = await team.create('deals', { phase: 'proposta' });
    await addClosed(team, 30, 'n % 2 = 0');
    await sweep();
    await service.sql(
      'insert into intelligence_settings (team_id, predicts_wins) values ($1, false)',
      [team.id],
    );
    await service.sql('update win_models set next_fit_at = now() where team_id = $1', [team.id]);
    await sweep();
    expect(await probabilityOf(team, deal)).toBeNull();
  });
});

describe('models', () => {
  test('are fitted once by several processes', async () => {
    await addClosed(team, 30, 'n % 2 = 0');
    await sweep();
    await service.sql('update win_models set next_fit_at = now() where team_id = $1', [team.id]);
    const results = await Promise.all([sweep(), sweep(), sweep()]);
    expect(results.reduce((sum, { fitted }) => sum + fitted, 0)).toBe(1);
  });

  test('are fitted again after 20 outcomes, and not after 19', async () => {
    await addClosed(team, 30, 'n % 2 = 0');
    await sweep();
    const ids: unknown[] = [];
    for (let n = 0; n < 20; n += 1) ids.push((await team.create('deals', { phase: 'lead' })).id);
    for (const id of ids.slice(1)) await team.put(`/deals/${id}`, { phase: 'ganho' });
    expect((await sweep()).fitted).toBe(0);
    await team.put(`/deals/${ids[0]}`, { phase: 'perdido' });
    expect((await sweep()).fitted).toBe(1);
    expect((await modelOf(team)).closed).toBe(50);
  });

  test('are not fitted while the clock is unreliable', async () => {
    const result = await predictWins(service.database, { ...round, isSteady: async () => false });
    expect(result).toEqual({ fitted: 0, changed: 0 });
    expect(await service.sql('select from win_models where team_id = $1', [team.id])).toEqual([]);
  });
});
