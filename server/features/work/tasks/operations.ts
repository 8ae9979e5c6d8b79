import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import {
  type Batch,
  iso,
  type Lock,
  type TeamStatement,
  teamStatement,
} from '#server/db/statement.ts';
import { namesAnybody } from '#server/events/notifications.ts';
import { hasQueued } from '#server/events/outbox.ts';
import { crud } from '#server/operations/crud.ts';
import { outsidePanel } from '#server/operations/panel-only.ts';
import { type ApiError, invalid } from '#server/platform/errors.ts';
import { batchCte, emittedInBatch, overBatch } from '#server/records/batch.ts';
import {
  changeLockOf,
  checksLinks,
  lockOf,
  mustText,
  refuseImmutable,
  shapes,
  textOf,
  type Values,
} from '#server/records/crud-queries.ts';
import { stored } from '#server/records/input.ts';
import { parsed } from '#server/records/read-after-write.ts';
import {
  type ChangeEvent,
  changeEvents,
  changeOf,
  type Derived,
  emitsChange,
  emitsRecord,
  getStatement,
  retireStatement,
} from '#server/records/statements.ts';
import { adjustEntries } from '../time-entries/task-sums.ts';
import {
  addDependencies,
  blockersToStore,
  refuseCycle,
  refuseInvisible,
  removeDependencies,
} from './dependencies.ts';
import { nextNumber, nextNumbers } from './numbers.ts';
import { lockParent, subtaskIds, trashedWithParent } from './parent.ts';
import {
  makeRoom,
  makeRoomAtEnd,
  maxPosition,
  nextEnd,
  nextEnds,
  noRoom,
  raiseColumnEnd,
  type Shift,
} from './positions.ts';
import { fields, isStartAfterDue, startsAfterDue, taskInputs, tasks, writable } from './table.ts';

const missingLink = checksLinks(tasks);

/**
 * Merges the two assignee fields into one list, with the main assignee first.
 * @throws ApiError VALIDATION_ERROR if the main assignee is not in the list
 */
function withAssignees(values: Values, isInInput: (name: string) => boolean): Values {
  const { assignee_id: main, ...rest } = values;
  if (!isInInput('assignee_id')) return rest;
  const id = typeof main === 'string' ? main.toLowerCase() : null;
  if (!isInInput('assignee_ids')) return { ...rest, assignee_ids: id === null ? [] : [id] };
  const list = rest.assignee_ids as string[];
  if (id === null ? list.length > 0 : !list.includes(id)) {
    throw invalid(
      'assignee_id must be one of assignee_ids when both are given.',
      'assignee_id',
      'not_allowed',
    );
  }
  return {
    ...rest,
    assignee_ids: id === null ? [] : [id, ...list.filter((assignee) => assignee !== id)],
  };
}

const slugsOf = teamStatement(`
  select c.slug from columns c where c.team_id = $team and c.pipeline_id = $pipeline order by c.position, c.id`);

/** Error for a column that does not exist. @param pipeline the pipeline that was searched */
async function noColumn(db: TeamDb, values: Values, pipeline: unknown): Promise<ApiError> {
  if (typeof values.column !== 'string')
    return invalid('pipeline_id: the pipeline has no columns.', 'pipeline_id', 'not_allowed', {
      reason: 'no_columns',
    });
  const slugs = (await db.run(slugsOf, { pipeline })).map(({ slug }) => slug);
  return invalid(
    `column must be the slug of a column of the task's pipeline: ${slugs.join(', ') || 'it has none'}.`,
    'column',
    'not_allowed',
  );
}

/** SQL: requested column in the pipeline `p`; its first one without `$column`. */
const columnOf = (p: string, column: string) => `lateral (
  select c.slug, c.is_finishing from columns c
  where c.team_id = $team and c.pipeline_id = ${p} and (${column} is null or c.slug = ${column})
  order by c.position, c.id limit 1
) c on true`;

/** Adds assignee_ids to task_assignees, which holds their foreign keys. */
const assign = `insert into task_assignees (team_id, task_id, user_id)
  select t.team_id, t.id, assignee from t, unnest(t.assignee_ids) assignee on conflict do nothing`;

const inserted = writable
  .filter((name) => name !== 'assignee_id' && name !== 'pipeline_id' && name !== 'column')
  .map((name) => {
    const value = `$${name}::${fields[name].sql}`;
    return {
      name: `"${name}"`,
      value: name === 'blocked_by_ids' ? `coalesce(${value}, '{}')` : value,
    };
  });
