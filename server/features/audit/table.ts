import { actorKinds, actorName } from '#server/events/audit.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  kind,
  oneOf,
  required,
  since,
  singleLine,
  targets,
  timestamp,
  until,
  uuid,
} from '#server/records/fields.ts';
import { displayNameOf, equals, table } from '#server/records/table.ts';
import { squads } from '../accounts/squads/table.ts';
import { users } from '../accounts/users/table.ts';
import { contacts } from '../crm/contacts/table.ts';
import { inboxes } from '../inboxes/table.ts';
import { records } from '../records.ts';
import { webhooks } from '../webhooks/table.ts';
import { pipelines } from '../work/pipelines/table.ts';
import { workflows } from '../workflows/table.ts';

const values = (name: 'before' | 'after') => ({
  ...kind(
    Type.Record(Type.String(), Type.Unknown(), { examples: [{ phase: 'novo' }] }),
    'an object',
    'json',
  ),
  output: () => `t."${name}"::json`,
});

/** Tables of the records that the log names. */
const tables = [
  ...records.map((each) => each.table),
  pipelines,
  squads,
  webhooks,
  workflows,
  inboxes,
  users,
];

/** Record type → its table, and SQL for the display name of a record. */
const namedBy: Readonly<Record<string, readonly [table: string, name: string]>> = {
  ...Object.fromEntries(
    tables.map((each) => [each.name, [each.name, displayNameOf(each, 'x')] as const]),
  ),
  columns: ['columns', 'x.name'],
  conversations: [
    'conversations',
    `(select ${displayNameOf(contacts, 'k')} from contacts k where k.team_id = $team and k.id = x.contact_id)`,
  ],
  files: ['files', 'x.name'],
  keys: ['api_keys', 'x.name'],
  // Its code: the log names no person.
  privacy_requests: ['privacy_requests', 'x.code'],
};

/** SQL: current display name of a record, by its type and id. */
const nameOf = (type: string, id: string) =>
  `case ${type} ${Object.entries(namedBy)
    .map(
      ([name, [table, title]]) =>
        `when '${name}' then (select ${title} from ${table} x where x.team_id = $team and x.id = ${id})`,
    )
    .join(' ')} end`;

/** SQL: current display name of the record of an entry `t`. */
export const recordName = nameOf('t.record_type', 't.record_id');

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Field of a change → type of the record whose id it holds; `*_ids` holds several. */
export const namingFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(targets).map(([name, one]) => [`${one}_id`, name])),
  campaign_id: 'campaigns',
  activity_id: 'activities',
  created_by: 'users',
  ...Object.fromEntries(tables.flatMap(({ links }) => [...links])),
};

const namingValues = Object.entries(namingFields)
  .map(([field, type]) => `('${field}', '${type}')`)
  .join(', ');

const valuesOf = (side: 'before' | 'after') =>
  `select e.key, e.value from json_each_text(case when json_typeof(t."${side}"::json) = 'object' then t."${side}"::json end) e`;

/** SQL: records of the team whose ids an entry `t` has in its changes, with their current names; deleted records are left out. */
const namesInChanges = `(
  select coalesce(json_agg(json_build_object('id', n.id, 'type', n.type, 'name', n.name) order by n.type, n.id), '[]')
  from (
    select r.id, r.type, ${nameOf('r.type', 'r.id')} as name
    from (
      select distinct f.type, found.ids[1]::uuid as id
      from (${valuesOf('before')} union all ${valuesOf('after')}) v
        join (values ${namingValues}) f (field, type) on f.field = v.key
        cross join lateral regexp_matches(v.value, '${uuidPattern}', 'g') found (ids)) r) n
  where n.name is not null)`;

/** Records that are named in the changes of an entry. */
export const names = {
  ...required(
    kind(
      Type.Array(
        Type.Object({
          id: Type.String({ format: 'uuid' }),
          type: Type.Enum([...new Set(Object.values(namingFields))].sort()),
          name: Type.String(),
        }),
      ),
      'a list',
      'json',
    ),
  ),
  output: () => namesInChanges,
};

const fields = {
  id: required(uuid),
  created_at: required(timestamp),
  actor: required(oneOf('actor_kind', actorKinds)),
  actor_id: about('The ID of the key, user or workflow.', uuid),
  /** Name of the user, key, workflow, endpoint or inbox that acted. */
  actor_name: { ...singleLine(), output: () => actorName('t') },
  on_behalf_of: about('The user on whose behalf it was done.', uuid),
  /** Name of the user who acted or on whose behalf the actor acted. */
  user_name: about('The name of the user at that time.', {
    ...singleLine(),
    output: () =>
      `(select u.name from users u where u.team_id = $team and u.id = case when t.actor = 'user' then t.actor_id else t.on_behalf_of end)`,
  }),
  operation: about('The operation.', required(singleLine())),
  record_type: singleLine(),
  record_id: uuid,
  /** Current name; null if the record was deleted. */
  record_name: { ...singleLine(), output: () => recordName },
  before: about('The changed fields, with their previous values.', values('before')),
  after: about('The changed fields, with their new values.', values('after')),
  names: about(
    'Names of the records whose IDs are in before and after, except deleted ones.',
    names,
  ),
  request_id: about('The X-Request-Id of the request.', singleLine()),
  session_id: about('The session that made the change.', uuid),
  address: about('The IP address of the request.', {
    ...singleLine(),
    output: () => 'host(t.address)',
  }),
};

/** Audit log. Ids start with a timestamp, so the list is read in id order. */
export const auditEntries = table({
  name: 'audit_entries',
  one: 'entry',
  path: '/audit',
  fields,
  filters: {
    ...equals(fields, 'actor_id', 'record_id', 'operation'),
    from: {
      field: since,
      sql: 't.id >= uuid7_floor($from::timestamptz)',
      about: 'Only entries at or after this time, or from this UTC day on.',
    },
    to: {
      field: until,
      sql: `t.id < uuid7_floor($to::timestamptz + interval '1 millisecond')`,
      about: 'Only entries up to this time, or the end of this UTC day.',
    },
  },
  sorts: { created_at: { by: [], nullable: false, isText: false } },
});
