import { Type } from '#server/platform/schema.ts';
import { about, kind, required, singleLine, timestamp, uuid } from '#server/records/fields.ts';
import { sorted, table } from '#server/records/table.ts';

const fields = {
  id: required(uuid),
  name: about('The name used by the team.', required(singleLine(255, 1))),
  created_at: required(timestamp),
};

export const squads = table({
  name: 'squads',
  one: 'squad',
  about: 'Groups of people who work on projects and answer conversations. Created by the operator.',
  example: { name: 'Criação' },
  path: '/squads',
  fields,
  brief: ['id', 'name'],
  filters: {},
  sorts: sorted(fields, 'name', 'created_at'),
});

const member = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  role: about(
    'The user’s role in the squad, such as Design: tasks of project templates are assigned by it.',
    Type.Union([Type.String(), Type.Null()]),
  ),
});

const { created_at, ...named } = fields;

const squadFields = {
  ...named,
  members: about(
    'The members.',
    required(
      kind(Type.Array(member), 'a list of members, by name', 'json', {
        output: () => `coalesce((
        select '[' || string_agg(
          (select row_to_json(o)::text from (select u.id, u.name, m.role) o), ',' order by u.name, u.id
        ) || ']' from squad_members m join users u on u.team_id = $team and u.id = m.user_id
        where m.team_id = $team and m.squad_id = t.id), '[]')::json`,
      }),
    ),
  ),
  created_at,
};

/** Squads as shown in the panel. */
export const teamSquads = {
  ...squads,
  fields: squadFields,
  filters: {},
  sorts: sorted(squadFields, 'name', 'created_at'),
};
