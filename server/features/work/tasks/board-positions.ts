import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import {
  LockConflict,
  maxPosition,
  minDistance,
  noRoom,
  type Placed,
  reservePosition,
  type Shift,
  side,
} from './positions.ts';

/*
 * Positions on a board that merges columns with the same slug from all pipelines. Ordered by (position, id); every pipeline numbers its
 * tasks 1, 2, 3…, so equal positions are common (docs/adr/0090-places-on-merged-boards.md).
 */

/** Tasks on both sides of a gap in a board's column, nearest first. */
interface Gap {
  readonly below: readonly Placed[];
  readonly above: readonly Placed[];
  /** True if the list contains all tasks of its side. */
  readonly isAll: { readonly below: boolean; readonly above: boolean };
}

/**
 * Finds a position in a gap. If its neighbours leave no room, moves the fewest tasks of one side outwards; all keep their order.
 * @returns the task's position, then those of the tasks to move; undefined if more tasks must be read to decide
 */
function placeInGap(
  id: string,
  { below, above, isAll }: Gap,
): readonly [Placed, ...Placed[]] | undefined {
  const [lower, upper] = [below[0]?.position, above[0]?.position];
  if (lower === undefined && upper === undefined) return [{ id, position: 1 }];
  if (lower !== undefined && upper !== undefined) {
    const position = lower + (upper - lower) / 2;
    const least = 2 * minDistance(position);
    if (position - lower >= least && upper - position >= least) return [{ id, position }];
  }
  const spread = (from: number, isUp: boolean) =>
    side(
      from,
      isUp,
      [{ id, position: from }, ...(isUp ? above : below)],
      isUp ? isAll.above : isAll.below,
    );
  const up = spread(lower ?? -maxPosition, true);
  const down = spread(upper ?? maxPosition, false);
  const [fewest] = (lower === undefined ? [down, up] : [up, down])
    .filter((plan) => plan !== undefined)
    .toSorted((a, b) => a.length - b.length);
  const [task, ...moved] = fewest ?? [];
  return task && [task, ...moved];
}

const inColumn = `x.team_id = $team and x.deleted_at is null and x."column" = $column and x.id <> $id`;
const anchor = 'coalesce($after::uuid, $before::uuid)';

/** SQL: tasks on one side of the anchor; at the end of the column all tasks are below. */
const sideOf = (name: 'below' | 'above', where: string) => {
  const order = name === 'below' ? 'desc' : 'asc';
  return `(select x.id, x.pipeline_id, x.position, '${name}' as side from tasks x
    where ${inColumn}${where} order by x.position ${order}, x.id ${order} limit $most)`;
};
const thanAnchor = (sign: '<' | '>') =>
  ` and (x.position, x.id) ${sign} ((select position from anchor), (select id from anchor))`;

const aroundAnchor = teamStatement(`
  with anchor as materialized (
    select x.id, x.pipeline_id, x.position from tasks x where ${inColumn} and x.id = ${anchor}),
  found as (
    ${sideOf('below', thanAnchor('<'))}
    union all
    (select id, pipeline_id, position, 'anchor' from anchor)
    union all
    ${sideOf('above', thanAnchor('>'))})
  select id, pipeline_id, position, side from found order by position, id`);

const atEnd = teamStatement(`
  select id, pipeline_id, position, side from ${sideOf('below', '')} found order by position, id`);

/** Max tasks read, and therefore moved, on each side of the gap; each window is tried if the previous one is too small. */
const windows = [32, 128, 512, 2_048];

/** A place in a board's column: right after `after`, otherwise right before `before`, otherwise at the end. */
interface BoardPlace {
  readonly id: string;
  /** Pipeline of the task after the move. */
  readonly pipeline_id: string;
  readonly column: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** @throws ApiError CONFLICT if thousands of tasks are at the min distance */
async function planMove(db: TeamDb, { pipeline_id, ...place }: BoardPlace) {
  const { id, after, before } = place;
  for (const most of windows) {
    const rows =
      after === null && before === null
        ? await db.run(atEnd, { id, column: place.column, most })
        : await db.run(aroundAnchor, { ...place, most });
    const placed = (row: Row): Placed => ({
      id: row.id as string,
      position: row.position as number,
    });
    const on = (name: string) => rows.filter((row) => row.side === name).map(placed);
    const [lower, anchored, upper] = [on('below').reverse(), on('anchor'), on('above')];
    const below = after === null ? lower : [...anchored, ...lower];
    const above = after === null ? [...anchored, ...upper] : upper;
    const isAll = { below: lower.length < most, above: upper.length < most };
    const plan = placeInGap(id, { below, above, isAll });
    if (!plan) continue;
    const [task, ...moved] = plan;
    const touched = new Set([below[0]?.id, above[0]?.id, ...moved.map((each) => each.id)]);
    const pipelines = new Set([
      pipeline_id,
      ...rows.filter((row) => touched.has(row.id as string)).map((row) => row.pipeline_id),
    ]);
    return { task, moved, pipelines };
  }
  throw noRoom();
}

const lockColumns = teamStatement(`
  insert into column_ends as e (team_id, pipeline_id, "column", last)
  select $team, c.pipeline_id, c.slug, 0 from columns c
  where c.team_id = $team and c.slug = $column and c.pipeline_id = any($pipelines::uuid[]) order by c.pipeline_id
  on conflict (team_id, pipeline_id, "column") do update set last = e.last`);

/**
 * Makes room at a place of a board, and locks the task and its column until the commit.
 * @returns the position for the task
 * @throws Beset if the same tasks are being changed concurrently; the caller must retry the transaction
 */
export async function makeRoomOnBoard(
  db: TeamDb,
  place: BoardPlace,
  shift: Shift,
): Promise<number> {
  const { pipelines: held } = await planMove(db, place);
  // Locks in a fixed order, so concurrent moves cannot deadlock.
  await db.run(lockColumns, { column: place.column, pipelines: [...held] });
  const { task, moved, pipelines } = await planMove(db, place);
  if (![...pipelines].every((pipeline) => held.has(pipeline))) throw new LockConflict();
  const ids = [task, ...moved].map(({ id }) => id);
  if ((await db.run(reservePosition, { ids })).length < ids.length) throw new LockConflict();
  for (const one of moved) await shift(db, one);
  return task.position;
}
