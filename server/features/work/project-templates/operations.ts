import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { userIdOf } from '#server/operations/context.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { versioned } from '#server/operations/optimistic-lock.ts';
import { ApiError, conflict } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { explains, type Values } from '#server/records/crud-queries.ts';
import { about, boolean, kind, required, uuid } from '#server/records/fields.ts';
import { input, readCreate, refuse } from '#server/records/input.ts';
import { InvalidInput, type Problem } from '#server/records/invalid-values.ts';
import { readAfterWrite } from '#server/records/read-after-write.ts';
import { maxDays, maxTasks, projectTemplates, templateTask } from './table.ts';

/* Templates of projects, for admins in the panel; members and keys read them (docs/adr/0219-project-templates.md). */

/** List and get, also in v1. */
export const projectTemplateReads = reads(projectTemplates);

const { name, description, priority, color, duration_days, shift } =
  projectTemplates.fields as Required<typeof projectTemplates.fields>;

const admins = {
  allow: { user: 'admin', demo: true },
  emits: [],
  output: { kind: 'record', table: projectTemplates },
} as const;
const { path, one } = projectTemplates;
const item = `${path}/:id`;
const after = readAfterWrite(projectTemplates);
const explainOf = explains(projectTemplates);
const explain = (error: unknown, db: Parameters<typeof explainOf>[1]) => explainOf(error, db, {});

// Saving ---------------------------------------------------------------------------------------------

/** Days from the start `b.day` of a project to a date; null without one of them. */
const daysTo = (date: string) =>
  `case when ${date} - b.day is not null then least(greatest(${date} - b.day, 0), ${maxDays}) end`;

/** Tasks of recurring tasks are left out: they belong to a time, not to the work of each project. */
const ofProject = `
  w as materialized (
    select t.* from tasks t where t.team_id = $team and t.project_id = $project_id and t.deleted_at is null
      and not exists (select from task_occurrences o where o.team_id = $team and o.task_id = t.id)),
  b as (select coalesce(p.start_date, (select min(least(w.start_date, w.due_date)) from w)) as day from p)`;

const insert = teamStatement(`
  insert into project_templates (team_id, id, name, created_by) values ($team, $id, $name, $created_by::uuid) returning id`);

const insertFromProject = teamStatement(`
  with p as (select * from projects where team_id = $team and id = $project_id), ${ofProject},
  added as (
    insert into project_templates (team_id, id, name, created_by, description, priority, color, duration_days, columns, tasks)
    select $team, $id, $name, $created_by::uuid, p.description, p.priority, p.color, ${daysTo('p.due_date')},
      (select jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name, 'is_finishing', c.is_finishing, 'limit', c."limit")
          order by c.position, c.id)
        from pipelines l join columns c on c.team_id = $team and c.pipeline_id = l.id
        where l.team_id = $team and l.project_id = p.id and l.is_default),
      coalesce((select jsonb_agg(jsonb_build_object(
          'title', w.title, 'description', w.description,
          'checklist_markdown', regexp_replace(w.checklist_markdown, '^(\\s*[-*+] \\[)[xX]\\]', '\\1 ]', 'gn'),
          'priority', w.priority, 'estimated_hours', w.estimated_hours, 'tags', to_jsonb(w.tags), 'is_subtask', f.id is not null, 'column', null,
          'start_after_days', ${daysTo('w.start_date')}, 'due_after_days', ${daysTo('w.due_date')},
          'role', (select m.role from squad_members m
            where m.team_id = $team and m.squad_id = p.squad_id and m.user_id = w.assignee_ids[1]))
          order by coalesce(f.created_at, w.created_at), coalesce(f.id, w.id), f.id is not null, w.created_at, w.id)
        from w left join w f on f.id = w.parent_id), '[]')
    from p cross join b where (select count(*) from w) <= ${maxTasks}
    returning id)
  select (select id from added) as id, (select count(*)::integer from w) as tasks from p`);

/** The values of a template, for its audit entry. */
const findAudited = teamStatement(`
  select t.name, t.description, t.priority, t.color, t.duration_days, t.shift, t.columns, t.tasks
  from project_templates t where ${isOfTeam('t')} and t.id = $id`);

async function auditedOf(tx: TeamDb, id: string): Promise<Row> {
  const [row] = await tx.run(findAudited, { id });
  return row ?? {};
}

export const create = operation({
  ...admins,
  name: 'project_templates.create',
  id: 'createProjectTemplate',
  summary: 'Create a project template',
  note: `With a project, the template gets its board and its tasks: all tasks begin in the first column with open checklists, their days are counted from the start of the project, and their roles are those of the assignees in its squad. Tasks of recurring tasks are left out. Returns 409 if the project has more than ${maxTasks} tasks.`,
  panel: { method: 'POST', path, status: 201 },
  input: { fields: { name, project_id: about('The project to save as a template.', uuid) } },
  mayFail: ['CONFLICT', 'DUPLICATE_ENTRY', 'NOT_FOUND'],
  one,
  run: ({ db, actor }, { values }) =>
    after(db, async (tx) => {
      const id = uuidv7();
      const template = { ...values, id, created_by: userIdOf(actor) };
      if (values.project_id === null) await tx.run(insert, template);
      else {
        const [row] = await tx.run(insertFromProject, template);
        if (!row) throw new ApiError('NOT_FOUND', 'project_id: no project has this id.');
        if (row.id === null)
          throw conflict(
            `The project has ${String(row.tasks)} tasks; a template has at most ${maxTasks}.`,
            'limit',
          );
      }
      await recordAudit(tx, { type: projectTemplates.name, id, after: await auditedOf(tx, id) });
      return id;
    }),
  explain,
});

