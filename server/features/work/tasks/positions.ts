import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { conflict } from '#server/platform/errors.ts';

/*
 * Positions in a column (docs/adr/0030). Appending a task locks the column's row in column_ends until the commit, so the next one is
 * placed after it. A request that places tasks too close together spreads them.
 */

/** Integers up to this value are exact, and so are their halves. */
export const maxPosition = 1e15;

/** A column of a pipeline. */
interface Column {
  readonly pipeline_id: string;
  readonly column: string;
}

/** SQL: tasks `x` in the column of the row `place`. */
const there = `x.team_id = $team and x.pipeline_id = place.pipeline_id and x."column" = place."column" and x.deleted_at is null`;

/**
 * SQL of one row, `last`: end of the column of the row `place`, after all its tasks. Locks the column until the commit. `last` exceeds
 * the max position if the column is full.
 * @param where a condition on `place`
 */
export const nextEnd = (where: string) => `
  insert into column_ends as e (team_id, pipeline_id, "column", last)
  select $team, place.pipeline_id, place."column", (select coalesce(max(x.position), 0) + 1 from tasks x where ${there})
  from place where ${where}
  on conflict (team_id, pipeline_id, "column") do update set last = greatest(e.last + 1, excluded.last)
  returning last`;

/**
 * As {@link nextEnd} for each column of the rows `placed`, of which `n` are in the same column as the row, with a `rank` from 1: rows with
 * `pipeline_id`, `column` and the `last` position assigned to them.
 * @param where a condition
 */
export const nextEnds = (where: string) => `
  insert into column_ends as e (team_id, pipeline_id, "column", last, appended)
  select $team, place.pipeline_id, place."column", place.n + (select coalesce(max(x.position), 0) from tasks x where ${there}), place.n
  from placed place where place.rank = 1 and ${where} order by place.place
  on conflict (team_id, pipeline_id, "column") do update set last = greatest(excluded.last, e.last + excluded.appended)
  returning pipeline_id, "column", last`;

/**
 * SQL that raises the stored end of the column of the row `place` to a position beyond it, so that later tasks are appended after it.
 * Positions before the end take no lock.
 * @param position SQL over `place`
 */
export const raiseColumnEnd = (position: string) => `
  insert into column_ends as e (team_id, pipeline_id, "column", last)
  select $team, place.pipeline_id, place."column", ${position}
  from place where place."column" is not null and not exists (
    select from column_ends c where c.team_id = $team and c.pipeline_id = place.pipeline_id and c."column" = place."column"
      and c.last >= ${position})
  on conflict (team_id, pipeline_id, "column") do update set last = greatest(e.last, excluded.last)`;

/** Min distance before tasks are moved: sixteen times the resolution of a double at that position. */
export const minDistance = (position: number) => Math.max(Math.abs(position), 1) * 2 ** -48;
const nearestTo = (position: string) =>
  `greatest(abs(${position}), 1) * '${2 ** -48}'::double precision`;

/** SQL: true if another task is too close to the task `place` in its column. */
const isCrowded = `exists (
  select from tasks x where ${there} and x.id <> place.id
    and x.position between place.position - ${nearestTo('place.position')} and place.position + ${nearestTo('place.position')})`;

/** A task with its position. */
export interface Placed {
  readonly id: string;
  readonly position: number;
}

/** Spacing for n moved tasks; shrinks as n grows. */
const wide = (count: number) => (count <= 32 ? 2 ** 16 : count <= 128 ? 2 ** 12 : 2 ** 6);

/**
 * Spreads the tasks that are too close on one side of a position.
 * @param up true for the side of greater positions
 * @param tasks from the position outwards
 * @param isAll true if `tasks` contains all of that side
 * @returns the fewest possible tasks to move; undefined if there is no room
 */
export function side(
  from: number,
  up: boolean,
  tasks: readonly Placed[],
  isAll: boolean,
): Placed[] | undefined {
  const sign = up ? 1 : -1;
  const near = minDistance(from);
  const widest = Math.max(1, wide(1) * near);
  const apart = (count: number, step: number) =>
    tasks
      .slice(0, count)
      .map(({ id }, i) => ({ id, position: from + sign * (i + 1) * Math.min(step, widest) }));
  for (const [count, { position }] of tasks.entries()) {
    const step = (sign * (position - from)) / (count + 1);
    if (step >= (count === 0 ? near : wide(count) * near)) return apart(count, step);
  }
  if (!isAll) return undefined;
  const step = (maxPosition - sign * from) / tasks.length;
  return tasks.length === 0 || step >= 2 * near ? apart(tasks.length, step) : undefined;
}