const insertedNames = inserted.map(({ name }) => name).join(', ');
const insertedValues = inserted.map(({ value }) => value).join(', ');

/** SQL: the level of a task with the given parent; the level of its parent must be 0. */
const level = '($parent_id::uuid is not null)::integer';

/** SQL of a row `w`: the project and the pipeline that a new task names. */
const namedPlace = `(
  select (select id from projects where team_id = $team and id = $project_id::uuid) as project_id,
    case when $pipeline_id::uuid is null
      then (select id from pipelines where team_id = $team and project_id = $project_id::uuid and is_default)
      else (select id from pipelines where team_id = $team and id = $pipeline_id::uuid)
    end as pipeline_id
) w`;
const namedColumn = '$column::text';

/**
 * @param rest further parts of the `with`, each beginning with a comma, over the new task `t`
 * @param isAssigned true if the task has assignees
 */
const createStatement = (rest: string, isAssigned: boolean): TeamStatement => {
  const emitted = emitsRecord(tasks, 'created', isAssigned ? tasks.notifications : []);
  const statement = teamStatement(`
  with place as (
    select w.project_id, w.pipeline_id, c.slug as "column", c.is_finishing
    from ${namedPlace} left join ${columnOf('w.pipeline_id', namedColumn)}
  ),
  numbered as (${nextNumber('place.project_id is not null and place."column" is not null')}),
  ended as (${nextEnd('(select last from numbered) is not null')}),
  t as (
    insert into tasks (team_id, id, number, project_id, pipeline_id, "column", position, completed_at, level, ${insertedNames})
    select $team, $id, numbered.last, place.project_id, place.pipeline_id, place."column", ended.last,
      case when place.is_finishing then now() end, ${level}, ${insertedValues}
    from place, numbered, ended where ended.last <= ${maxPosition}
    returning *
  ),
  ${isAssigned ? `assigned as (${assign}),` : ''}
  ${emitted}${rest}
  select (select data from doc) as data, place.pipeline_id, place."column", ended.last > ${maxPosition} as is_full,
    ${hasQueued(emitted)} as has_queued
  from place left join ended on true`);
  return rest === '' ? { ...statement, batch: createBatch(isAssigned) } : statement;
};

/** Creates tasks without a parent as {@link createStatement} creates one: those of a column get positions one after another. */
function createBatch(isAssigned: boolean): Batch {
  const { cte, rowParameters } = batchCte(fields, [namedPlace, namedColumn, insertedValues]);
  const emitted = emittedInBatch(
    emitsRecord(tasks, 'created', isAssigned ? tasks.notifications : [], true),
  );
  const statement = teamStatement(`
  with ${cte},
  named as materialized (
    select b.id, b.place, w.project_id, w.pipeline_id, c.slug as "column", c.is_finishing
    from batch b cross join lateral ${overBatch(namedPlace)} left join ${columnOf('w.pipeline_id', overBatch(namedColumn))}
  ),
  placed as materialized (
    select *, count(*) over (partition by pipeline_id, "column") as n,
      row_number() over (partition by pipeline_id, "column" order by place) as rank,
      count(*) over (partition by project_id) as of_project, row_number() over (partition by project_id order by place) as nth
    from named where project_id is not null and "column" is not null
  ),
  numbered as (${nextNumbers}),
  ended as (${nextEnds('(select count(*) from numbered) > 0')}),
  ends as materialized (
    select p.*, ended.last - p.n + p.rank as position, numbered.last - p.of_project + p.nth as number
    from placed p join ended on ended.pipeline_id = p.pipeline_id and ended."column" = p."column"
      join numbered on numbered.project_id = p.project_id
  ),
  t as (
    insert into tasks (team_id, id, number, project_id, pipeline_id, "column", position, completed_at, ${insertedNames})
    select $team, b.id::uuid, p.number, p.project_id, p.pipeline_id, p."column", p.position, case when p.is_finishing then now() end,
      ${overBatch(insertedValues)}
    from ends p join batch b on b.id = p.id where p.position <= ${maxPosition} order by p.place
    returning *
  ),
  ${isAssigned ? `assigned as (${assign}),` : ''}
  ${emitted}
  select named.id, (select data from doc where doc.id::text = named.id) as data, named.pipeline_id, named."column",
    ends.position > ${maxPosition} as is_full, ${hasQueued(emitted)} as has_queued
  from named left join ends on ends.id = named.id`);
  return { statement, rowParameters };
}

