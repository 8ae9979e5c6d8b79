import type { Database, TeamDb } from '#server/db/database.ts';
import type { RemovalRound } from '#server/db/removal.ts';
import { platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { computeDeals } from './computed-fields.ts';
import type { Language } from './summaries/extract.ts';
import { fitTeam } from './win-probability/fit-team.ts';
import type { WinModel } from './win-probability/win-model.ts';

/*
 * Fits the models of teams at night and after 20 outcomes, and keeps the probabilities of open deals up to date (ADR 245). A lease in
 * `win_models` decides which of several processes works for a team.
 */

/** Closed deals after which a model is fitted again. */
const outcomesForFit = 20;
/** Seconds for which a process has a team to itself. */
const leaseSeconds = 300;
/** Minutes between two looks at new messages: each one may change many deals. */
const messageMinutes = 10;
/** Max deals of a team in one round; the rest waits for the next one. */
const maxDeals = 1_000;

/** SQL: a lease is free. One that ends later than any new one would was taken before the clock was set back. */
const isFree = (lease: string) =>
  `(${lease} is null or ${lease} not between now() and now() + interval '${leaseSeconds} seconds')`;

const isNight = (at: string) => `(${at} not between now() and now() + interval '2 days')`;

// A later time of a change than now was written before the clock was set back: everything is then due.
const dueTeams = platformStatement(
  `
  with model as materialized (
    select m.team_id, ${isFree('m.claimed_until')} as is_free,
      ${isNight('m.next_fit_at')} or m.pass_after is not null or m.deals_from > now() or coalesce(
        (select true from deals d where d.team_id = m.team_id and d.updated_at > m.deals_from limit 1),
        (select true from activities a where a.team_id = m.team_id and a.updated_at > m.deals_from limit 1),
        (select true from conversations v where v.team_id = m.team_id and v.last_message_at > m.messages_from
          and m.messages_from < now() - interval '${messageMinutes} minutes' limit 1), false) as is_due
    from win_models m)
  select x.id from teams x left join model on model.team_id = x.id
  where model.team_id is null or (model.is_free and model.is_due) order by x.id`,
  unprepared,
);

const claim = teamStatement(
  `insert into win_models as m (team_id, claimed_until, pass_after)
  select $team, now() + interval '${leaseSeconds} seconds', '00000000-0000-0000-0000-000000000000'
  on conflict (team_id) do update set claimed_until = excluded.claimed_until where ${isFree('m.claimed_until')}
  returning (extract(epoch from now()) * 1000)::float8 as now, m.model, m.pass_after, m.deals_from, m.messages_from,
    m.messages_from not between now() - interval '${messageMinutes} minutes' and now() as reads_messages,
    ${isNight('m.next_fit_at')} or m.fitted_at is null or (
      select count(*) from (
        select from moves v cross join teams x where x.id = $team and v.team_id = $team and v.resource = 'deals' and v.field = 'phase'
          and v.moved_at > m.fitted_at and v.became = any(x.won_phases || x.lost_phases) limit ${outcomesForFit}) v) >= ${outcomesForFit} as is_fit_due,
    coalesce((select s.predicts_wins from intelligence_settings s where s.team_id = $team), true) as predicts_wins,
    coalesce((select s.summarizes_deals from intelligence_settings s where s.team_id = $team), true) as summarizes_deals,
    coalesce((select s.language from intelligence_settings s where s.team_id = $team), 'pt-BR') as language,
    coalesce((select s.uses_responsible from intelligence_settings s where s.team_id = $team), true) as uses_responsible`,
  unprepared,
);

interface Work {
  readonly now: number;
  readonly model: WinModel | null;
  readonly pass_after: string | null;
  readonly deals_from: string;
  readonly messages_from: string;
  readonly reads_messages: boolean;
  readonly is_fit_due: boolean;
  readonly predicts_wins: boolean;
  readonly summarizes_deals: boolean;
  readonly language: Language;
  readonly uses_responsible: boolean;
}

/** The next fit is at three in the morning, in the team’s time zone. */
const storeModel = teamStatement(
  `
  update win_models m set model = $model::json, fitted_at = now(), pass_after = '00000000-0000-0000-0000-000000000000',
    next_fit_at = (date_trunc('day', (now() at time zone x.time_zone) - interval '3 hours') + interval '27 hours') at time zone x.time_zone
  from teams x where x.id = $team and m.team_id = $team`,
  unprepared,
);

const release = teamStatement(
  `update win_models set claimed_until = null, pass_after = $pass_after::uuid, deals_from = $deals_from::timestamptz,
    messages_from = $messages_from::timestamptz
  where team_id = $team`,
  unprepared,
);

const dealsOfPass = teamStatement(
  `select d.id from deals d
  where d.team_id = $team and d.id > $after::uuid and (d.ai_win_probability is not null or d.ai_summary is not null or (d.status = 'ativo'
    and d.phase <> all(array(select unnest(x.won_phases || x.lost_phases) from teams x where x.id = $team))))
  order by d.id limit ${maxDeals}`,
  unprepared,
);

const changedDeals = teamStatement(
  `select c.id from (
    (select d.id from deals d where d.team_id = $team and d.updated_at > $from::timestamptz order by d.updated_at limit ${maxDeals})
    union
    (select a.deal_id from activities a where a.team_id = $team and a.updated_at > $from::timestamptz and a.deal_id is not null
      order by a.updated_at limit ${maxDeals})) c
  limit ${maxDeals}`,
  unprepared,
);

const dealsWithMessages = teamStatement(
  `select distinct d.id from (
      select v.contact_id from conversations v join inboxes i on i.team_id = $team and i.id = v.inbox_id and not i.is_restricted
      where v.team_id = $team and v.last_message_at > $from::timestamptz order by v.last_message_at limit ${maxDeals}) v
    join contacts k on k.team_id = $team and k.id = v.contact_id
    join deals d on d.team_id = $team and d.client_id = k.client_id and d.status = 'ativo'
  limit ${maxDeals}`,
  unprepared,
);

const start = '00000000-0000-0000-0000-000000000000';
/** Changes that were not committed yet when the last round read are read again. */
const overlapMs = 60_000;

const idsOf = async (rows: Promise<readonly Record<string, unknown>[]>): Promise<string[]> =>
  (await rows).map(({ id }) => id as string);

/** Does the due work of one team. @returns the number of fitted models and changed deals, undefined if another process has the team */
async function workFor(db: TeamDb): Promise<{ fitted: number; changed: number } | undefined> {
  const [row] = await db.run(claim);
  if (!row) return undefined;
  const work = row as unknown as Work;
  let { model } = work;
  let position: string | null = work.pass_after;
  let fitted = 0;
  if (work.is_fit_due) {
    model = await fitTeam(db, work.now, work.uses_responsible);
    await db.run(storeModel, { model: JSON.stringify(model) });
    position = start;
    fitted = 1;
  }
  const computing = {
    model: work.predicts_wins ? model : null,
    language: work.summarizes_deals ? work.language : null,
  };
  const changedIds = await idsOf(db.run(changedDeals, { from: work.deals_from }));
  const messageIds = work.reads_messages
    ? await idsOf(db.run(dealsWithMessages, { from: work.messages_from }))
    : [];
  const isTooMany = changedIds.length >= maxDeals || messageIds.length >= maxDeals;
  let changed = await computeDeals(db, computing, [...new Set([...changedIds, ...messageIds])]);
  // A pass over all deals covers what did not fit in this round.
  if (isTooMany && position === null) position = start;
  else if (position !== null) {
    const ids = await idsOf(db.run(dealsOfPass, { after: position }));
    changed += await computeDeals(db, computing, ids);
    position = ids.length < maxDeals ? null : (ids.at(-1) ?? null);
  }
  const seen = new Date(work.now - overlapMs).toISOString();
  await db.run(release, {
    pass_after: position,
    deals_from: seen,
    messages_from: work.reads_messages ? seen : work.messages_from,
  });
  return { fitted, changed };
}

/**
 * Fits and scores for the teams that are due. A team that fails does not delay the others, and is retried when its lease ends.
 * @returns the numbers of fitted models and of changed deals
 */
export async function predictWins(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<{ fitted: number; changed: number }> {
  // Learns nothing while the clock is unreliable: ages of deals would be wrong.
  const rows = await platform.transaction(async (tx) =>
    (await isSteady(tx)) ? tx.run(dueTeams) : [],
  );
  const total = { fitted: 0, changed: 0 };
  const failures: unknown[] = [];
  for (const { id } of rows) {
    if (isStopping()) break;
    try {
      const result = await workFor(team(id as string));
      total.fitted += result?.fitted ?? 0;
      total.changed += result?.changed ?? 0;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return total;
}
