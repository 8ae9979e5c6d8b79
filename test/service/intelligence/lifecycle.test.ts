import { expect, test } from 'vitest';
import { predictWins } from '#server/features/intelligence/sweeps.ts';
import { useService } from '#test/support/harness.ts';
import { decideAll, privacyStage } from '#test/support/privacy.ts';

/* Computed fields of many deals, and of people who are erased. */

const service = useService({ workers: 0, foreignRows: true });
const round = { isStopping: () => false, isSteady: async () => true };
const sweep = () => predictWins(service.database, round);

test('5,000 deals of a team get both fields over rounds of about 1,000, with one event each, and none again', {
  timeout: 600_000,
}, async () => {
  const team = await service.team();
  await service.sql(
    `update teams set deal_phases = '{lead,proposta,ganho,perdido}', won_phases = '{ganho}', lost_phases = '{perdido}' where id = $1`,
    [team.id],
  );
  await service.sql(
    `
    with d as (
      insert into deals (team_id, id, title, phase, value, created_at, updated_at)
      select $1, uuid7(), 'Deal ' || n, case when n > 40 then 'proposta' when n % 2 = 0 then 'ganho' else 'perdido' end, 1000 + n,
        now() - interval '300 days', now() - interval '200 days'
      from generate_series(1, 5040) n returning *)
    insert into moves (team_id, resource, id, record_id, field, was, became, value, actor, moved_at)
    select $1, 'deals', uuid7(), d.id, 'phase', m.was, coalesce(m.became, d.phase), d.value, 'user', d.created_at + m.after
    from d cross join (values ('lead', 'proposta', interval '3 days'), ('proposta', null, interval '9 days')) m (was, became, after)
    where d.phase <> 'proposta'`,
    [team.id],
  );
  const rounds = async () => {
    const counts: number[] = [];
    for (;;) {
      const { changed } = await sweep();
      counts.push(changed);
      const [model] = await service.sql('select pass_after from win_models where team_id = $1', [
        team.id,
      ]);
      if (model?.pass_after === null) return counts;
    }
  };
  const events = async () =>
    (
      await service.sql(
        `select count(*)::int as events, count(distinct record_id)::int as deals from events where team_id = $1 and type = 'deal.updated'`,
        [team.id],
      )
    )[0];
  const counts = await rounds();
  expect(Math.max(...counts)).toBeLessThanOrEqual(2_000);
  expect(await events()).toEqual({ events: 5_000, deals: 5_000 });
  const [stored] = await service.sql(
    'select count(ai_win_probability)::int as probabilities, count(ai_summary)::int as summaries from deals where team_id = $1',
    [team.id],
  );
  expect(stored).toEqual({ probabilities: 5_000, summaries: 5_000 });
  // The next night finds the same values.
  await service.sql('update win_models set next_fit_at = now() where team_id = $1', [team.id]);
  expect((await rounds()).reduce((sum, each) => sum + each, 0)).toBe(0);
  expect(await events()).toEqual({ events: 5_000, deals: 5_000 });
});

test('erasing a person empties the summaries of their deals, also those that a language model wrote, and the next round has no trace of them', async () => {
  const at = await privacyStage(service);
  const { id: dealId } = at.deal;
  await service.sql(`update deals set ai_summary = $2, ai_win_probability = 40 where id = $1`, [
    dealId,
    `Joana quer um site: ${at.email}`,
  ]);
  await service.sql(
    `insert into endpoint_summaries (team_id, deal_id, digest) values ($1, $2, 'x')`,
    [at.team.id, dealId],
  );
  const id = await at.create();
  await decideAll(at, id);
  await at.erase(id);
  const [deal] = await service.sql('select ai_summary from deals where id = $1', [dealId]);
  expect(deal).toEqual({ ai_summary: null });
  expect(await service.sql('select from endpoint_summaries where deal_id = $1', [dealId])).toEqual(
    [],
  );
  await service.sql(
    `insert into win_models (team_id, next_fit_at) values ($1, now()) on conflict (team_id) do update set next_fit_at = now()`,
    [at.team.id],
  );
  await sweep();
  const summary = String((await at.team.get(`/deals/${dealId}`)).data.ai_summary);
  expect(summary).toMatch(/^Aberto em /);
  expect(summary).not.toMatch(/joana/i);
  expect(summary).not.toContain(at.email);
  expect(await at.scan()).toEqual({});
});
