import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { userIdOf } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { ApiError, conflict, invalid } from '#server/platform/errors.ts';
import { maxRuleLength, parseRule } from '#server/platform/recurrence-rule.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  date,
  kind,
  oneOf,
  required,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { fields as taskFields, tasks } from '../tasks/table.ts';
import { shifts } from '../working-day-shift.ts';
import { createOccurrence } from './create-tasks.ts';
import { type Occurrence, occurrencesAfter } from './occurrences.ts';
import {
  contentNames,
  maxRecurrences,
  type Recurrence,
  recurrencesOf,
  takeRecurrence,
} from './recurrence.ts';

/* Recurrences of tasks, for the panel (docs/adr/0223-recurring-tasks.md). */

/** Number of coming occurrences in a response, and of those that a user can create early or leave out. */
const shownOccurrences = 4;
const maxChosen = 60;

const withoutPrefix = (value: unknown) =>
  typeof value === 'string'
    ? value
        .trim()
        .toUpperCase()
        .replace(/^RRULE:/, '')
    : value;

const rule = kind(
  Type.String({ maxLength: maxRuleLength, examples: ['FREQ=WEEKLY;BYDAY=MO'] }),
  `a rule of RFC 5545 of at most ${maxRuleLength} characters, with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, and any of INTERVAL, COUNT, UNTIL (a date), BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS and WKST`,
  'text',
  {
    clean: withoutPrefix,
    check: (value) => typeof value === 'string' && parseRule(value) !== undefined,
  },
);

const daysAhead = kind(
  Type.Integer({ minimum: 0, maximum: 90 }),
  'a whole number from 0 to 90',
  'integer',
);

const { title, description, checklist_markdown, priority, estimated_hours, tags, assignee_ids } =
  taskFields;

const content = {
  title: about('The title of the tasks.', title),
  description,
  checklist_markdown,
  priority,
  assignee_ids: about(
    'The assignees of the tasks. Suspended users are left out when a task is created.',
    assignee_ids,
  ),
  estimated_hours,
  tags,
  pipeline_id: about('The board of the tasks. Null: the project’s default board.', uuid),
};

const plan = {
  rule: about(
    'The days on which the task occurs, as an RRULE of RFC 5545 whose DTSTART is `starts_on`.',
    required(rule),
  ),
  starts_on: about('The first possible day.', required(date)),
  shift: about(
    'If an occurrence is not a working day of the team, its task is due on the working day before or after it.',
    withDefault(oneOf('working_day_shift', shifts), 'none'),
  ),
  days_ahead: about(
    'The number of days before its due date on which a task is created.',
    withDefault(daysAhead, 0),
  ),
  is_active: about('False while no tasks are created.', withDefault(boolean, true)),
};

const occurrenceSchema = Type.Object({
  occurs_on: about('The day of the rule.', Type.String({ format: 'date' })),
  due_on: about('The due date of its task.', Type.String({ format: 'date' })),
});

const output = {
  kind: 'fields',
  name: 'TaskRecurrence',
  fields: {
    id: required(uuid),
    project_id: required(uuid),
    ...content,
    priority: required(priority),
    assignee_ids: required(assignee_ids),
    tags: required(tags),
    ...plan,
    shift: required(plan.shift),
    days_ahead: required(plan.days_ahead),
    is_active: required(plan.is_active),
    coming: about(
      'The coming occurrences whose tasks do not exist, in order.',
      required(kind(Type.Array(occurrenceSchema), 'a list of occurrences', 'json')),
    ),
    failed_at: about(
      'When the last task could not be created, for example because its board is missing; null otherwise.',
      timestamp,
    ),
    created_at: required(timestamp),
    updated_at: required(timestamp),
  },
} as const;

const deleted = {
  kind: 'fields',
  name: 'DeletedTaskRecurrence',
  fields: { id: required(uuid), deleted: required(boolean) },
} as const;

const item = '/task-recurrences/:id';
const byMembers = { allow: { user: 'member' }, one: 'task recurrence' } as const;

// Reading -------------------------------------------------------------------------------------------

/** The first coming occurrences. */
function comingOccurrences(recurrence: Recurrence, most: number): readonly Occurrence[] {
  const coming: Occurrence[] = [];
  for (const each of occurrencesAfter(recurrence, recurrence.createdUntil, recurrence.hours)) {
    if (coming.length === most) break;
    if (!recurrence.handled.has(each.occurs_on)) coming.push(each);
  }
  return coming;
}

const moment = (value: unknown) => (value === null ? null : new Date(String(value)).toISOString());

function answerOf(recurrence: Recurrence): object {
  const { row, rule: text, starts_on, shift, days_ahead, isActive } = recurrence;
  return {
    id: row.id,
    project_id: row.project_id,
    ...Object.fromEntries(contentNames.map((name) => [name, row[name]])),
    assignee_ids: row.assignee_ids,
    rule: text,
    starts_on,
    shift,
    days_ahead,
    is_active: isActive,
    coming: isActive ? comingOccurrences(recurrence, shownOccurrences) : [],
    failed_at: moment(row.failed_at),
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
  };
}