/** True if a change of column appends the task to the new one. */
const goesToEnd = (inputNames: ReadonlySet<string>) =>
  (inputNames.has('pipeline_id') || inputNames.has('column')) && !inputNames.has('position');

/** CTE for the target of an update: the given pipeline and column, otherwise the current ones; the first column of a new pipeline. */
const targetColumnCte = (inputNames: ReadonlySet<string>) => {
  const pipeline = inputNames.has('pipeline_id')
    ? '(select id from pipelines where team_id = $team and id = $pipeline_id::uuid)'
    : 'old.pipeline_id';
  const column = inputNames.has('column')
    ? '$column::text'
    : 'case when w.pipeline_id = w.old_pipeline_id then w.old_column end';
  return `place as (select w.pipeline_id, c.slug as "column", c.is_finishing, before.is_finishing as was_finishing,
        (w.pipeline_id, c.slug) is distinct from (w.old_pipeline_id, w.old_column) as is_moved
      from (select ${pipeline} as pipeline_id, old.pipeline_id as old_pipeline_id, old."column" as old_column from old) w
      join columns before on before.team_id = $team and before.pipeline_id = w.old_pipeline_id and before.slug = w.old_column
      left join ${columnOf('w.pipeline_id', column)}),`;
};

/** CTEs that find the target of an update and reserve its position. */
const reservePositionCtes = (inputNames: ReadonlySet<string>) => {
  const parts = targetColumnCte(inputNames);
  const isThere = 'place."column" is not null';
  if (inputNames.has('position')) {
    const reached = `reached as (${raiseColumnEnd('$position::double precision')}),`;
    return { name: 'place', parts: `${parts} ${reached}`, where: isThere };
  }
  if (!goesToEnd(inputNames)) return { name: 'place', parts, where: isThere };
  return {
    name: 'place',
    parts: `${parts} ended as (${nextEnd(`${isThere} and place.is_moved`)}),`,
    where: `${isThere} and ${isFull} is not true`,
  };
};

/** SQL: true if the target column has no room at its end. */
const isFull = `(select last > ${maxPosition} from ended)`;

/** SQL: true if the update changed the task's position or column. */
const isPlacedAnew = `exists (select from t join old on
  (t.pipeline_id, t."column", t.position) is distinct from (old.pipeline_id, old."column", old.position))`;

/**
 * Appends a task to its new column. Entering a finishing column sets completed_at, leaving one clears it. A given position takes
 * precedence, and so does a given completed_at, unless it equals the stored one: then the task was read and sent back.
 */
function moves(inputNames: ReadonlySet<string>): Derived {
  const levels: Derived = inputNames.has('parent_id') ? { level } : {};
  if (!inputNames.has('pipeline_id') && !inputNames.has('column')) return levels;
  const completed = inputNames.has('completed_at')
    ? '$completed_at::timestamptz(3)'
    : 'old.completed_at';
  return {
    ...levels,
    pipeline_id: 'place.pipeline_id',
    column: 'place."column"',
    ...(goesToEnd(inputNames)
      ? { position: 'case when place.is_moved then (select last from ended) else old.position end' }
      : {}),
    completed_at: `case
      when ${completed} is distinct from old.completed_at then ${completed}
      when place.is_finishing and not place.was_finishing then clock.now
      when place.was_finishing and not place.is_finishing then null
      else old.completed_at
    end`,
  };
}

/** A task that goes to another column or board. */
export const movedEvent: ChangeEvent = {
  kind: 'task.moved',
  where: '(old.pipeline_id, old."column") is distinct from (t.pipeline_id, t."column")',
};

/** Adds the foreign keys of a new task's blockers. It cannot be in a cycle: no task waits for it yet. */
const addDependenciesOf = teamStatement(
  `with t as (select * from tasks t where t.team_id = $team and t.id = $id) ${addDependencies}`,
);