/** Neighbours of a task's new position, from there outwards. */
export interface Neighbours {
  readonly below: readonly Placed[];
  /** Tasks at exactly that position, by id. */
  readonly same: readonly Placed[];
  readonly above: readonly Placed[];
  /** True if the list contains all tasks of its side. */
  readonly isAll: { readonly below: boolean; readonly above: boolean };
}

/**
 * Computes which tasks move so that a task at a new position has room on both sides. A task at exactly the same position moves right
 * after it. Of several such tasks, which only older versions created, the first stays before it, so the middle between two of them can be
 * requested. The task itself moves only if there is no room after it at the max position, or before it at the min position.
 * @returns undefined if there is no room among the given tasks
 */
export function roomFor(
  task: Placed,
  { below, same, above, isAll }: Neighbours,
): Placed[] | undefined {
  const { position } = task;
  const before = position >= maxPosition ? same.length : same.length > 1 ? 1 : 0;
  const lower = [...same.slice(0, before).reverse(), ...below];
  const upper = [...same.slice(before), ...above];
  const up = side(position, true, upper, isAll.above);
  const down = side(position, false, lower, isAll.below);
  if (up && down) return [...up, ...down];
  if (!up && isAll.above) return fromEnd(task, true, upper, lower, isAll.below);
  if (!down && isAll.below) return fromEnd(task, false, lower, upper, isAll.above);
  return undefined;
}

/** Spacing of tasks at the max or min position. */
const endStep = 2 ** 20;

/** Variant at the max or min position: spaces the task and all tasks behind it from there, and the others before them. */
function fromEnd(
  { id }: Placed,
  up: boolean,
  behind: readonly Placed[],
  others: readonly Placed[],
  isAll: boolean,
): Placed[] | undefined {
  const at = (steps: number) => (maxPosition - steps * endStep) * (up ? 1 : -1);
  const task = { id, position: at(behind.length) };
  const moved = behind.map((one, i) => ({ id: one.id, position: at(behind.length - 1 - i) }));
  const rest = side(task.position, !up, others, isAll);
  return rest && [task, ...moved, ...rest];
}

const selectNeighbours = teamStatement(`
  with place as (select $pipeline_id::uuid as pipeline_id, $column::text as "column"),
  found as (
    (select x.id, x.position, 'below' as side from place, tasks x
      where ${there} and x.id <> $id and x.position < $position::float8 order by x.position desc, x.id desc limit $most)
    union all
    (select x.id, x.position, 'same' from place, tasks x
      where ${there} and x.id <> $id and x.position = $position::float8 order by x.id limit $most)
    union all
    (select x.id, x.position, 'above' from place, tasks x
      where ${there} and x.id <> $id and x.position > $position::float8 order by x.position, x.id limit $most)
  )
  select id, position, side from found order by side, abs(position - $position::float8),
    case when side = 'below' then id end desc, id`);

export const reservePosition = teamStatement(`
  select id from tasks where team_id = $team and id = any($ids::uuid[]) and deleted_at is null for update skip locked`);

/** Another transaction holds a task that must move, and may wait for this one's column lock: the transaction is retried. */
export class LockConflict extends Error {}

/** Max tasks read, and therefore moved, on each side; increases per attempt. */
const windows = [32, 128, 512];

export const noRoom = () =>
  conflict('There is no room left in the column around this position; choose another.', 'no_room');

/** Sets the position of a task, as PUT does. */
export type Shift = (db: TeamDb, task: Placed) => Promise<unknown>;

/**
 * Spreads tasks that are too close; the caller holds the column lock.
 * @returns the ids of the tasks that moved
 * @throws ApiError CONFLICT if hundreds are at the min distance
 */