const findProject = teamStatement('select id from projects where team_id = $team and id = $id');

export const listRecurrences = operation({
  ...byMembers,
  name: 'task_recurrences.list',
  id: 'listTaskRecurrences',
  summary: 'List the recurring tasks of a project',
  note: 'The oldest first, each with its coming occurrences.',
  panel: { method: 'GET', path: '/projects/:id/task-recurrences', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { ...output, isList: true },
  one: 'project',
  run: async ({ db }, { id }) => {
    const [project] = await db.run(findProject, { id });
    return project && (await recurrencesOf(db, id)).map(answerOf);
  },
});

// Changing ------------------------------------------------------------------------------------------

const missing = teamStatement(`
  select 'pipeline_id' as field where $pipeline_id::uuid is not null
    and not exists (select from pipelines l where l.team_id = $team and l.id = $pipeline_id::uuid)
  union all select 'assignee_ids' where exists (
    select from unnest($assignee_ids::uuid[]) a (id) where not exists (select from users u where u.team_id = $team and u.id = a.id))`);

interface Content {
  readonly pipeline_id: string | null;
  readonly assignee_ids: readonly string[];
}

/** @throws ApiError NOT_FOUND naming a link without a record */
async function refuseMissing(tx: TeamDb, { pipeline_id, assignee_ids }: Content): Promise<void> {
  const [row] = await tx.run(missing, { pipeline_id, assignee_ids });
  if (row)
    throw new ApiError(
      'NOT_FOUND',
      row.field === 'pipeline_id'
        ? 'pipeline_id: no pipeline has this id.'
        : 'assignee_ids: no user has this id.',
    );
}

interface Days {
  readonly rule: string;
  readonly starts_on: string;
}

/** @throws ApiError VALIDATION_ERROR if the rule has no day, or no year of four digits */
function refuseWithoutDays({ rule: text, starts_on }: Days): void {
  if (starts_on < '2000-01-01' || starts_on > '2200-12-31')
    throw invalid('starts_on must be from 2000-01-01 to 2200-12-31.', 'starts_on', 'not_allowed');
  const days = { rule: text, starts_on, shift: 'none', days_ahead: 0 } as const;
  if (occurrencesAfter(days, starts_on.replace(/^\d+/, '1999'), null).next().done)
    throw invalid('rule: no day matches it.', 'rule', 'not_allowed');
}

const columns = Object.entries({ ...content, ...plan }).map(([name, { sql }]) => ({
  name,
  parameter: `$${name}::${sql}`,
}));
const today = '(select (now() at time zone x.time_zone)::date from teams x where x.id = $team)';

/** A day before all others: the worker checks the recurrence in its next turn. */
const soon = `date '2000-01-01'`;

const insert = teamStatement(`
  insert into task_recurrences (team_id, id, project_id, created_by, created_until, next_check_on, ${columns.map(({ name }) => name).join(', ')})
  select $team, $id, p.id, $created_by::uuid, ${today} - 1, ${soon}, ${columns.map(({ parameter }) => parameter).join(', ')}
  from projects p where p.team_id = $team and p.id = $project_id
    and (select count(*) from task_recurrences r where r.team_id = $team and r.project_id = $project_id) < ${maxRecurrences}
  returning id`);

/** The values of a recurrence, for its audit entry. */
const audited = ({ row }: Recurrence) =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));

const create = operation({
  ...byMembers,
  name: 'task_recurrences.create',
  id: 'createTaskRecurrence',
  summary: 'Create a recurring task',
  note: `The worker creates a task for each day of the rule, from today on, within a minute of the time at which it is due to be created. A project has at most ${maxRecurrences} recurring tasks. Returns 400 if no day matches the rule.`,
  panel: { method: 'POST', path: '/projects/:id/task-recurrences', status: 201 },
  emits: [],
  input: { path: ['id'], fields: { ...content, ...plan } },
  output,
  mayFail: ['CONFLICT'],
  one: 'project',
  run: ({ db, actor }, { id: project_id, values }) =>
    db.transaction(async (tx) => {
      const [project] = await tx.run(findProject, { id: project_id });
      if (!project) return undefined;
      refuseWithoutDays(values);
      await refuseMissing(tx, values);
      const id = uuidv7();
      const all = { ...values, id, project_id, created_by: userIdOf(actor) };
      const [made] = await tx.run(insert, all);
      if (!made)
        throw conflict(`A project has at most ${maxRecurrences} recurring tasks.`, 'limit');
      const recurrence = await takeRecurrence(tx, id);
      if (!recurrence) return undefined;
      await recordAudit(tx, { type: 'task_recurrences', id, after: audited(recurrence) });
      return answerOf(recurrence);
    }),
});

const change = teamStatement(`
  update task_recurrences r set ${columns.map(({ name, parameter }) => `${name} = ${parameter}`).join(', ')}, failed_at = null,
    created_until = case when r.is_active then r.created_until else greatest(r.created_until, ${today} - 1) end,
    next_check_on = ${soon}, updated_at = greatest(now(), r.updated_at)
  where r.team_id = $team and r.id = $id`);

