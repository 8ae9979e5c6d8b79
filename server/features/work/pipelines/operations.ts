import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { panelReads } from '#server/operations/panel-only.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { mustText, textOf } from '#server/records/crud-queries.ts';
import {
  about,
  boolean,
  kind,
  link,
  links,
  patterned,
  required,
  singleLine,
  withDefault,
} from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import { parsed, readAfterWrite } from '#server/records/read-after-write.ts';
import { addColumn, orderColumns, removeColumn } from './columns.ts';
import { teamPipelines } from './table.ts';

interface NewPipeline {
  readonly name: string;
  /** Project of the pipeline; null if all projects of the team share it. */
  readonly projectId: string | null;
  readonly isTemplate: boolean;
  /** In order; with several columns, the last one is finishing. */
  readonly columns: readonly { slug: string; name: string }[];
}

const insertPipeline = teamStatement(`
  insert into pipelines (team_id, id, name, project_id, is_template) values ($team, $id, $name, $project_id, $is_template)`);

const insertColumn = teamStatement(`
  insert into columns (team_id, id, pipeline_id, slug, name, position, is_finishing)
  values ($team, $id, $pipeline_id, $slug, $name, $position, $is_finishing)`);

/** Creates a pipeline with its columns. @param on a transaction */
export async function createPipeline(
  on: Pick<TeamDb, 'run'>,
  team: string,
  pipeline: NewPipeline,
): Promise<{ id: string; columns: { id: string; slug: string }[] }> {
  const id = uuidv7();
  const { name, projectId, isTemplate } = pipeline;
  await on.run(insertPipeline, {
    team,
    id,
    name,
    project_id: projectId,
    is_template: isTemplate,
  });
  const columns: { id: string; slug: string }[] = [];
  const last = pipeline.columns.length - 1;
  for (const [position, column] of pipeline.columns.entries()) {
    const created = { id: uuidv7(), slug: column.slug };
    await on.run(insertColumn, {
      team,
      ...created,
      pipeline_id: id,
      name: column.name,
      position,
      is_finishing: position === last && last > 0,
    });
    columns.push(created);
  }
  return { id, columns };
}

const columnSlug = patterned(
  /^(?=.{1,80}$)[a-z0-9]+([_-][a-z0-9]+)*$/,
  'at most 80 lower-case letters and digits, in words joined by _ or -',
  'em_andamento',
  { format: 'slug' },
);

/** Fields of a column. */
export const columnFields = {
  slug: required(columnSlug),
  name: required(singleLine(255, 1)),
};

interface Column {
  readonly slug: string;
  readonly name: string;
}

const isColumn = ({ slug, name }: Column) =>
  columnFields.slug.check(slug) && columnFields.name.check(name);

const columns = kind(
  Type.Array(Type.Object({ slug: Type.String(), name: Type.String() }), {
    minItems: 1,
    maxItems: 100,
  }),
  `a list of 1 to 100 columns, each with a unique slug (${columnFields.slug.requirement}) and a name (${columnFields.name.requirement})`,
  'json',
  {
    check: (value) => {
      const list = value as readonly Column[];
      return list.every(isColumn) && new Set(list.map(({ slug }) => slug)).size === list.length;
    },
  },
);

const output = { kind: 'record', table: teamPipelines } as const;
const one = teamPipelines.one;
const item = `${teamPipelines.path}/:id`;
const after = readAfterWrite(teamPipelines);

/** Wraps a change to return the pipeline afterwards. */
const changing =
  <V>(work: (tx: TeamDb, input: V) => Promise<string | undefined>) =>
  ({ db }: { readonly db: TeamDb }, input: V) =>
    after(db, (tx) => work(tx, input));

