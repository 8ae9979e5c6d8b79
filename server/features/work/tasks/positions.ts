import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, TeamDb } from '../../../db/database.ts';
import { teamStatement } from '../../../db/statement.ts';
import { conflict } from '../../../platform/errors.ts';

/*
 * Places in a column (docs/adr/0030). Whoever puts a task to the end of a column holds its row of column_ends until the commit: the next one
 * goes behind it. Positions that come too near to each other are moved apart by whoever brings them there.
 */

/** Whole numbers up to here are exact, and so are their halves. */
export const mostPosition = 1e15;

/** The column of a pipeline. */
interface Column {
  readonly pipeline_id: string;
  readonly column: string;
}

/** SQL: the tasks `x` of the column that a row called `place` names. */
const there = `x.team_id = $team and x.pipeline_id = place.pipeline_id and x."column" = place."column" and x.deleted_at is null`;

/**
 * SQL of one row, `last`: the end of the column that the row `place` names, behind all that are there. It holds the column until the
 * commit. Where the column is full it is more than the greatest position.
 * @param where a condition on `place`
 */
export const nextEnd = (where: string) => `
  insert into column_ends as e (team_id, pipeline_id, "column", last)
  select $team, place.pipeline_id, place."column", (select coalesce(max(x.position), 0) + 1 from tasks x where ${there})
  from place where ${where}
  on conflict (team_id, pipeline_id, "column") do update set last = greatest(e.last + 1, excluded.last)
  returning last`;

/**
 * SQL that tells the column that the row `place` names of a position beyond the end that it knows: what comes to the end then goes behind
 * it. Who stays before the end waits for nobody.
 * @param position SQL over `place`
 */
export const reaching = (position: string) => `
  insert into column_ends as e (team_id, pipeline_id, "column", last)
  select $team, place.pipeline_id, place."column", ${position}
  from place where place."column" is not null and not exists (
    select from column_ends c where c.team_id = $team and c.pipeline_id = place.pipeline_id and c."column" = place."column"
      and c.last >= ${position})
  on conflict (team_id, pipeline_id, "column") do update set last = greatest(e.last, excluded.last)`;

/** The least distance that is left alone: sixteen steps of what a double precision number can tell apart there. */
export const nearest = (position: number) => Math.max(Math.abs(position), 1) * 2 ** -48;
const nearestTo = (position: string) =>
  `greatest(abs(${position}), 1) * '${2 ** -48}'::double precision`;

/** SQL: whether another than the task `$id` is too near to a position in the column that the row `place` names. */
export const isCrowded = (position: string) => `exists (
  select from place join tasks x on ${there} and x.id <> $id
    and x.position between ${position} - ${nearestTo(position)} and ${position} + ${nearestTo(position)})`;

/** A task and its position. */
export interface Placed {
  readonly id: string;
  readonly position: number;
}

/** How far apart so many are to be when they are moved: the more there are, the less must do. */
const wide = (count: number) => (count <= 32 ? 2 ** 16 : count <= 128 ? 2 ** 12 : 2 ** 6);

/**
 * Moves apart what is too near on one side of a position.
 * @param up whether it is the side of the greater positions
 * @param tasks from the position on outwards
 * @param isAll whether there is nobody behind them
 * @returns those that have to move, as few as can be; undefined where there is no room
 */
export function side(
  from: number,
  up: boolean,
  tasks: readonly Placed[],
  isAll: boolean,
): Placed[] | undefined {
  const sign = up ? 1 : -1;
  const near = nearest(from);
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
  const step = (mostPosition - sign * from) / tasks.length;
  return tasks.length === 0 || step >= 2 * near ? apart(tasks.length, step) : undefined;
}

/** What is around a task that went to a position: from there on outwards. */
export interface Around {
  readonly below: readonly Placed[];
  /** Those at the very position, by id. */
  readonly same: readonly Placed[];
  readonly above: readonly Placed[];
  /** Whether there is nobody further on the side. */
  readonly isAll: { readonly below: boolean; readonly above: boolean };
}

/**
 * Who has to move for a task that went to a position, so that it stands between its neighbours with room on both sides. One that had the
 * very position goes right behind it. Of several, which only older versions left, the first stays before it: who asks for the
 * middle between two of them gets it. The task itself moves only where there is no room behind it, at the greatest position,
 * or before it, at the least.
 * @returns undefined where there is no room among those that are known
 */
export function roomFor(task: Placed, { below, same, above, isAll }: Around): Placed[] | undefined {
  const { position } = task;
  const before = position >= mostPosition ? same.length : same.length > 1 ? 1 : 0;
  const lower = [...same.slice(0, before).reverse(), ...below];
  const upper = [...same.slice(before), ...above];
  const up = side(position, true, upper, isAll.above);
  const down = side(position, false, lower, isAll.below);
  if (up && down) return [...up, ...down];
  if (!up && isAll.above) return fromEnd(task, true, upper, lower, isAll.below);
  if (!down && isAll.below) return fromEnd(task, false, lower, upper, isAll.above);
  return undefined;
}

