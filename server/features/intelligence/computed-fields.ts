import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { document } from '#server/records/statements.ts';
import { deals } from '../crm/deals/table.ts';
import { digestOf } from './summaries/digest.ts';
import { extractOf, type Language } from './summaries/extract.ts';
import { readFacts } from './summaries/facts.ts';
import { readMoments } from './win-probability/situations.ts';
import { type Score, score, type WinModel } from './win-probability/win-model.ts';

/* Computed fields of deals (ADR 245). */

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
 * Writes what differs: a deal whose rounded probability and summary are the same is not changed, and emits no event. Writes no audit entries: these would
 * outnumber the decisions of people.
 */
const store = teamStatement(
  `
  with wanted as materialized (
    select w.id, w.probability, w.summary, w.is_written, w.state, w.reasons
    from json_to_recordset($scores::json) w (id uuid, probability double precision, summary text, is_written boolean, state text, reasons json)),
  old as materialized (
    select t.* from deals t where t.team_id = $team and t.id = any($ids::uuid[]) order by t.id for no key update),
  t as (
    update deals t set ai_win_probability = w.probability, ai_summary = w.summary, updated_at = greatest(now(), old.updated_at)
    from old join wanted w on w.id = old.id
    where t.team_id = $team and t.id = old.id
      and (old.ai_win_probability is distinct from w.probability or old.ai_summary is distinct from w.summary)
    returning t.*),
  replaced as (
    delete from endpoint_summaries e using wanted w
    where e.team_id = $team and e.deal_id = w.id and e.deal_id = any($ids::uuid[]) and not w.is_written),
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
      sets: ['ai_win_probability', 'ai_summary'],
    },
  ])}
  select id from changed`,
  unprepared,
);

/** Max deals that one transaction changes. */
const dealsAtOnce = 100;

/** Features of a team that are switched on. */
export interface Computing {
  /** Null if predictions are off. */
  readonly model: WinModel | null;
  /** Null if summaries are off. */
  readonly language: Language | null;
}

/** Computes the probability of each open deal. */
async function scoresOf(db: TeamDb, model: WinModel, rows: readonly DealRow[]) {
  const open = rows.filter(({ is_open }) => is_open);
  const moments = await readMoments(
    db,
    open.map(({ id, now }) => ({ deal_id: id, at: now })),
  );
  return new Map(
    open.flatMap(({ id, phase, value, days }, place) => {
      const moment = moments[place];
      return moment ? [[id, score(model, { ...moment, phase, value, days })] as const] : [];
    }),
  );
}

/** Computes the summary of each deal. One that a language model wrote stays until the facts change. */
async function summariesOf(db: TeamDb, language: Language, ids: readonly string[]) {
  const facts = await readFacts(db, ids);
  return new Map(
    [...facts].map(([id, row]) => {
      const extract = extractOf(row, language);
      const isWritten = row.digest === digestOf(extract) && row.summary !== null;
      return [id, { summary: isWritten ? row.summary : extract, isWritten }];
    }),
  );
}

/** Computes the fields of deals, in short transactions. @returns the number of changed deals */
export async function computeDeals(
  db: TeamDb,
  { model, language }: Computing,
  ids: readonly string[],
): Promise<number> {
  let changed = 0;
  for (let i = 0; i < ids.length; i += dealsAtOnce) {
    const some = ids.slice(i, i + dealsAtOnce);
    const rows = (await db.run(readDeals, { ids: some })) as unknown as readonly DealRow[];
    const results = model ? await scoresOf(db, model, rows) : new Map<string, Score>();
    const summaries = language ? await summariesOf(db, language, some) : undefined;
    const scores = rows.map(({ id }) => {
      const {
        probability = null,
        state = null,
        reasons = [],
        share = null,
      } = results.get(id) ?? {};
      return {
        id,
        probability,
        summary: summaries?.get(id)?.summary ?? null,
        is_written: summaries?.get(id)?.isWritten ?? false,
        state,
        reasons: { share, reasons },
      };
    });
    const stored = await db.run(store, { scores: JSON.stringify(scores), ids: some });
    changed += stored.length;
  }
  return changed;
}