async function moveApart(
  db: TeamDb,
  column: Column,
  task: Placed,
  shift: Shift,
  plan: (neighbours: Neighbours) => Placed[] | undefined,
): Promise<readonly string[]> {
  for (const most of windows) {
    const rows = await db.run(selectNeighbours, { ...column, ...task, most });
    const on = (name: string) =>
      rows
        .filter((row) => row.side === name)
        .map((row): Placed => ({ id: row.id as string, position: row.position as number }));
    const [below, same, above] = [on('below'), on('same'), on('above')];
    const isKnown = same.length < most;
    const isAll = {
      below: isKnown && below.length < most,
      above: isKnown && above.length < most,
    };
    const moved = plan({ below, same, above, isAll });
    if (!moved) continue;
    const ids = moved.map(({ id }) => id);
    if ((await db.run(reservePosition, { ids })).length < ids.length) throw new LockConflict();
    for (const one of moved) await shift(db, one);
    return ids;
  }
  throw noRoom();
}

const selectCrowded = teamStatement(`
  select place.id, place.pipeline_id, place."column", place.position from tasks place
  where place.team_id = $team and place.id = any($ids::uuid[]) and place.deleted_at is null and ${isCrowded} limit 1`);

const lockColumn = teamStatement(`
  insert into column_ends as e (team_id, pipeline_id, "column", last) values ($team, $pipeline_id, $column, 0)
  on conflict (team_id, pipeline_id, "column") do update set last = e.last`);

/**
 * Makes room around a task's new position if others are too close, including tasks placed there concurrently: the last commit sees them.
 * The same holds for the tasks that move to make room.
 * @returns true if any task was moved
 * @throws ApiError CONFLICT if hundreds are at the min distance, or concurrent changes never end
 */
export async function makeRoom(db: TeamDb, id: string, shift: Shift): Promise<boolean> {
  let placed: readonly string[] = [id];
  for (let isMoved = false; ; isMoved = true) {
    const [seen] = await db.run(selectCrowded, { ids: placed });
    if (!seen) return isMoved;
    placed = await withRetries(db, async (tx) => {
      await tx.run(lockColumn, { ...columnIn(seen) });
      const [row] = await tx.run(selectCrowded, { ids: [seen.id] });
      const others = placed.filter((one) => one !== seen.id);
      // Otherwise this task or its neighbours have moved since.
      if (!row || !isSame(columnIn(row), columnIn(seen))) return others;
      const task = { id: row.id as string, position: row.position as number };
      const moved = await moveApart(tx, columnIn(row), task, shift, (neighbours) =>
        roomFor(task, neighbours),
      );
      return moved.length === 0 ? others : [...others, row.id as string, ...moved];
    });
  }
}

/** Column of a row. */
const columnIn = (row: Row): Column => ({
  pipeline_id: row.pipeline_id as string,
  column: row.column as string,
});

const isSame = (a: Column, b: Column) => a.pipeline_id === b.pipeline_id && a.column === b.column;

const setEnd = teamStatement(`
  update column_ends set last = coalesce($last::double precision, (
    select max(x.position) from tasks x where x.team_id = $team and x.pipeline_id = $pipeline_id and x."column" = $column
      and x.deleted_at is null), 0)
  where team_id = $team and pipeline_id = $pipeline_id and "column" = $column returning last`);

/** End of the column after the tasks at the max position have made room. */
const lowered = maxPosition - 2 ** 30;

/**
 * Makes room at the end of a column that reaches the max position.
 * @param row of a statement that found it full, with its `pipeline_id` and `column`
 * @throws ApiError CONFLICT as {@link makeRoom}
 */
export function makeRoomAtEnd(db: TeamDb, row: Row, shift: Shift): Promise<void> {
  const column = columnIn(row);
  return withRetries(db, async (tx) => {
    await tx.run(lockColumn, { ...column });
    const [end] = await tx.run(setEnd, { ...column, last: null });
    if ((end?.last as number) + 1 <= maxPosition) return;
    // No task has this id, and none has a greater position.
    const nobody = { id: '00000000-0000-0000-0000-000000000000', position: maxPosition };
    await moveApart(tx, column, nobody, shift, ({ same, below, isAll }) =>
      side(lowered, false, [...same.toReversed(), ...below], isAll.below),
    );
    await tx.run(setEnd, { ...column, last: lowered });
  });
}

const maxTries = 40;

/**
 * Runs work that moves tasks in a transaction, and retries it if the same tasks are changed concurrently.
 * @throws ApiError CONFLICT after too many attempts
 */
export async function withRetries<T>(db: TeamDb, work: (tx: TeamDb) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!(error instanceof LockConflict)) throw error;
      if (tries === maxTries)
        throw conflict(
          'Other requests are changing the tasks at this position; try again.',
          'busy',
        );
    }
    await sleep(5 + Math.random() * 30);
  }
}