export const create = operation({
  name: 'pipelines.create',
  id: 'createPipeline',
  summary: 'Create a pipeline',
  note: 'The last of several columns finishes tasks. A pipeline without a project serves all projects of the team.',
  cli: 'pipeline create',
  allow: { user: 'admin', operator: true, demo: true },
  panel: { method: 'POST', path: teamPipelines.path, status: 201 },
  emits: [],
  input: {
    fields: {
      name: required(singleLine(255, 1)),
      columns: required(columns),
      project_id: link('projects'),
    },
  },
  output,
  one,
  async run({ db }, { values: { name, columns, project_id: projectId } }) {
    const text = await after(db, async (tx) => {
      const made = { name, projectId, isTemplate: false, columns };
      const { id } = await createPipeline(tx, tx.id, made);
      await recordAudit(tx, { type: 'pipelines', id, after: { name, project_id: projectId } });
      return id;
    });
    return parsed<{ id: string; columns: { id: string; slug: string }[] }>(
      mustText({ data: text }),
    );
  },
  explain: async (error, _, { values: { project_id } }) =>
    constraintOf(error) === 'pipelines_project_id_fkey'
      ? invalid(`The team has no project ${project_id}.`, 'project_id', 'not_found')
      : error,
});

const byAdmins = { allow: { user: 'admin' }, emits: [] } as const;

const rename = teamStatement(
  'update pipelines set name = $name where team_id = $team and id = $id returning id',
);

const update = operation({
  ...byAdmins,
  name: 'pipelines.update',
  id: 'updatePipeline',
  summary: 'Rename a pipeline',
  note: 'Tasks and columns stay as they are.',
  panel: { method: 'PUT', path: item, status: 200 },
  input: { path: ['id'], fields: { name: required(singleLine(255, 1)) } },
  output,
  one,
  run: changing(async (tx, { id, values }) => {
    const [row] = await tx.run(rename, { id, ...values });
    if (!row) return undefined;
    await recordAudit(tx, { type: 'pipelines', id, after: values });
    return id;
  }),
});

const remove = teamStatement(`
  with old as materialized (select * from pipelines where team_id = $team and id = $id for update),
  gone as materialized (select * from old where not is_template and not is_default),
  ends as (delete from column_ends e using gone where e.team_id = $team and e.pipeline_id = gone.id),
  emptied as (delete from columns c using gone where c.team_id = $team and c.pipeline_id = gone.id),
  removed as (delete from pipelines p using gone where p.team_id = $team and p.id = gone.id)
  select name, is_template, is_default, (select row_to_json(d)::text from (select old.id, true as deleted) d) as data from old`);

const deletePipeline = operation({
  ...byAdmins,
  name: 'pipelines.delete',
  id: 'deletePipeline',
  summary: 'Delete a pipeline without tasks',
  note: 'Returns 409 if the pipeline has tasks, including those in the trash, if a webhook endpoint creates tasks in it, if it is the team’s template, or if it is the default pipeline of a project.',
  panel: { method: 'DELETE', path: item, status: 200 },
  input: { path: ['id'] },
  output: { kind: 'deleted', table: teamPipelines, keys: { id: '', deleted: true } },
  mayFail: ['CONFLICT'],
  one,
  run: ({ db }, { id }) =>
    db.transaction(async (tx) => {
      const [row] = await tx.run(remove, { id });
      if (row?.is_template === true)
        throw conflict(
          'New projects copy this pipeline: the team’s template cannot be deleted.',
          'in_use',
        );
      if (row?.is_default === true)
        throw conflict(
          'This is the default pipeline of its project: it cannot be deleted.',
          'in_use',
        );
      if (row) await recordAudit(tx, { type: 'pipelines', id, before: { name: row.name } });
      return textOf(row);
    }),
  explain: async (error) => {
    const constraint = constraintOf(error) ?? '';
    if (/^(tasks|column_ends)_column_fkey$/.test(constraint))
      return conflict('The pipeline has tasks, possibly only in the trash.', 'has_tasks');
    return constraint.startsWith('webhooks_target_')
      ? conflict(
          'A webhook endpoint creates tasks in the pipeline: change the endpoint first.',
          'in_use',
        )
      : error;
  },
});

// Columns ----------------------------------------------------------------------------------------

const within = `${item}/columns`;
const name = required(singleLine(255, 1));

