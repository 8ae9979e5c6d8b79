import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  kind,
  link,
  nested,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { equals, exampleId, sorted, table } from '#server/records/table.ts';

const column = Type.Object({
  id: about('The column’s ID.', Type.String({ format: 'uuid' })),
  slug: about('The value that tasks use in `column`.', Type.String()),
  name: about('The display name.', Type.String()),
  is_finishing: Type.Boolean(),
});

/** SQL: columns of the pipeline `t`. @param further additional columns of `c`, each after a comma */
const columnsJson = (further = '') => `coalesce((
  select '[' || string_agg(
    (select row_to_json(o)::text from (select c.id, c.slug, c.name, c.is_finishing${further}) o), ',' order by c.position, c.id
  ) || ']' from columns c where c.team_id = $team and c.pipeline_id = t.id), '[]')::json`;

const fields = {
  id: required(uuid),
  name: about('The name used by the team.', required(singleLine(255, 1))),
  project_id: about('The project of the board; null for a board of the team.', link('projects')),
  project: nested('project_id', 'projects'),
  is_default: about(
    'True if it is the default board for new tasks of the project.',
    required(boolean),
  ),
  columns: about(
    'The columns in order: ID, slug, name, and whether entering the column completes a task.',
    required(
      kind(Type.Array(column), 'a list of columns', 'json', {
        output: () => columnsJson(),
      }),
    ),
  ),
  created_at: required(timestamp),
};

export const pipelines = table({
  name: 'pipelines',
  one: 'pipeline',
  about: 'Boards and their columns, of one project or of the whole team.',
  example: {
    name: 'Site da Padaria Aurora',
    project: { id: exampleId, name: 'Site da Padaria Aurora' },
    is_default: true,
    columns: [{ id: exampleId, slug: 'backlog', name: 'Backlog', is_finishing: false }],
  },
  path: '/pipelines',
  fields,
  brief: ['id', 'name', 'project', 'is_default', 'columns'],
  filters: equals(fields, 'project_id'),
  sorts: sorted(fields, 'name', 'created_at'),
});

const limitedColumn = Type.Object({
  ...column.properties,
  limit: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
});

const { id, name, project_id, project, is_default, created_at } = fields;
const columns = required(
  kind(Type.Array(limitedColumn), 'a list of columns', 'json', {
    output: () => columnsJson(', c."limit"'),
  }),
);
const pipelineFields = {
  ...{ id, name, project_id, project, is_default },
  is_template: about(
    'True if it is the template for the boards of new projects.',
    required(boolean),
  ),
  ...{
    columns: about(
      'The columns in order: ID, slug, name, and whether entering the column completes a task.',
      columns,
    ),
    created_at,
  },
};

/** Pipelines with the panel's additional fields. */
export const teamPipelines = {
  ...pipelines,
  fields: pipelineFields,
  filters: {
    ...equals(pipelineFields, 'project_id'),
    is_shared: {
      field: boolean,
      sql: '(t.project_id is null) = $is_shared::boolean',
      about:
        'true: only pipelines of the whole team, including the template. false: only pipelines of one project.',
    },
  },
  sorts: sorted(pipelineFields, 'name', 'created_at'),
};
