import type { Row, TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import type { Operation } from '#server/operations/operation.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict, invalid, invalidRequest } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { about, kind, number, propertiesOf, prose, required } from '#server/records/fields.ts';
import { parsed } from '#server/records/read-after-write.ts';
import { contentOf, findItem, withItem, withoutLine } from './checklist.ts';
import { changeTask, makesTasks, trashTask } from './operations.ts';
import { fields, tasks } from './table.ts';

/*
 * Subtasks of a task: their progress, and checklist items that become subtasks and back (docs/adr/0230-subtasks.md).
 */

// Reading --------------------------------------------------------------------------------------------

const shownFields = [
  'id',
  'title',
  'number',
  'project_id',
  'pipeline_id',
  'column',
  'position',
  'priority',
  'assignee_ids',
  'due_date',
  'tags',
  'estimated_hours',
  'actual_hours',
  'completed_at',
  'parent_id',
] as const;

const shownSql = shownFields
  .map((name) => `${fields[name].output?.(`t."${name}"`) ?? `t."${name}"`} as "${name}"`)
  .join(', ');

/** Sums of the hours of the task `p` and of its subtasks; null if none has a value. */
const sumOf = (column: string) =>
  `(select sum(h.hours) from (select p."${column}" as hours union all select s."${column}" from s) h)`;

const find = teamStatement(`
  with p as materialized (select * from tasks p where ${isOfTeam('p')} and p.id = $id and p.deleted_at is null),
  s as materialized (select t.* from tasks t where t.team_id = $team and t.parent_id = $id and t.deleted_at is null)
  select (select count(*)::integer from s) as total,
    (select count(*)::integer from s where s.completed_at is not null) as done,
    ${sumOf('estimated_hours')} as estimated_hours, ${sumOf('actual_hours')} as actual_hours,
    (select row_to_json(o) from (
      select x.id, x.title, x.number_text as number, x.is_trashed from (
        select t.id, t.title, ${fields.number.output('t.number')} as number_text, t.deleted_at is not null as is_trashed
        from tasks t where ${isOfTeam('t')} and t.id = p.parent_id) x) o) as parent,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (
      select ${shownSql} from s t order by t.created_at, t.id) o) as subtasks
  from p`);

const count = Type.Integer({ minimum: 0 });
const hours = (says: string) => about(says, number(0, 1_000_000_000));

export const getSubtasks = operation({
  name: 'tasks.subtasks',
  id: 'getSubtasks',
  summary: 'Get the subtasks of a task',
  note: 'Returns the subtasks outside the trash in the order of their creation, and the sums of the task and its subtasks. The hours of the task itself do not contain those of its subtasks.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${tasks.path}/:id/subtasks`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'Subtasks',
    fields: {
      total: about('The number of subtasks.', required(kind(count, 'a whole number', 'integer'))),
      done: about(
        'The number of completed subtasks.',
        required(kind(count, 'a whole number', 'integer')),
      ),
      estimated_hours: hours('The estimated hours of the task and its subtasks.'),
      actual_hours: hours('The actual hours of the task and its subtasks.'),
      parent: about(
        'The parent of a subtask.',
        kind(
          Type.Object({
            ...propertiesOf(fields, ['id', 'title', 'number']),
            is_trashed: about('True if it is in the trash.', Type.Boolean()),
          }),
          'the task of which it is a subtask',
          'json',
        ),
      ),
      subtasks: required(
        kind(
          Type.Array(Type.Object(propertiesOf(fields, [...shownFields]))),
          'the subtasks',
          'json',
        ),
      ),
    },
  },
  one: 'task',
  run: async ({ db }, { id }) => (await db.lookUp(find, { id }))[0],
});

// From an item to a subtask --------------------------------------------------------------------------

const lock = teamStatement(`
  select t.id, t.project_id, t.pipeline_id, t.parent_id, t.checklist_markdown, t.title, t.completed_at from tasks t
  where ${isOfTeam('t')} and t.id = $id and t.deleted_at is null for no key update`);

const finishing = teamStatement(`
  select c.slug from columns c where c.team_id = $team and c.pipeline_id = $pipeline and c.is_finishing
  order by c.position, c.id limit 1`);

const make = makesTasks();

/** Creates a subtask with the text of a checklist item, on the board of its parent. */
async function createFromItem(
  tx: TeamDb,
  { id, project_id, pipeline_id }: Row,
  { text, isDone }: { readonly text: string; readonly isDone: boolean },
): Promise<string> {
  const [column] = isDone ? await tx.run(finishing, { pipeline: pipeline_id }) : [];
  const made = await make(tx, {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    ...contentOf(text),
    project_id,
    pipeline_id,
    parent_id: id,
    column: column?.slug ?? null,
    priority: 'none',
    assignee_ids: [],
    blocked_by_ids: [],
    tags: [],
  });
  const task = parsed<Values>(made);
  if (!isDone || task.completed_at !== null) return made;
  // A board without a finishing column.
  const completed_at = task.created_at;
  return (await changeTask(tx, String(task.id), { completed_at })) ?? made;
}

const index = kind(Type.Integer({ minimum: 0, maximum: 50_000 }), 'a whole number', 'integer');