const createColumn = operation({
  ...byAdmins,
  name: 'columns.create',
  id: 'createColumn',
  summary: 'Add a column to a pipeline',
  note: 'Before the given column, or at the end. If slug is omitted, it is derived from the name; it never changes. Returns the pipeline.',
  panel: { method: 'POST', path: within, status: 201 },
  input: {
    path: ['id'],
    fields: {
      name,
      slug: columnSlug,
      is_finishing: withDefault(boolean, false),
      before: about('The column to insert it before. Default: at the end.', link('columns')),
    },
  },
  output,
  mayFail: ['CONFLICT', 'DUPLICATE_ENTRY'],
  one,
  run: changing((tx, { id, values }) => addColumn(tx, id, values)),
});

const sortColumns = operation({
  ...byAdmins,
  name: 'columns.order',
  id: 'orderColumns',
  summary: 'Reorder the columns of a pipeline',
  note: 'Lists all of its columns; 409 if some are missing, because another user may have added them. Returns the pipeline.',
  panel: { method: 'PUT', path: within, status: 200 },
  input: {
    path: ['id'],
    fields: { ids: about('The columns in the new order, each once.', required(links('columns'))) },
  },
  output,
  mayFail: ['CONFLICT'],
  one,
  run: changing((tx, { id, values }) => orderColumns(tx, id, values.ids)),
});

const changeColumn = teamStatement(`
  update columns set name = coalesce($name, name), is_finishing = coalesce($is_finishing, is_finishing),
    "limit" = case when $sets_limit::boolean then $limit::integer else "limit" end
  where team_id = $team and id = $id returning pipeline_id`);

const limit = kind(
  Type.Integer({ minimum: 1, maximum: 10_000, examples: [5] }),
  'a whole number from 1 to 10000',
  'integer',
);

const columnShape = {
  name: 'columns',
  one: 'column',
  fields: { name, is_finishing: required(boolean), limit },
} as const;

const updateColumn = operation({
  ...byAdmins,
  name: 'columns.update',
  id: 'updateColumn',
  summary: 'Update a column’s name, limit, or whether it finishes tasks',
  note: 'Its slug stays the same. limit is the recommended maximum number of tasks: boards show when it is exceeded, but nothing is refused; null means no limit. Tasks that are already in it are neither completed nor reopened. Returns the pipeline.',
  panel: { method: 'PUT', path: '/columns/:id', status: 200 },
  input: {
    path: ['id'],
    body: input(columnShape, { kind: 'update', accepts: ['name', 'is_finishing', 'limit'] }),
  },
  output,
  one: 'column',
  run: changing(async (tx, { id, values }) => {
    const [row] = await tx.run(changeColumn, { id, sets_limit: 'limit' in values, ...values });
    if (row) await recordAudit(tx, { type: 'columns', id, after: values });
    return row?.pipeline_id as string | undefined;
  }),
});

const deleteColumn = operation({
  ...byAdmins,
  emits: ['task.updated', 'task.moved'],
  name: 'columns.remove',
  id: 'removeColumn',
  summary: 'Remove a column',
  note: 'Moves its tasks to the end of the column `to` of the same pipeline, in order, each with the events of a move; tasks in the trash would be restored there. Webhook endpoints that create tasks in the column are redirected as well. Without `to`, the column must be empty; the last column of a pipeline cannot be removed. Returns the pipeline.',
  panel: { method: 'POST', path: '/columns/:id/remove', status: 200 },
  input: {
    path: ['id'],
    fields: { to: about('The column to move its tasks to.', link('columns')) },
  },
  output,
  mayFail: ['CONFLICT'],
  one: 'column',
  run: ({ db }, { id, values }) => after(db, (tx) => removeColumn(tx, id, values.to)),
});

export const [listPipelines, getPipeline] = panelReads(reads(teamPipelines), {
  list: ['pipelines.list_with_template', 'listTeamPipelines'],
  get: ['pipelines.get_with_template', 'getTeamPipeline'],
});

/** Operations on pipelines in the panel and on the command line. */
export const pipelineOperations: readonly Operation[] = [
  listPipelines,
  getPipeline,
  create,
  update,
  deletePipeline,
  createColumn,
  sortColumns,
  updateColumn,
  deleteColumn,
];