const update = operation({
  ...byMembers,
  name: 'task_recurrences.update',
  id: 'updateTaskRecurrence',
  summary: 'Change a recurring task',
  note: 'Changes the coming occurrences: all values are replaced, and tasks that exist remain as they are. Occurrences of the time in which it was not active are left out.',
  panel: { method: 'PUT', path: item, status: 200 },
  emits: [],
  input: { path: ['id'], fields: { ...content, ...plan, is_active: required(plan.is_active) } },
  output,
  run: ({ db }, { id, values }) =>
    db.transaction(async (tx) => {
      const before = await takeRecurrence(tx, id);
      if (!before) return undefined;
      refuseWithoutDays(values);
      await refuseMissing(tx, values);
      await tx.run(change, { ...values, id });
      const after = await takeRecurrence(tx, id);
      if (!after) return undefined;
      await recordAudit(tx, {
        type: 'task_recurrences',
        id,
        before: audited(before),
        after: audited(after),
      });
      return answerOf(after);
    }),
});

const erase = teamStatement(
  'delete from task_recurrences where team_id = $team and id = $id returning id, true as deleted',
);

const remove = operation({
  ...byMembers,
  name: 'task_recurrences.delete',
  id: 'deleteTaskRecurrence',
  summary: 'Delete a recurring task',
  note: 'No further tasks are created. Tasks that exist remain.',
  panel: { method: 'DELETE', path: item, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: deleted,
  run: ({ db }, { id }) =>
    db.transaction(async (tx) => {
      const recurrence = await takeRecurrence(tx, id);
      const [row] = recurrence ? await tx.run(erase, { id }) : [];
      if (recurrence)
        await recordAudit(tx, { type: 'task_recurrences', id, before: audited(recurrence) });
      return row;
    }),
});

// One occurrence ------------------------------------------------------------------------------------

const occursOn = about(
  `The occurrence: one of the coming ${maxChosen} days of the rule.`,
  required(date),
);

/** @throws ApiError VALIDATION_ERROR if the day is not a coming occurrence, CONFLICT if it was handled */
function occurrenceOn(recurrence: Recurrence, day: string): Occurrence {
  const { handled, createdUntil } = recurrence;
  if (handled.has(day) || day <= createdUntil)
    throw conflict('The task of this day was created already, or left out.', 'already_done');
  const occurrence = comingOccurrences(recurrence, maxChosen).find(
    ({ occurs_on }) => occurs_on === day,
  );
  if (!occurrence)
    throw invalid('occurs_on must be a coming day of the rule.', 'occurs_on', 'not_allowed');
  return occurrence;
}

const createOne = operation({
  ...byMembers,
  name: 'task_recurrences.create_one',
  id: 'createTaskOccurrence',
  summary: 'Create the task of one occurrence now',
  note: 'For changes of one occurrence only: its task is created with these values, and the other occurrences remain as they are. Returns 409 if its task was created already.',
  panel: { method: 'POST', path: `${item}/occurrences`, status: 201 },
  emits: ['task.created'],
  input: { path: ['id'], fields: { occurs_on: occursOn, ...content } },
  output: { kind: 'record', table: tasks },
  mayFail: ['CONFLICT'],
  run: ({ db }, { id, values: { occurs_on, ...values } }) =>
    db.transaction(async (tx) => {
      const recurrence = await takeRecurrence(tx, id);
      if (!recurrence) return undefined;
      const occurrence = occurrenceOn(recurrence, occurs_on);
      await refuseMissing(tx, values);
      return createOccurrence(tx, recurrence, occurrence, values);
    }),
});

const leaveOut = teamStatement(
  'insert into task_occurrences (team_id, recurrence_id, occurs_on) values ($team, $id, $occurs_on::date)',
);

const skip = operation({
  ...byMembers,
  name: 'task_recurrences.skip',
  id: 'skipTaskOccurrence',
  summary: 'Leave out one occurrence of a recurring task',
  note: 'No task is created for this day. Returns 409 if its task was created already.',
  panel: { method: 'POST', path: `${item}/skip`, status: 200 },
  emits: [],
  input: { path: ['id'], fields: { occurs_on: occursOn } },
  output,
  mayFail: ['CONFLICT'],
  run: ({ db }, { id, values: { occurs_on } }) =>
    db.transaction(async (tx) => {
      const recurrence = await takeRecurrence(tx, id);
      if (!recurrence) return undefined;
      occurrenceOn(recurrence, occurs_on);
      await tx.run(leaveOut, { id, occurs_on });
      await recordAudit(tx, {
        type: 'task_recurrences',
        id,
        before: { skipped: null },
        after: { skipped: occurs_on },
      });
      const after = await takeRecurrence(tx, id);
      return after && answerOf(after);
    }),
});

export const recurrenceOperations: readonly Operation[] = [
  listRecurrences,
  create,
  update,
  remove,
  createOne,
  skip,
];