const convertItem = operation({
  name: 'tasks.convert_item',
  id: 'convertChecklistItem',
  summary: 'Make a subtask of a checklist item',
  note: 'The item leaves the checklist and becomes a subtask with its text as the title; a checked item becomes a completed one. Returns 409 if the checklist no longer has the item: of several requests for one item, one succeeds.',
  allow: { user: 'member' },
  panel: { method: 'POST', path: `${tasks.path}/:id/checklist/subtasks`, status: 201 },
  emits: ['task.created', 'task.updated'],
  input: {
    path: ['id'],
    fields: {
      checklist_markdown: about(
        'The checklist as the caller read it. Changes to its other items do not matter.',
        required(prose),
      ),
      index: about('The item, counted from 0 among the items of that checklist.', required(index)),
    },
  },
  output: { kind: 'record', table: tasks },
  mayFail: ['CONFLICT'],
  one: 'task',
  run: ({ db }, { id, values }) =>
    db.transaction(async (tx) => {
      const [task] = await tx.run(lock, { id });
      if (!task) return undefined;
      if (task.parent_id !== null)
        throw invalidRequest('A subtask has no subtasks: they have one level.', 'is_subtask');
      const checklist = task.checklist_markdown as string | null;
      const item = findItem(checklist, values.checklist_markdown, values.index);
      if (!item) throw conflict('The checklist no longer has this item.', 'item_missing');
      if (item.text === '') throw invalid('index: the item has no text.', 'index', 'not_allowed');
      const subtask = await createFromItem(tx, task, item);
      await changeTask(tx, id, { checklist_markdown: withoutLine(checklist, item.line) });
      return subtask;
    }),
});

// From a subtask to an item --------------------------------------------------------------------------

/** Contents that a checklist item cannot hold: name → SQL over the task `t`, true if it has some. */
const contents = {
  description: `coalesce(t.description, '') <> ''`,
  checklist_markdown: `coalesce(t.checklist_markdown, '') <> ''`,
  priority: `t.priority <> 'none'`,
  assignee_ids: 'cardinality(t.assignee_ids) > 0',
  reporter_id: 't.reporter_id is not null',
  start_date: 't.start_date is not null',
  due_date: 't.due_date is not null',
  estimated_hours: 't.estimated_hours is not null',
  actual_hours: `t.actual_hours is not null or exists (
    select from time_entries x where x.team_id = $team and x.task_id = t.id)`,
  tags: 'cardinality(t.tags) > 0',
  blocked_by_ids: `exists (
    select from task_dependencies x where x.team_id = $team and (x.task_id = t.id or x.blocked_by_id = t.id))`,
  comments: `exists (select from comments x where x.team_id = $team and x.task_id = t.id and x.deleted_at is null)`,
  files: `exists (
    select from files x where x.team_id = $team and x.record_type = 'tasks' and x.record_id = t.id and x.deleted_at is null)`,
};

const findContents = teamStatement(`
  select array_remove(array[${Object.entries(contents)
    .map(([name, sql]) => `case when ${sql} then '${name}' end`)
    .join(', ')}], null) as contents
  from tasks t where ${isOfTeam('t')} and t.id = $id`);

const parentOf = teamStatement(
  `select t.parent_id from tasks t where ${isOfTeam('t')} and t.id = $id and t.deleted_at is null`,
);

const convertSubtask = operation({
  name: 'tasks.convert_subtask',
  id: 'convertSubtask',
  summary: 'Make a checklist item of a subtask',
  note: 'The subtask goes to the trash and its title becomes an item of its parent’s checklist, checked if it is completed. Returns 409 with the names of what it has if it has more than a title, because the item could not keep it. Returns the parent.',
  allow: { user: 'member' },
  panel: { method: 'POST', path: `${tasks.path}/:id/checklist-item`, status: 200 },
  emits: ['task.deleted', 'task.updated'],
  input: {
    path: ['id'],
    fields: {
      line: about('The line of the checklist before which it is added. Default: its end.', index),
    },
  },
  output: { kind: 'record', table: tasks },
  mayFail: ['CONFLICT'],
  one: 'task',
  run: ({ db }, { id, values }) =>
    db.transaction(async (tx) => {
      const [seen] = await tx.run(parentOf, { id });
      if (!seen) return undefined;
      if (seen.parent_id === null) throw invalidRequest('The task is no subtask.', 'not_subtask');
      // First the parent, as its deletion locks them.
      const [parent] = await tx.run(lock, { id: seen.parent_id });
      const [subtask] = await tx.run(lock, { id });
      if (!subtask) return undefined;
      if (!parent || subtask.parent_id !== parent.id)
        throw conflict('The subtask or its parent was changed at this moment; try again.', 'busy');
      const [has] = await tx.run(findContents, { id });
      const names = has?.contents as string[];
      if (names.length > 0)
        throw conflict(
          `A checklist item cannot keep what the subtask has: ${names.join(', ')}.`,
          'subtask_not_empty',
          ...names,
        );
      await trashTask(tx, id);
      const item = { text: subtask.title as string, isDone: subtask.completed_at !== null };
      const checklist = withItem(parent.checklist_markdown as string | null, item, values.line);
      if ((checklist?.length ?? 0) > 50_000)
        throw conflict('The checklist of the task is full.', 'limit', 'checklist_markdown');
      return changeTask(tx, parent.id as string, { checklist_markdown: checklist });
    }),
});

export const subtaskOperations: readonly Operation[] = [getSubtasks, convertItem, convertSubtask];