// Changing -------------------------------------------------------------------------------------------

const taskInput = input(
  { name: projectTemplates.name, one: 'task of a template', fields: templateTask },
  {
    kind: 'create',
    accepts: [
      'title',
      'description',
      'checklist_markdown',
      'priority',
      'estimated_hours',
      'tags',
      'column',
      'is_subtask',
      'start_after_days',
      'due_after_days',
      'role',
    ],
  },
);

const startsAfterDue = ({ start_after_days: start, due_after_days: due }: Values) =>
  typeof start === 'number' && typeof due === 'number' && start > due;

/** Validates each task separately. @throws InvalidInput naming them, such as `tasks[2].title` */
function readTasks(tasks: readonly Values[]): Values[] {
  const problems: Problem[] = [];
  const checked = tasks.map((task, n) => {
    try {
      const values = readCreate(taskInput, task);
      if (n === 0 && values.is_subtask === true)
        problems.push({
          name: 'tasks[0].is_subtask',
          problem: 'must be false: no task is above it',
          code: 'not_allowed',
        });
      if (startsAfterDue(values))
        problems.push({
          name: `tasks[${n}].start_after_days`,
          problem: 'must not be more than due_after_days',
          code: 'conflicting',
        });
      return values;
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      problems.push(
        ...error.problems.map((each) => ({ ...each, name: `tasks[${n}].${each.name}` })),
      );
      return {};
    }
  });
  refuse(problems);
  return checked;
}

const taskList = kind(
  Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: maxTasks }),
  `a list of at most ${maxTasks} tasks`,
  'json',
);

const lock = teamStatement(
  `select t.columns from project_templates t where ${isOfTeam('t')} and t.id = $id for no key update`,
);
const change = teamStatement(`
  update project_templates t set name = $name, description = $description, priority = $priority::project_priority, color = $color,
    duration_days = $duration_days::integer, shift = $shift::working_day_shift, tasks = $tasks::jsonb,
    updated_at = greatest(clock_timestamp(), t.updated_at)
  where ${isOfTeam('t')} and t.id = $id`);

/** @throws InvalidInput if a task is in a column that the board does not have */
function refuseColumns(
  tasks: readonly Values[],
  columns: readonly { slug: string }[] | null,
): void {
  if (columns === null) return;
  const slugs = columns.map(({ slug }) => slug);
  refuse(
    tasks.flatMap(({ column }, n): Problem[] =>
      column === null || slugs.includes(column as string)
        ? []
        : [
            {
              name: `tasks[${n}].column`,
              problem: `must be one of ${slugs.join(', ')}`,
              code: 'not_allowed',
            },
          ],
    ),
  );
}

const unlessChanged = versioned(projectTemplates);

export const update = operation({
  ...admins,
  name: 'project_templates.update',
  id: 'updateProjectTemplate',
  summary: 'Change a project template',
  note: 'Replaces all values except the columns of the board. Projects that exist remain as they are.',
  panel: { method: 'PUT', path: item, status: 200 },
  input: {
    path: ['id'],
    fields: {
      ...{ name, description, priority, color, duration_days, shift },
      tasks: about(
        'The tasks in order, each with a title and any of description, checklist_markdown, priority, estimated_hours, tags, is_subtask, column, start_after_days, due_after_days and role.',
        required(taskList),
      ),
    },
  },
  isVersioned: true,
  mayFail: ['CONFLICT', 'DUPLICATE_ENTRY'],
  one,
  run: (ctx, { id, values }) => {
    const tasks = readTasks(values.tasks as readonly Values[]);
    return unlessChanged(ctx, id, { ...values, tasks }, ({ db }) =>
      after(db, async (tx) => {
        const [held] = await tx.run(lock, { id });
        if (!held) return undefined;
        refuseColumns(tasks, held.columns as readonly { slug: string }[] | null);
        const before = await auditedOf(tx, id);
        await tx.run(change, { ...values, id, tasks: JSON.stringify(tasks) });
        const entry = { type: projectTemplates.name, id, before };
        await recordAudit(tx, { ...entry, after: await auditedOf(tx, id) });
        return id;
      }),
    );
  },
  explain,
});

/** Waits for projects that are being created from it. */
const lockToErase = teamStatement(
  `select t.id from project_templates t where ${isOfTeam('t')} and t.id = $id for update`,
);
const forget = teamStatement(
  'update projects p set template_id = null where p.team_id = $team and p.template_id = $id',
);
const erase = teamStatement(
  `delete from project_templates t where ${isOfTeam('t')} and t.id = $id returning id, true as deleted`,
);

const remove = operation({
  ...admins,
  allow: { user: 'admin' },
  name: 'project_templates.delete',
  id: 'deleteProjectTemplate',
  summary: 'Delete a project template',
  note: 'Its projects remain. Workflows that create projects from it fail in this step.',
  panel: { method: 'DELETE', path: item, status: 200 },
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DeletedProjectTemplate',
    fields: { id: required(uuid), deleted: required(boolean) },
  },
  one,
  run: ({ db }, { id }) =>
    db.transaction(async (tx) => {
      await tx.run(lockToErase, { id });
      const before = await auditedOf(tx, id);
      await tx.run(forget, { id });
      const [row] = await tx.run(erase, { id });
      if (row) await recordAudit(tx, { type: projectTemplates.name, id, before });
      return row;
    }),
});

export const projectTemplateOperations: readonly Operation[] = [create, update, remove];
