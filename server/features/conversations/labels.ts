import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { operation } from '#server/operations/operation.ts';
import { duplicate } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import {
  about,
  boolean,
  kind,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';

/* Labels of conversations: the team's list, each with a name and a colour. Labelling a conversation is in state-operations.ts. */

/** Colours of labels: the panel's hues (ADR 155). */
export const labelColors = [
  'red',
  'orange',
  'yellow',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'purple',
  'magenta',
  'pink',
] as const;

/** Max labels added to, and removed from, a conversation in one call. */
const maxLabels = 20;

/** Field of a conversation: its labels. Ids of deleted labels are left out. */
export const labelList = about('The labels of the conversation, by name.', {
  ...kind(
    Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        name: Type.String(),
        color: about('The colour.', Type.Enum([...labelColors])),
      }),
    ),
    'a list of labels',
    'json',
    {
      output: () => `case when t.label_ids = '{}' then '[]'::json else (
        select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) order by l.key), '[]')
        from labels l where l.team_id = $team and l.id = any(t.label_ids)) end`,
    },
  ),
  fallback: [],
});

export const labelIds = {
  ...kind(
    Type.Array(Type.String({ format: 'uuid' }), { maxItems: maxLabels }),
    `a list of at most ${maxLabels} UUIDs`,
    'uuid[]',
    { format: 'id' },
  ),
  fallback: [],
};

const name = singleLine(40, 1);
const color = oneOf('text', labelColors);

const output = {
  kind: 'fields',
  name: 'Label',
  fields: {
    id: required(uuid),
    name: required(name),
    color: about('The colour.', required(color)),
    created_at: required(timestamp),
    updated_at: required(timestamp),
  },
} as const;
const path = '/msgapp/labels';
const item = `${path}/:id`;
const columns = `id, name, color, ${iso('created_at')} as created_at, ${iso('updated_at')} as updated_at`;

const byPeople = { allow: { user: 'member' }, emits: [], one: 'label' } as const;

const entryOf = (row: string) =>
  `json_build_object('name', ${row}.name, 'color', ${row}.color)::text`;

const explainTaken = async (
  error: unknown,
  _db: unknown,
  { values }: { readonly values: { readonly name: string | null } },
) =>
  constraintOf(error) === 'labels_name_key'
    ? duplicate(`name: the team already has a label ${values.name}.`, 'name')
    : error;

const all = teamStatement(`
  select ${columns} from labels where team_id = $team order by key collate "C" limit 10000`);

export const listLabels = operation({
  ...byPeople,
  allow: { key: 'read', user: 'member' },
  name: 'labels.list',
  id: 'listLabels',
  summary: 'List the labels of conversations',
  note: 'The team’s labels, ordered by name.',
  v1: { method: 'GET', path, status: 200 },
  input: {},
  output: { ...output, isList: true },
  run: ({ db }) => db.run(all),
});

const insert = teamStatement(`
  with t as (
    insert into labels (team_id, id, name, color) values ($team, $id, $name, $color) returning *),
  ${audits([{ type: 'labels', from: 't', record: 't.id', after: entryOf('t') }])}
  select ${columns} from t`);

export const createLabel = operation({
  ...byPeople,
  name: 'labels.create',
  id: 'createLabel',
  summary: 'Create a label',
  note: 'Its name is unique in the team, whatever its case and accents.',
  panel: { method: 'POST', path, status: 201 },
  input: { fields: { name: required(name), color: about('The colour.', required(color)) } },
  output,
  run: async ({ db }, { values }): Promise<Row | undefined> =>
    (await db.run(insert, { id: uuidv7(), ...values }))[0],
  explain: explainTaken,
});

const change = teamStatement(`
  with old as materialized (select * from labels where team_id = $team and id = $id for no key update),
  t as (
    update labels l set name = coalesce($name, old.name), color = coalesce($color, old.color),
      updated_at = greatest(now(), old.updated_at)
    from old where l.team_id = $team and l.id = old.id returning l.*),
  ${audits([
    {
      type: 'labels',
      from: 't join old on old.id = t.id',
      record: 't.id',
      before: entryOf('old'),
      after: entryOf('t'),
    },
  ])}
  select ${columns} from t`);

export const updateLabel = operation({
  ...byPeople,
  mayFail: ['DUPLICATE_ENTRY'],
  name: 'labels.update',
  id: 'updateLabel',
  summary: 'Update a label',
  note: 'Its conversations show the new name and colour, without an event for each.',
  panel: { method: 'PUT', path: item, status: 200 },
  input: { path: ['id'], fields: { name, color: about('The colour.', color) } },
  output,
  run: async ({ db }, { id, values }): Promise<Row | undefined> =>
    (await db.run(change, { id, ...values }))[0],
  explain: explainTaken,
});

const remove = teamStatement(`
  with t as (delete from labels where team_id = $team and id = $id returning *),
  ${audits([{ type: 'labels', from: 't', record: 't.id', before: entryOf('t') }])}
  select id, true as deleted from t`);

export const deleteLabel = operation({
  ...byPeople,
  name: 'labels.delete',
  id: 'deleteLabel',
  summary: 'Delete a label',
  note: 'Removes it from all conversations, without an event for each.',
  panel: { method: 'DELETE', path: item, status: 200 },
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DeletedLabel',
    fields: { id: required(uuid), deleted: required(boolean) },
  },
  run: async ({ db }, { id }): Promise<Row | undefined> => (await db.run(remove, { id }))[0],
});
