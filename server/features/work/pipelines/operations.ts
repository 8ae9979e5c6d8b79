import Type from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '../../../db/database.ts';
import { teamStatement } from '../../../db/statement.ts';
import { operation } from '../../../operations/operation.ts';
import { constraintOf } from '../../../platform/constraint.ts';
import { invalid } from '../../../platform/errors.ts';
import { kind, line, link, patterned, required } from '../../../records/fields.ts';

export interface NewPipeline {
  readonly name: string;
  /** The project it belongs to; null: the team's, for all its projects. */
  readonly projectId: string | null;
  readonly isTemplate: boolean;
  /** In their order; the last of several finishes tasks. */
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

/** What one column is made of. */
export const columnFields = {
  slug: required(
    patterned(
      /^(?=.{1,80}$)[a-z0-9]+([_-][a-z0-9]+)*$/,
      'at most 80 lower-case letters and digits, in words joined by _ or -',
      'em_andamento',
    ),
  ),
  name: required(line(255, 1)),
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
  `a list of 1 to 100 columns, each with a slug of its own (${columnFields.slug.says}) and a name (${columnFields.name.says})`,
  'json',
  {
    check: (value) => {
      const list = value as readonly Column[];
      return list.every(isColumn) && new Set(list.map(({ slug }) => slug)).size === list.length;
    },
  },
);

export const create = operation({
  name: 'pipelines.create',
  id: 'createPipeline',
  summary: 'Create a pipeline',
  cli: 'pipeline create',
  allow: { operator: true, demo: true },
  emits: [],
  takes: {
    fields: {
      name: required(line(255, 1)),
      columns: required(columns),
      project_id: link('projects'),
    },
  },
  answers: { kind: 'object', keys: ['id', 'columns'] },
  one: 'pipeline',
  run: ({ db }, { values: { name, columns, project_id: projectId } }) =>
    db.transaction((tx) =>
      createPipeline(tx, tx.id, { name, projectId, isTemplate: false, columns }),
    ),
  explain: async (error, _, { values: { project_id } }) =>
    constraintOf(error) === 'pipelines_project_id_fkey'
      ? invalid(`The team has no project ${project_id}.`)
      : error,
});
