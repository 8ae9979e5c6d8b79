import type { Row, TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import { type Context, userIdOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { invalid } from '#server/platform/errors.ts';
import { dayNumber, dayText } from '#server/platform/recurrence-rule.ts';
import { explains, type Values } from '#server/records/crud-queries.ts';
import { about } from '#server/records/fields.ts';
import { parsed } from '#server/records/read-after-write.ts';
import { createProject } from '../projects/operations.ts';
import { fields as projectFields, projects } from '../projects/table.ts';
import { makesTasks } from '../tasks/operations.ts';
import { type Shift, shifted } from '../working-day-shift.ts';
import { projectTemplates } from './table.ts';

/* Projects from templates: the project, its board and its tasks are created in one transaction. */

/** A task of a template, as it is stored. */
interface TemplateTask {
  readonly title: string;
  readonly description: string | null;
  readonly checklist_markdown: string | null;
  readonly priority: string;
  readonly estimated_hours: number | null;
  readonly tags: readonly string[];
  readonly column: string | null;
  /** Absent in templates that were stored before tasks had start dates. */
  readonly is_subtask?: boolean;
  readonly start_after_days?: number | null;
  readonly due_after_days: number | null;
  readonly role: string | null;
}

/** The last possible start, so that all due dates have years of four digits. */
const lastStart = '9900-01-01';

/** Keeps the template until the end of the transaction: projects refer to it. */
const share = teamStatement(
  `select t.id from project_templates t where ${isOfTeam('t')} and t.id = $id for key share`,
);

const find = teamStatement(`
  select t.*, (now() at time zone x.time_zone)::date::text as today, x.business_hours as hours
  from project_templates t join teams x on x.id = $team where ${isOfTeam('t')} and t.id = $id`);

const setTemplate = teamStatement(
  `update projects p set template_id = $template where ${isOfTeam('p')} and p.id = $id`,
);

const slugsOf = teamStatement(`
  select c.slug from pipelines p join columns c on c.team_id = $team and c.pipeline_id = p.id
  where p.team_id = $team and p.project_id = $id and p.is_default`);

const findUsers = teamStatement(`
  select w.role, array(
    select u.id from squad_members m join users u on u.team_id = $team and u.id = m.user_id and u.suspended_at is null
    where m.team_id = $team and m.squad_id = $squad and fold(m.role) = fold(w.role) order by u.name, u.id) as ids
  from unnest($roles::text[]) w (role)`);

/** Users of a squad by their role. Roles differ neither by case nor by accents. */
async function usersByRole(tx: TeamDb, squad: unknown, tasks: readonly TemplateTask[]) {
  const roles = [...new Set(tasks.map(({ role }) => role))].filter((role) => role !== null);
  const rows = squad === null ? [] : await tx.run(findUsers, { squad, roles });
  return new Map(rows.map(({ role, ids }) => [role as string, ids as readonly string[]]));
}

const make = makesTasks();

/** Creates a project of a template, in a transaction. @returns its JSON text */
async function createFromTemplate(
  ctx: Context,
  template: Row,
  { start_date, due_date, description, priority, color, ...values }: Values,
): Promise<string> {
  const { db } = ctx;
  const start = (start_date ?? template.today) as string;
  if (start > lastStart)
    throw invalid(`start_date must be ${lastStart} or earlier.`, 'start_date', 'too_large');
  const dayAfter = (days: number | null) =>
    days === null
      ? null
      : dayText(
          shifted(
            dayNumber(start) + days,
            template.shift as Shift,
            template.hours as BusinessHours | null,
          ),
        );
  const project = {
    ...values,
    start_date: start,
    due_date: due_date ?? dayAfter(template.duration_days as number | null),
    description: description ?? template.description,
    priority: priority ?? template.priority,
    color: color ?? template.color,
  };
  const columns = template.columns === null ? null : JSON.stringify(template.columns);
  const text = await createProject(ctx, project, columns);
  const { id } = parsed<{ id: string }>(text);
  await db.run(setTemplate, { id, template: template.id });
  const tasks = template.tasks as readonly TemplateTask[];
  const slugs = new Set((await db.run(slugsOf, { id })).map(({ slug }) => slug));
  const users = await usersByRole(db, values.squad_id ?? null, tasks);
  let parent: string | null = null;
  for (const { role, column, is_subtask, start_after_days = null, ...rest } of tasks) {
    const { due_after_days, ...task } = rest;
    const made: string = await make(db, {
      ...task,
      parent_id: is_subtask === true ? parent : null,
      project_id: id,
      pipeline_id: null,
      // Columns of the team's template board may have been removed since.
      column: slugs.has(column) ? column : null,
      start_date: dayAfter(start_after_days),
      due_date: dayAfter(due_after_days),
      assignee_id: null,
      assignee_ids: (role !== null && users.get(role)) || [],
      reporter_id: userIdOf(ctx.actor),
    });
    if (is_subtask !== true) ({ id: parent } = parsed<{ id: string }>(made));
  }
  return text;
}

const { name, slug, description, status, priority, color, briefing } = projectFields;
const { start_date, due_date, squad_id, client_id } = projectFields;
const { fallback: _, ...anyPriority } = priority;
// Null is as good as none: the slug is then derived from the name.
const { isGenerated: __, ...anySlug } = slug;
const explain = explains(projects);

export const createFromTemplateOperation = operation({
  name: 'project_templates.create_project',
  id: 'createProjectFromTemplate',
  summary: 'Create a project from a template',
  note: 'The project gets the board and the tasks of the template. The start and due dates of the tasks are counted from `start_date`, and their assignees are all users who have their role in the squad of the project. Fields that are not given have the values of the template.',
  allow: { key: 'full', user: 'member', operator: true, workflow: true },
  v1: { method: 'POST', path: `${projectTemplates.path}/:id/projects`, status: 201 },
  emits: ['project.created', 'task.created'],
  input: {
    path: ['id'],
    fields: {
      name,
      slug: anySlug,
      description: about('Default: that of the template.', description),
      status,
      priority: about('Default: that of the template.', anyPriority),
      color: about('Default: that of the template.', color),
      start_date: about('Default: today in the team’s time zone.', start_date),
      due_date: about('Default: by the duration of the template.', due_date),
      briefing,
      squad_id,
      client_id,
    },
  },
  output: { kind: 'record', table: projects },
  mayFail: ['CONFLICT', 'DUPLICATE_ENTRY'],
  one: projectTemplates.one,
  run: (ctx, { id, values }) =>
    ctx.db.transaction(async (db) => {
      await db.run(share, { id });
      const [template] = await db.run(find, { id });
      return template && createFromTemplate({ ...ctx, db }, template, values);
    }),
  explain: (error, db, { values }) => explain(error, db, values),
});
