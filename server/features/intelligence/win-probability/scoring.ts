import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { document } from '#server/records/statements.ts';
import { deals } from '../../crm/deals/table.ts';
import { readMoments } from './situations.ts';
import { score, type WinModel } from './win-model.ts';

/* Stored probabilities of deals. */

const readDeals = teamStatement(
  `
  select d.id, d.phase, d.value::float8 as value, d.status = 'ativo' and d.phase <> all(x.won_phases || x.lost_phases) as is_open,
    (extract(epoch from now() - coalesce((
      select max(m.moved_at) from moves m where m.team_id = $team and m.record_id = d.id and m.resource = 'deals' and m.field = 'phase'
        and m.became = d.phase), d.created_at)) / 86400)::float8 as days,
    (extract(epoch from now()) * 1000)::float8 as now
  from deals d join teams x on x.id = $team where d.team_id = $team and d.id = any($ids::uuid[]) order by d.id`,
  unprepared,
);

interface DealRow {
  readonly id: string;
  readonly phase: string;
  readonly value: number | null;
  readonly is_open: boolean;
  readonly days: number;
  readonly now: number;
}

/**
 * Writes what differs: a deal whose rounded probability is the same is not changed, and emits no event. Writes no audit entries: these would
 * outnumber the decisions of people.
 */
const store = teamStatement(
  `
  with wanted as materialized (
    select w.id, w.probability, w.state, w.reasons
    from json_to_recordset($scores::json) w (id uuid, probability double precision, state text, reasons json)),
  old as materialized (
    select t.* from deals t where t.team_id = $team and t.id = any($ids::uuid[]) order by t.id for no key update),
  t as (
    update deals t set ai_win_probability = w.probability, updated_at = greatest(now(), old.updated_at)
    from old join wanted w on w.id = old.id
    where t.team_id = $team and t.id = old.id and old.ai_win_probability is distinct from w.probability
    returning t.*),
  removed as (
    delete from deal_scores s using wanted w
    where s.team_id = $team and s.deal_id = w.id and s.deal_id = any($ids::uuid[]) and w.probability is null),
  scored as (
    insert into deal_scores (team_id, deal_id, state, reasons)
    select $team, w.id, w.state, w.reasons from wanted w join old on old.id = w.id where w.probability is not null order by w.id
    on conflict (team_id, deal_id) do update set state = excluded.state, reasons = excluded.reasons, scored_at = excluded.scored_at),
  changed as materialized (
    select c.id, c.data, changed_values(c.was, c.data) as previous
    from (select t.id, ${document(deals, '(select t.*)')} as data, ${document(deals, '(select old.*)')} as was
      from t join old on old.id = t.id) c),
  ${emits([
    {
      kind: 'deal.updated',
      from: 'changed',
      record: 'changed.id',
      data: 'changed.data',
      previous: 'changed.previous',
      sets: ['ai_win_probability'],
    },
  ])}
  select id from changed`,
  unprepared,
);

/** Max deals that one transaction changes. */
export const dealsAtOnce = 100;

/** Scores deals, in short transactions. @param model null if the team has switched predictions off @returns the number of changed deals */
export async function scoreDeals(
  db: TeamDb,
  model: WinModel | null,
  ids: readonly string[],
): Promise<number> {
  let changed = 0;
  for (let i = 0; i < ids.length; i += dealsAtOnce) {
    const some = ids.slice(i, i + dealsAtOnce);
    const rows = (await db.run(readDeals, { ids: some })) as unknown as readonly DealRow[];
    const open = model ? rows.filter(({ is_open }) => is_open) : [];
    const moments = await readMoments(
      db,
      open.map(({ id, now }) => ({ deal_id: id, at: now })),
    );
    const results = new Map(
      open.flatMap(({ id, phase, value, days }, place) => {
        const moment = moments[place];
        return moment && model
          ? [[id, score(model, { ...moment, phase, value, days })] as const]
          : [];
      }),
    );
    const scores = rows.map(({ id }) => {
      const {
        probability = null,
        state = null,
        reasons = [],
        share = null,
      } = results.get(id) ?? {};
      return { id, probability, state, reasons: { share, reasons } };
    });
    const ended = await db.run(store, { scores: JSON.stringify(scores), ids: some });
    changed += ended.length;
  }
  return changed;
}
