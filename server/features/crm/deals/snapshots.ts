import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';

/*
 * Open deals of each team at the beginning of each month, for reports that compare a forecast with its outcome (ADR 202). The unique
 * constraint of `deal_snapshots` decides which of several processes writes a month.
 */

/** SQL: the current month of the team `x`, as its first day. */
export const monthOf = `date_trunc('month', now() at time zone x.time_zone)::date`;

/** A phase is renamed in the team's settings and its deals in one transaction, which locks the same row. */
const lockTeam = teamStatement('select id from teams where id = $team for no key update');

const take = teamStatement(
  `
  with team as materialized (
    select ${monthOf} as month, x.time_zone, x.won_phases || x.lost_phases as closed, x.phase_rules from teams x where x.id = $team),
  rules as materialized (
    select r.* from team cross join lateral json_to_recordset(team.phase_rules) r (phase text, probability double precision)),
  open as materialized (
    select t.* from deals t
    where t.team_id = $team and t.status = 'ativo' and t.phase <> all(array(select unnest(team.closed) from team))),
  snapshot as (
    insert into deal_snapshots (team_id, month, time_zone, deals)
    select $team, team.month, team.time_zone, (select count(*) from open) from team
    where not exists (select from deal_snapshots s where s.team_id = $team and s.month >= team.month)
    on conflict (team_id, month) do nothing returning month),
  entries as (
    insert into deal_snapshot_entries
      (team_id, month, deal_id, value, probability, phase_probability, phase, expected_close_date, responsible_id)
    select $team, snapshot.month, open.id, open.value, open.probability, rules.probability, open.phase, open.expected_close_date,
      open.responsible_id
    from snapshot cross join open left join rules on rules.phase = open.phase)
  select month from snapshot`,
  unprepared,
);

/** Takes the snapshot of the team's current month, unless it exists. @returns true if it was taken */
export const takeSnapshot = (db: TeamDb): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.run(lockTeam);
    return (await tx.run(take)).length > 0;
  });
