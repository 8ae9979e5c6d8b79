import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamDb } from '../../../db/database.ts';
import { teamStatement } from '../../../db/statement.ts';
import { Type } from '../../../platform/schema.ts';
import { kind } from '../../../records/fields.ts';
import { emitsChanges } from '../../../records/many.ts';
import { deals } from '../../crm/deals/table.ts';

/*
 * The phases of a team's deals. Each deal keeps the place of its phase in the team's list, by which lists are sorted. Whoever writes
 * a deal reads the list in its own snapshot and waits for nobody; so whoever changes the list looks again at what was being
 * written meanwhile.
 */

const mostPhases = 1_000;

/** A list of phases. */
export const phases = kind(
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: mostPhases,
    uniqueItems: true,
  }),
  `a list of at most ${mostPhases} distinct phases of 1 to 64 characters each`,
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

/** Until the end of the transaction nobody else changes the team's settings. */
export const holdTeam = teamStatement(`
  select name, slug, strict_tax_ids, requires_second_factor, second_factor_from::text, deal_phases, won_phases, lost_phases, phase_rules, time_zone, audit_days, created_at
  from teams where id = $team for no key update`);

/** So many at a time: each statement is short. */
const atOnce = 1_000;

// The rank is made of the row as it is when it is changed, which may be another than was looked at.
const rank = (phase: string) => `coalesce(array_position($phases::text[], ${phase}), 2147483647)`;
const rankSome = teamStatement(`
  update deals d set phase_rank = ${rank('d.phase')}
  where d.team_id = $team and d.phase_rank <> ${rank('d.phase')} and d.id in (
    select x.id from deals x where x.team_id = $team and x.phase_rank <> ${rank('x.phase')} limit ${atOnce})
  returning d.id`);

/** Gives the deals the places of their phases. @param tx a transaction that holds the team */
export async function rankDeals(tx: TeamDb, listed: readonly string[]): Promise<void> {
  while ((await tx.run(rankSome, { phases: listed })).length > 0);
}

const moveSome = teamStatement(`
  with old as materialized (
    select * from deals where team_id = $team and phase = $from order by id limit ${atOnce} for update),
  t as (
    update deals t set phase = $to, phase_rank = ${rank('$to::text')}, updated_at = greatest(now(), old.updated_at)
    from old where t.team_id = $team and t.id = old.id returning t.*),
  ${emitsChanges(deals, ['deal.updated'], ['phase', 'phase_rank'], [])}
  select id from t`);

/** Moves all deals of a phase to its new name. @param tx a transaction that holds the team */
export async function moveDeals(
  tx: TeamDb,
  from: string,
  to: string,
  listed: readonly string[],
): Promise<void> {
  while ((await tx.run(moveSome, { from, to, phases: listed })).length > 0);
}

/** Who writes deals at the moment: each holds the lock until the end of its transaction. */
const writing = teamStatement(`
  select distinct l.virtualtransaction as id from pg_locks l
  where l.relation = 'deals'::regclass and l.mode = 'RowExclusiveLock' and l.granted and l.pid <> pg_backend_pid()
    and l.database = (select oid from pg_database where datname = current_database()) and $team::uuid is not null`);

const lookEveryMs = 20;
/** No statement of a request runs for longer. */
const patienceMs = 2_500;

/** Waits for those who may still write by what they read before; others go on meanwhile. */
export async function awaitWriters(db: TeamDb): Promise<void> {
  const ids = async () => (await db.run(writing)).map(({ id }) => id as string);
  const before = new Set(await ids());
  for (const end = performance.now() + patienceMs; before.size > 0; await sleep(lookEveryMs)) {
    const now = new Set(await ids());
    for (const id of before) if (!now.has(id)) before.delete(id);
    if (performance.now() > end) return;
  }
}