const change = shapes((names: readonly string[]) => {
  const inputNames = new Set(names);
  const isBlocked = inputNames.has('blocked_by_ids');
  const parts = changeOf(
    tasks,
    names,
    taskInputs.update.immutable,
    { ...moves(inputNames), ...(isBlocked && { blocked_by_ids: blockersToStore }) },
    reservePositionCtes(inputNames),
  );
  const isPlaced = inputNames.has('pipeline_id') || inputNames.has('column');
  const emitted = emitsChange(tasks, parts, [
    ...changeEvents(tasks, 'updated'),
    ...(isPlaced ? [movedEvent] : []),
  ]);
  return teamStatement(
    `with ${parts.with},
      unassigned as (
        delete from task_assignees a using t
        where a.team_id = $team and a.task_id = t.id and a.user_id <> all (t.assignee_ids)
      ),
      assigned as (${assign}),
      ${isBlocked ? `unblocked as (${removeDependencies}), blocked as (${addDependencies}),` : ''}
      ${emitted}
    select doc.data, ${parts.refused} as refused, place."column" is null as is_nowhere, place.pipeline_id, place."column",
      ${goesToEnd(inputNames) ? isFull : 'false'} as is_full, ${inputNames.has('position') ? isPlacedAnew : 'false'} as is_placed,
      ${hasQueued(emitted)} as has_queued
    from old, place, doc`,
  );
});

const one = getStatement(tasks);

/** Fields that place a task in a column. */
const places: ReadonlySet<string> = new Set(['pipeline_id', 'column', 'position']);

/** Sets the position of a task that makes room for others. */
export const shift: Shift = (db, { id, position }) =>
  db.run(change('position', ['position']), { id, position });

/**
 * Updates a task, including its column and position.
 * @param values as for an update
 * @returns the task's JSON text; undefined if it does not exist
 */
export function changeTask(db: TeamDb, id: string, values: Values): Promise<string | undefined> {
  const { parent_id: parent } = values;
  const hasHours = 'actual_hours' in values;
  const blockers = (values.blocked_by_ids ?? []) as readonly string[];
  if (!hasHours && typeof parent !== 'string' && blockers.length === 0)
    return changeFields(db, id, values);
  return db.transaction(async (tx) => {
    if (blockers.length > 0) await refuseCycle(tx, id, blockers);
    if (typeof parent === 'string' && !(await lockParent(tx, parent, { id }))) return undefined;
    const text = await changeFields(tx, id, values);
    if (hasHours && text !== undefined) await adjustEntries(tx, [id]);
    return text;
  });
}

async function changeFields(db: TeamDb, id: string, values: Values): Promise<string | undefined> {
  const task = withAssignees(values, (name) => name in values);
  const inputNames = Object.keys(task);
  const changed = { ...stored(fields, task), id };
  // A task that moves also waits for its column.
  const isPlaced = inputNames.some((name) => places.has(name));
  const lock = isPlaced ? undefined : changeLockOf(tasks, id);
  const row = await toEnd(db, change(inputNames.join(), inputNames), changed, lock);
  refuseImmutable(row);
  if (row?.is_nowhere === true)
    throw (await missingLink(db, task)) ?? (await noColumn(db, task, row.pipeline_id));
  if (row?.is_placed === true && (await makeRoom(db, id, shift)))
    return textOf((await db.run(one, { id }))[0]);
  return textOf(row);
}

/** Max times that a request makes room at the end of a column. */
const maxFullColumns = 20;

/** Runs a statement that may append a task to a column; makes room and retries if the column is full. */
async function toEnd(
  db: TeamDb,
  statement: TeamStatement,
  values: Values,
  lock?: Lock,
): Promise<Row | undefined> {
  let [row] = await db.run(statement, values, lock);
  // Another request that waited for the column meanwhile may have filled it again.
  for (let tries = 0; row?.is_full === true; tries += 1) {
    if (tries === maxFullColumns) throw noRoom();
    await makeRoomAtEnd(db, row, shift);
    [row] = await db.run(statement, values);
  }
  return row;
}

const restored = teamStatement(`
  with old as materialized (
    select * from tasks where team_id = $team and id = $id and deleted_at is not null for update),
  place as (select pipeline_id, "column", position from old),
  reached as (${raiseColumnEnd('place.position')}),
  t as (
    update tasks t set deleted_at = null, updated_at = greatest(now(), old.updated_at) from old
    where t.team_id = $team and t.id = old.id returning t.*),
  ${emitsChange(tasks, { now: 't', sets: ['deleted_at', 'updated_at'] }, changeEvents(tasks, 'updated'))}
  select id, title from t`);

/**
 * Restores a task from the trash to its previous position, and the subtasks that went there with it.
 * @returns the task; undefined if it is not in the trash
 */
