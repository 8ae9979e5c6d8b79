import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { lastingMoves } from '../../crm/deals/phase-moves.ts';
import type { ClosedDeal } from './landmarks.ts';

/* Closed deals of a team with their stays in phases. */

/** Max closed deals that a model learns from, the most recently created ones. */
const maxDeals = 5_000;

const closedDeals = teamStatement(
  `
  with team as materialized (select won_phases, lost_phases from teams where id = $team),
  closed as materialized (
    select d.id, d.created_at, d.phase, d.value, d.phase = any(team.won_phases) as is_won
    from deals d cross join team where d.team_id = $team and d.phase = any(team.won_phases || team.lost_phases)
    order by d.created_at desc, d.id desc limit ${maxDeals})
  select c.id, (extract(epoch from c.created_at) * 1000)::float8 as created_at, c.phase, c.value::float8 as value, c.is_won, m.moves,
    team.won_phases || team.lost_phases as closing
  from closed c cross join team left join lateral (
    select json_agg(json_build_object('was', l.was, 'became', l.became, 'value', l.value,
      'at', (extract(epoch from l.moved_at) * 1000)::float8) order by l.moved_at) as moves
    from (${lastingMoves('c.id')}) l) m on true
  order by c.created_at, c.id`,
  unprepared,
);

interface Move {
  readonly was: string;
  readonly became: string;
  readonly value: number | null;
  readonly at: number;
}

interface ClosedRow {
  readonly id: string;
  readonly created_at: number;
  readonly phase: string;
  readonly value: number | null;
  readonly is_won: boolean;
  readonly moves: readonly Move[] | null;
  readonly closing: readonly string[];
}

/** A deal from its moves: the last one closed it, unless it was created closed. */
function closedDeal({
  id,
  created_at,
  phase,
  value,
  is_won,
  moves,
  closing,
}: ClosedRow): ClosedDeal {
  const [first, ...rest] = moves ?? [];
  const entries = first
    ? [
        { phase: first.was, since: created_at, value: first.value },
        ...[first, ...rest].map((move) => ({
          phase: move.became,
          since: move.at,
          value: move.value,
        })),
      ]
    : [{ phase, since: created_at, value }];
  const stays = entries
    .map((entry, i) => ({ ...entry, until: entries[i + 1]?.since ?? entry.since }))
    .filter((stay) => !closing.includes(stay.phase));
  return { id, created_at, closed_at: stays.at(-1)?.until ?? created_at, is_won, stays };
}

export async function readClosedDeals(db: TeamDb): Promise<ClosedDeal[]> {
  const rows = (await db.run(closedDeals)) as unknown as readonly ClosedRow[];
  return rows.map(closedDeal);
}
