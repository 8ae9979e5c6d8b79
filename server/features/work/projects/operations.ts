import { v7 as uuidv7 } from 'uuid';
import { iso } from '#server/db/statement.ts';
import { type Context, userIdOf } from '#server/operations/context.ts';
import { crud, reads } from '#server/operations/crud.ts';
import type { Operation } from '#server/operations/operation.ts';
import { alsoForKeys, outsidePanel, panelOnly } from '#server/operations/panel-only.ts';
import { createsWithSlug, runs, updates, type Values } from '#server/records/crud-queries.ts';
import { stored } from '#server/records/input.ts';
import { type Derived, retireStatement } from '#server/records/statements.ts';
import { freeKey, keysFor } from './keys.ts';
import { fields, listedProjects, projectInputs, projects } from './table.ts';

/** Creates a dedicated pipeline for a new project, with the columns `$columns`, or those of the team's template. */
const withPipeline = `,
  pipeline as (
    insert into pipelines (team_id, id, name, project_id, is_default)
    select t.team_id, $pipeline_id, template.name, t.id, true
    from t join pipelines template on template.team_id = $team and template.is_template
    returning *
  ),
  board as (
    insert into columns (team_id, id, pipeline_id, slug, name, position, is_finishing, "limit")
    select p.team_id, uuid7(clock.now), p.id, c.slug, c.name, c.position, c.is_finishing, c."limit"
    from pipeline p cross join (select clock_timestamp()) clock (now)
    cross join lateral (
      select c.slug, c.name, c.position, c.is_finishing, c."limit" from columns c
      join pipelines template on template.team_id = $team and template.is_template and template.id = c.pipeline_id
      where c.team_id = $team and $columns::jsonb is null
      union all
      select c.column ->> 'slug', c.column ->> 'name', c.position - 1, (c.column ->> 'is_finishing')::boolean, (c.column ->> 'limit')::integer
      from jsonb_array_elements($columns::jsonb) with ordinality c ("column", position)
    ) c
  )`;

const create = createsWithSlug(
  projects,
  projectInputs.create,
  {
    key: freeKey,
    created_by: '$created_by::uuid',
    completed_at: `case when $status::project_status = 'completed' then now() end`,
    archived_at: `case when $status::project_status = 'cancelled' then now() end`,
  },
  withPipeline,
  'key',
);

/**
 * Creates a project with its board.
 * @param columns JSON of the columns of the board; null: those of the team's template
 * @returns its JSON text
 */
export const createProject = (
  { actor, db }: Pick<Context, 'actor' | 'db'>,
  values: Values,
  columns: string | null = null,
): Promise<string> =>
  create(db, {
    ...stored(fields, values),
    keys: keysFor(values.name as string),
    id: uuidv7(),
    pipeline_id: uuidv7(),
    created_by: userIdOf(actor),
    columns,
  });

/**
 * Entering `completed` or `cancelled` sets the timestamp, leaving clears it. A given completed_at takes precedence, unless it equals the
 * stored one: then the record was read, changed and sent back.
 */
function moments(inputNames: ReadonlySet<string>): Derived {
  if (!inputNames.has('status')) return {};
  const status = '$status::project_status';
  const completedAt = inputNames.has('completed_at')
    ? '$completed_at::timestamptz(3)'
    : 'old.completed_at';
  return {
    archived_at: `case when ${status} = 'cancelled' then coalesce(old.archived_at, clock.now) end`,
    completed_at: `case
      when ${completedAt} is distinct from old.completed_at or ${status} = old.status then ${completedAt}
      when ${status} = 'completed' then clock.now
      when old.status <> 'completed' then old.completed_at
    end`,
  };
}

const plain = crud(
  projects,
  projectInputs,
  {
    deleted: { id: '', status: 'cancelled', archived_at: '' },
    alsoAllow: { create: { workflow: true } },
  },
  {
    create: (ctx, values) => createProject(ctx, values),
    update: updates(projects, projectInputs.update, moments),
    delete: runs(
      retireStatement(
        projects,
        {
          status: `'cancelled'`,
          archived_at: 'coalesce(old.archived_at, clock.now)',
          completed_at: `case when old.status <> 'completed' then old.completed_at end`,
        },
        { status: 't.status', archived_at: iso('t.archived_at') },
      ),
    ),
  },
);

export default { ...plain, list: outsidePanel(plain.list) };

/** Projects list with the panel's additional filters. */
export const listInPanel: Operation = {
  ...alsoForKeys(panelOnly(reads(listedProjects).list, 'member')),
  name: 'projects.list_in_panel',
  id: 'listTeamProjects',
};
