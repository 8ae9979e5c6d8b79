import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { deals } from '#server/features/crm/deals/table.ts';
import { Type } from '#server/platform/schema.ts';
import { emitsChanges } from '#server/records/bulk-change.ts';
import { kind } from '#server/records/fields.ts';

/*
 * Phases of a team's deals. Each deal stores the rank of its phase in the team's list, for sorting. A transaction that writes a deal
 * reads the list in its own snapshot without waiting, so a change of the list must afterwards correct deals written concurrently.
 */

const maxPhases = 1_000;

/** A list of phases. */
export const phases = kind(
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: maxPhases,
    uniqueItems: true,
  }),
  `a list of at most ${maxPhases} distinct phases of 1 to 64 characters each`,
  'text[]',
  {
    clean: (value) =>
      Array.isArray(value)
        ? value.map((phase) => (typeof phase === 'string' ? phase.trim() : phase))
        : value,
  },
);

/** Runs work in a transaction on the team's data. */
export type Within = <T>(work: (tx: TeamDb) => Promise<T>) => Promise<T>;

/** Locks the team's settings until the end of the transaction. */
export const lockTeamSettings = teamStatement(`
  select name, slug, strict_tax_ids, requires_second_factor, second_factor_from::text, allows_agents, deal_phases, won_phases, lost_phases, phase_rules, time_zone, audit_days, privacy_days, created_at
  from teams where id = $team for no key update`);

/** Rows per statement, to keep statements short. */
const atOnce = 1_000;

// Ranks the row as it is when it is updated, which may differ from the snapshot.
const rank = (phase: string) => `coalesce(array_position($phases::text[], ${phase}), 2147483647)`;
const rankSome = teamStatement(`
  update deals d set phase_rank = ${rank('d.phase')}
  where d.team_id = $team and d.phase_rank <> ${rank('d.phase')} and d.id in (
    select x.id from deals x where x.team_id = $team and x.phase_rank <> ${rank('x.phase')}
    limit ${atOnce} for no key update)
  returning d.id`);

/**
 * Runs a statement until it changes fewer rows than it may. It does not run until it changes none: requests that write deals
 * concurrently would add new rows before each run, and the transaction would never end.
 */
async function repeat(
  tx: TeamDb,
  some: TeamStatement,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  while ((await tx.run(some, parameters)).length === atOnce);
}

/** Updates the ranks of the deals. @param tx a transaction that holds the team's lock */
export async function rankDeals(tx: TeamDb, listed: readonly string[]): Promise<void> {
  await repeat(tx, rankSome, { phases: listed });
}

const moveSome = teamStatement(`
  with old as materialized (
    select * from deals where team_id = $team and phase = $from order by id limit ${atOnce} for update),
  t as (
    update deals t set phase = $to, phase_rank = ${rank('$to::text')}, updated_at = greatest(now(), old.updated_at)
    from old where t.team_id = $team and t.id = old.id returning t.*),
  ${emitsChanges(deals, ['deal.updated'], ['phase', 'phase_rank'], [])}
  select id from t`);

/** Moves all deals of a phase to its new name. @param tx a transaction that holds the team's lock */
export async function moveDeals(
  tx: TeamDb,
  from: string,
  to: string,
  listed: readonly string[],
): Promise<void> {
  await repeat(tx, moveSome, { from, to, phases: listed });
}

/** Transactions that currently write deals: each holds the lock until it ends. */
const writing = teamStatement(`
  select distinct l.virtualtransaction as id from pg_locks l
  where l.relation = 'deals'::regclass and l.mode = 'RowExclusiveLock' and l.granted and l.pid <> pg_backend_pid()
    and l.database = (select oid from pg_database where datname = current_database()) and $team::uuid is not null`);

const pollIntervalMs = 20;
/** Statements of a request never run for longer. */
const maxWaitMs = 2_500;

/** Waits for transactions that may still write with an outdated list; new ones are not blocked. */
export async function awaitWriters(db: TeamDb): Promise<void> {
  const ids = async () => (await db.run(writing)).map(({ id }) => id as string);
  const before = new Set(await ids());
  for (const end = performance.now() + maxWaitMs; before.size > 0; await sleep(pollIntervalMs)) {
    const now = new Set(await ids());
    for (const id of before) if (!now.has(id)) before.delete(id);
    if (performance.now() > end) return;
  }
}
