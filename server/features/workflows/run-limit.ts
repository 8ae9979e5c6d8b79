import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type RunReason, reasons } from './run-reasons.ts';

/*
 * Two automated systems that answer each other would never stop: each message of the other side is a change that no workflow made. So the
 * runs of a workflow per conversation are limited.
 */

/** Max number of runs of a workflow per conversation within an hour. */
export const maxRunsPerHour = 20;

/** Runs of the same workflow for the same record in the hour before this one, except skipped ones, which did nothing. */
const lately = teamStatement(`
  select count(*)::int as n from (
    select from workflow_runs me join workflow_runs r on r.team_id = $team and r.record_id = me.record_id
      and r.workflow_id = me.workflow_id and r.id < me.id and r.id >= uuid7_floor(me.created_at - interval '1 hour')
      and r.status <> 'skipped'
    where me.team_id = $team and me.id = $id limit ${maxRunsPerHour}) r`);

/** Returns the reason why a run of a conversation must not begin; undefined if it may. */
export async function runLimitReason(db: TeamDb, id: string): Promise<RunReason | undefined> {
  const [row] = await db.run(lately, { id });
  return Number(row?.n) >= maxRunsPerHour ? reasons.runLimit(maxRunsPerHour) : undefined;
}