/** How far apart those are put that stand at the very end of what can be written. */
const endStep = 2 ** 20;

/** The same at the greatest or least position: the task and all behind it in steps from there, the others before them. */
function fromEnd(
  { id }: Placed,
  up: boolean,
  behind: readonly Placed[],
  others: readonly Placed[],
  isAll: boolean,
): Placed[] | undefined {
  const at = (steps: number) => (mostPosition - steps * endStep) * (up ? 1 : -1);
  const task = { id, position: at(behind.length) };
  const moved = behind.map((one, i) => ({ id: one.id, position: at(behind.length - 1 - i) }));
  const rest = side(task.position, !up, others, isAll);
  return rest && [task, ...moved, ...rest];
}

const around = teamStatement(`
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

export const claim = teamStatement(`
  select id from tasks where team_id = $team and id = any($ids::uuid[]) and deleted_at is null for update skip locked`);

/** Somebody changes one of the tasks that have to move, and may wait for the column that we hold: everybody begins anew. */
export class Beset extends Error {}

/** How many tasks on each side are looked at, and so at most moved: more each time. */
const windows = [32, 128, 512];

export const noRoom = () =>
  conflict('There is no room left in the column around this position; choose another.');

/** Gives a task a position, as PUT does. */
export type Shift = (db: TeamDb, task: Placed) => Promise<unknown>;

/** Moves apart who is too near, for who holds the column. @throws ApiError CONFLICT where hundreds stand as near as they can */
async function moveApart(
  db: TeamDb,
  column: Column,
  task: Placed,
  shift: Shift,
  plan: (around: Around) => Placed[] | undefined,
): Promise<void> {
  for (const most of windows) {
    const rows = await db.run(around, { ...column, ...task, most });
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
    if ((await db.run(claim, { ids })).length < ids.length) throw new Beset();
    for (const one of moved) await shift(db, one);
    return;
  }
  throw noRoom();
}

const placeNow = teamStatement(`
  with place as (
    select pipeline_id, "column", position from tasks where team_id = $team and id = $id and deleted_at is null)
  select place.*, ${isCrowded('place.position')} as is_crowded from place`);

const holdColumn = teamStatement(`
  insert into column_ends as e (team_id, pipeline_id, "column", last) values ($team, $pipeline_id, $column, 0)
  on conflict (team_id, pipeline_id, "column") do update set last = e.last`);

/**
 * Makes room around a task that was given a position, where others are too near: also those that came there at the same moment,
 * as whoever commits last sees the other.
 * @returns whether any task was moved
 * @throws ApiError CONFLICT where hundreds stand as near as they can, and where others never stop changing them
 */
export async function makeRoom(db: TeamDb, id: string, shift: Shift): Promise<boolean> {
  const [seen] = await db.run(placeNow, { id });
  if (seen?.is_crowded !== true) return false;
  await insisting(db, async (tx) => {
    await tx.run(holdColumn, { ...columnIn(seen) });
    const [row] = await tx.run(placeNow, { id });
    // Else it has moved on, or others have.
    if (row?.is_crowded !== true || !isSame(columnIn(row), columnIn(seen))) return;
    const task = { id, position: row.position as number };
    await moveApart(tx, columnIn(row), task, shift, (known) => roomFor(task, known));
  });
  return true;
}

/** The column in a row. */
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

/** Where the next task goes, when the tasks at the greatest position have made room. */
const lowered = mostPosition - 2 ** 30;

/**
 * Makes room at the end of a column that reaches up to the greatest position.
 * @param row of a statement that found it full, with its `pipeline_id` and `column`
 * @throws ApiError CONFLICT as {@link makeRoom}
 */
export function makeRoomAtEnd(db: TeamDb, row: Row, shift: Shift): Promise<void> {
  const column = columnIn(row);
  return insisting(db, async (tx) => {
    await tx.run(holdColumn, { ...column });
    const [end] = await tx.run(setEnd, { ...column, last: null });
    if ((end?.last as number) + 1 <= mostPosition) return;
    // Nobody has this id, and nobody is above.
    const nobody = { id: '00000000-0000-0000-0000-000000000000', position: mostPosition };
    await moveApart(tx, column, nobody, shift, ({ same, below, isAll }) =>
      side(lowered, false, [...same.toReversed(), ...below], isAll.below),
    );
    await tx.run(setEnd, { ...column, last: lowered });
  });
}

const mostTries = 40;

/**
 * Does work that moves tasks in one transaction, again where others change the same ones.
 * @throws ApiError CONFLICT where they never stop
 */
export async function insisting<T>(db: TeamDb, work: (tx: TeamDb) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!(error instanceof Beset)) throw error;
      if (tries === mostTries)
        throw conflict('Other requests are changing the tasks at this position; try again.');
    }
    await sleep(5 + Math.random() * 30);
  }
}
