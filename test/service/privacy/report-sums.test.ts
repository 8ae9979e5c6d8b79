import { expect, test } from 'vitest';
import { addUpReports } from '#server/features/reports/sweeps.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { decideAll, type PrivacyStage, privacyStage } from '#test/support/privacy.ts';

/*
 * Sums of reports after an erasure (docs/adr/0209-erasing-people.md, docs/adr/0257-sums-of-reports.md): loss reasons and sources are free texts, which
 * sums and win models contain as keys. They contain neither identifiers nor the name of the person afterwards.
 */

const service = useService();
const round = { isStopping: () => false, isSteady: async () => true };

/** The name of the person alone, which only a decision of a user replaces, and an identifier. */
const nameReason = 'Joana Prado desistiu';

/** A team with lost deals of last month whose reasons and sources name the person. */
async function lostDeals() {
  const at = await privacyStage(service);
  const { team, owner, email } = at;
  await service.sql(`update teams set lost_phases = '{perdido}' where id = $1`, [team.id]);
  const source = 'Indicação de Joana Prado';
  for (const loss_reason of [nameReason, `Pediu mais prazo a ${email}`, 'preço']) {
    const { id } = await team.create('deals', { title: 'Site', phase: 'perdido', source });
    await team.put(`/deals/${id}`, { loss_reason });
  }
  await service.sql(
    `update deals set created_at = date_trunc('month', now()) - interval '10 days' where team_id = $1 and phase = 'perdido'`,
    [team.id],
  );
  const [days] = await service.sql(
    `select (date_trunc('month', now()) - interval '1 month')::date::text as "from", (date_trunc('month', now()) - interval '1 day')::date::text as "to"`,
  );
  const query = new URLSearchParams({ ...(days as Record<string, string>), report: 'won_lost' });
  /** Rows of the report: label and number of lost deals. */
  const rowsBy = async (by: string) => {
    const { status, data, text } = await owner.get(`/reports?${query}&by=${by}`);
    expect(status, text).toBe(200);
    const lost = (data.columns as Json[]).findIndex(({ measure }) => measure === 'lost');
    const rows = (data.rows as { label: string; values: unknown[] }[]).map(
      ({ label, values }) => `${label}: ${values[lost]}`,
    );
    return { isSummed: data.is_approximate as boolean, rows: rows.toSorted() };
  };
  return { ...at, rowsBy };
}

/** Adds up the reports. The records count as many, so that reports are read from the sums. */
async function addUp({ team }: PrivacyStage, database = service.database): Promise<void> {
  await service.sql(
    `insert into report_sum_states (team_id, report) select $1, unnest(array['won_lost', 'funnel', 'hours'])
     on conflict (team_id, report) do update set wanted_at = now(), computed_at = null`,
    [team.id],
  );
  await addUpReports(database, round);
  await service.sql(
    `update report_sum_states set months = coalesce((select json_object_agg(m.key, 400000) from json_each(months) m), '{}') where team_id = $1`,
    [team.id],
  );
}

const storedOf = async ({ team }: PrivacyStage) =>
  String(
    (
      await service.sql(
        `select coalesce(string_agg(cells::text, ' '), '') as cells from report_sums where team_id = $1`,
        [team.id],
      )
    )[0]?.cells,
  );

async function eraseAll(at: PrivacyStage): Promise<void> {
  const id = await at.create();
  await decideAll(at, id);
  await at.decide(id, 'replace', ({ place }) => place === 'deals');
  expect(await at.erase(id)).toMatchObject({ state: 'closed', outcome: 'fulfilled' });
  expect(await at.scan()).toEqual({});
}

test('an erasure removes the name of the person and every identifier from sums, and reports count the same deals', async () => {
  const at = await lostDeals();
  await addUp(at);
  expect(await storedOf(at)).toContain(nameReason);
  const before = await at.rowsBy('reason');
  expect(before.isSummed).toBe(true);
  expect(before.rows).toContain(`${nameReason}: 1`);
  expect((await at.rowsBy('source')).rows).toEqual(['Indicação de Joana Prado: 3']);

  await eraseAll(at);
  expect(await storedOf(at)).not.toMatch(/joana|prado/i);
  const expected = ['Pediu mais prazo a [removido]: 1', '[removido] desistiu: 1', 'preço: 1'];
  expect(await at.rowsBy('reason')).toEqual({ isSummed: false, rows: expected.toSorted() });

  await addUp(at);
  expect(await storedOf(at)).not.toMatch(/joana|prado/i);
  expect(await at.rowsBy('reason')).toEqual({ isSummed: true, rows: expected.toSorted() });
  expect(await at.rowsBy('source')).toEqual({
    isSummed: true,
    rows: ['Indicação de [removido]: 3'],
  });
});

test('sums that a process computes during an erasure are not stored', async () => {
  const at = await lostDeals();
  const database = {
    ...service.database,
    team: (id: string) => {
      const db = service.database.team(id);
      let isErased = false;
      const transaction: typeof db.transaction = async (work) => {
        // All records have been read, and nothing has been stored.
        if (!isErased) {
          isErased = true;
          await eraseAll(at);
          // A request meanwhile.
          await service.sql(
            `insert into report_sum_states (team_id, report) values ($1, 'won_lost') on conflict do nothing`,
            [at.team.id],
          );
        }
        return db.transaction(work);
      };
      return { ...db, transaction };
    },
  };
  await addUp(at, database);
  expect(await storedOf(at)).not.toMatch(/joana|prado/i);
  await addUp(at);
  expect((await at.rowsBy('source')).rows).toEqual(['Indicação de [removido]: 3']);
});

test('an erasure removes win models and scores that name the person', async () => {
  const at = await lostDeals();
  await service.sql(
    `insert into win_models (team_id, next_fit_at, model) values ($1, now() + interval '1 day', '{"sources":["Indicação de Joana Prado"]}')
     on conflict (team_id) do update set model = excluded.model`,
    [at.team.id],
  );
  await service.sql(
    `insert into deal_scores (team_id, deal_id, state, reasons) select $1, $2, 'model', '[{"source":"Indicação de Joana Prado"}]'
     on conflict (team_id, deal_id) do update set reasons = excluded.reasons`,
    [at.team.id, at.deal.id],
  );
  await eraseAll(at);
  expect(
    await service.sql(
      `select m.model::text as text from win_models m where m.team_id = $1 and m.model::text ~* 'joana'
       union all select s.reasons::text from deal_scores s where s.team_id = $1 and s.reasons::text ~* 'joana'`,
      [at.team.id],
    ),
  ).toEqual([]);
});
