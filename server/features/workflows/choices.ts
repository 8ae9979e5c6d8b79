import { teamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { about, kind, required, uuid } from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';

/* Options for the workflow form, and the names of records with given ids, in one request. */

/** Max number of options of each kind. */
const most = 500;
const maxIds = 100;

const idList = kind(
  Type.String({ maxLength: maxIds * 37, examples: ['019301c2-5a4e-7c1f-9b8a-3d2f1e0c9b8a'] }),
  `at most ${maxIds} UUIDs, separated by commas`,
  'text',
  { check: (value) => String(value).split(',').every(isUuid) },
);

const named = table({
  name: 'workflows',
  one: 'choice',
  path: '/workflow-choices',
  fields: { id: required(uuid) },
  filters: {
    ids: {
      field: idList,
      sql: 'true',
      about: 'The ids of records whose names to return in names.',
    },
  },
  sorts: { created_at: { by: ['t.created_at'], nullable: false, isText: false } },
});

/** SQL: the rows of a query as a list. */
const listed = (rows: string) =>
  `(select coalesce(json_agg(row_to_json(o)), '[]') from (${rows}) o)`;

const names = (from: string, name: string) =>
  `select x.id, ${name} as name from ${from} x join wanted w on w.id = x.id where x.team_id = $team`;

// Omits a board's own pipeline, which is named by its project. Of columns with the same slug, the most frequent name is returned.
const choices = teamStatement(`
  with wanted as materialized (select id from unnest(string_to_array(nullif($ids::text, ''), ',')::uuid[]) w (id))
  select t.deal_phases as phases, t.won_phases, t.lost_phases,
    ${listed(`
      select p.id, p.name, p.project_id, j.name as project, p.is_default,
        (select coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name) order by c.position, c.id), '[]')
         from columns c where c.team_id = $team and c.pipeline_id = p.id) as columns
      from pipelines p left join projects j on j.team_id = $team and j.id = p.project_id
      where p.team_id = $team and not p.is_template and (p.project_id is null or not p.is_default)
      order by p.project_id is not null, p.created_at, p.id limit ${most}`)} as pipelines,
    ${listed(`
      select c.slug, mode() within group (order by c.name) as name from columns c where c.team_id = $team
      group by c.slug order by min(c.position), c.slug limit ${most}`)} as columns,
    ${listed(`select u.id, u.name from users u where u.team_id = $team and u.suspended_at is null order by u.name, u.id limit ${most}`)} as people,
    ${listed(`select i.id, i.name from inboxes i where i.team_id = $team and i.is_active order by i.name, i.id limit ${most}`)} as inboxes,
    ${listed(`select m.id, m.name from project_templates m where m.team_id = $team order by m.name, m.id limit ${most}`)} as project_templates,
    ${listed(`select h.id, h.name from webhooks h where h.team_id = $team and h.url is not null order by h.name, h.id limit ${most}`)} as webhooks,
    ${listed(
      [
        names('projects', 'x.name'),
        names('clients', 'coalesce(x.display_name, x.name)'),
        names('deals', 'x.title'),
        names('contracts', 'x.title'),
        names('users', 'x.name'),
        names('inboxes', 'x.name'),
        names('webhooks', 'x.name'),
        names('pipelines', 'x.name'),
        names('squads', 'x.name'),
        names('project_templates', 'x.name'),
      ].join(' union all '),
    )} as names
  from teams t where t.id = $team`);

const choice = { id: Type.String({ format: 'uuid' }), name: Type.String() };
const column = Type.Object({
  slug: about('The value that tasks use in `column`.', Type.String()),
  name: Type.String(),
});

const listOf = (schema: Parameters<typeof Type.Array>[0], what: string) =>
  required(kind(Type.Array(schema), `a list of ${what}`, 'json'));

export const getChoices = operation({
  name: 'workflows.choices',
  id: 'getWorkflowChoices',
  summary: 'Get the choices of the workflow form',
  note: `At most ${most} of each. pipelines are those available as a target for tasks: the team’s, and others of projects. names contains the names of the records with the given ids, at most ${maxIds}.`,
  allow: { user: 'admin' },
  panel: { method: 'GET', path: named.path, status: 200 },
  emits: [],
  input: { query: named },
  output: {
    kind: 'fields',
    name: 'WorkflowChoices',
    fields: {
      phases: about('The phases of deals.', listOf(Type.String(), 'phases of deals')),
      won_phases: about('The phases that mean won.', listOf(Type.String(), 'phases that mean won')),
      lost_phases: about(
        'The phases that mean lost.',
        listOf(Type.String(), 'phases that mean lost'),
      ),
      pipelines: about(
        'The boards.',
        listOf(
          Type.Object({
            ...choice,
            project_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
            project: about('The name of the project.', Type.Union([Type.String(), Type.Null()])),
            is_default: about(
              'True if it is the default board for new tasks of the project.',
              Type.Boolean(),
            ),
            columns: Type.Array(column),
          }),
          'pipelines',
        ),
      ),
      columns: about('The columns of the team’s boards.', listOf(column, 'columns by their slugs')),
      people: about('The members.', listOf(Type.Object(choice), 'members')),
      inboxes: about('The inboxes.', listOf(Type.Object(choice), 'inboxes')),
      project_templates: about('The project templates.', listOf(Type.Object(choice), 'templates')),
      webhooks: about('The webhook endpoints.', listOf(Type.Object(choice), 'endpoints')),
      names: about(
        'The names of the records with the given IDs.',
        listOf(Type.Object(choice), 'records'),
      ),
    },
  },
  one: 'workflow',
  run: async ({ db }, { query: { filters } }) => (await db.read(choices, filters))[0],
});