export async function restore(
  db: TeamDb,
  id: string,
): Promise<{ readonly id: string; readonly title: string } | undefined> {
  const ids = await db.transaction(async (tx) => {
    const subtasks = await trashedWithParent(tx, id);
    const [row] = await tx.run(restored, { id });
    if (!row) return [];
    for (const subtask of subtasks) await tx.run(restored, { id: subtask });
    return [id, ...subtasks];
  });
  if (ids.length === 0) return undefined;
  for (const each of ids) await makeRoom(db, each, shift);
  return parsed(mustText((await db.run(one, { id }))[0]));
}

/** True if a new task has a value for the field. */
const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);

/**
 * Creates tasks together with related rows in the same statement, so that the column lock is short.
 * @param rest further parts of the `with`, each beginning with a comma, over the new task `t`
 * @returns a function from a task's values, and the parameters of `rest`, to its JSON text
 */
export function makesTasks(
  rest = '',
): (db: TeamDb, values: Values, further?: Values) => Promise<string> {
  const [assigned, unassigned] = [createStatement(rest, true), createStatement(rest, false)];
  return async (db, values, further = {}) => {
    const task = withAssignees(values, (name) => isGiven(values[name]));
    const { parent_id: parent = null } = task;
    const create = namesAnybody(tasks.notifications, task) ? assigned : unassigned;
    const column = lockOf(tasks, [task.project_id, task.pipeline_id, task.column]);
    const all = { ...further, ...stored(fields, task), parent_id: parent, id: uuidv7() };
    const blockers = (task.blocked_by_ids ?? []) as readonly string[];
    const add = (on: TeamDb) =>
      typeof parent === 'string'
        ? createSubtask(on, create, all, parent)
        : toEnd(on, create, all, column);
    const row = await (blockers.length === 0
      ? add(db)
      : db.transaction(async (tx) => {
          await refuseInvisible(tx, blockers);
          const created = await add(tx);
          await tx.run(addDependenciesOf, all);
          return created;
        }));
    const text = textOf(row);
    if (text === undefined)
      throw (
        (await missingLink(db, values)) ?? (await noColumn(db, values, row?.pipeline_id ?? null))
      );
    return text;
  };
}

/** Creates a task with a parent, whose lock keeps it out of the trash until the commit. */
const createSubtask = (db: TeamDb, statement: TeamStatement, values: Values, parent: string) =>
  db.transaction(async (tx) => {
    await lockParent(tx, parent, { project: values.project_id });
    return toEnd(tx, statement, values);
  });

/**
 * Validates the values of a new task without creating it.
 * @param values as for a create
 * @param firstColumn of the pipeline; undefined if it has none
 * @returns the values that the task would have
 * @throws ApiError the error of the create
 */
export async function validateTask(
  db: TeamDb,
  values: Values,
  firstColumn: string | undefined,
): Promise<Values> {
  const task = withAssignees(values, (name) => isGiven(values[name]));
  const lost = await missingLink(db, values);
  if (lost) throw lost;
  const column = values.column ?? firstColumn;
  if (column === undefined) throw await noColumn(db, values, null);
  if (isStartAfterDue(values)) throw startsAfterDue();
  const [main = null] = task.assignee_ids as string[];
  return { ...task, assignee_id: main, column };
}

const make = makesTasks();

const retire = retireStatement(tasks, { deleted_at: 'now()' }, { deleted_at: iso('t.deleted_at') });

/**
 * Moves a task to the trash with its subtasks, all at the same time, by which {@link restore} finds them. Subtasks that other requests add at
 * the same moment are among them: they wait for the task.
 */
export const trashTask = (db: TeamDb, id: string): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    const text = textOf((await tx.run(retire, { id }))[0]);
    if (text === undefined) return undefined;
    for (const subtask of await subtaskIds(tx, id)) await tx.run(retire, { id: subtask });
    return text;
  });

const operations = crud(
  tasks,
  taskInputs,
  {
    deleted: { id: '', deleted_at: '' },
    alsoEmits: { update: ['task.moved', 'time_entry.created'] },
    alsoAllow: { create: { workflow: true }, update: { workflow: true } },
  },
  {
    create: ({ db }, values) => make(db, values),
    update: ({ db }, id, values) => changeTask(db, id, values),
    delete: ({ db }, id) => trashTask(db, id),
  },
);

/** Members use a list with more filters (views.ts). */
export default { ...operations, list: outsidePanel(operations.list) };
