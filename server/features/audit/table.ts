import { actorKinds, actorName } from '../../events/audit.ts';
import { Type } from '../../platform/schema.ts';
import {
  kind,
  line,
  oneOf,
  required,
  since,
  timestamp,
  until,
  uuid,
} from '../../records/fields.ts';
import { same, table } from '../../records/table.ts';

const values = (name: 'before' | 'after') => ({
  ...kind(
    Type.Record(Type.String(), Type.Unknown(), { examples: [{ phase: 'novo' }] }),
    'an object',
    'json',
  ),
  output: () => `t."${name}"::json`,
});

/** Record type → its table, and SQL for the display name of a record. */
const namedBy = {
  contacts: ['contacts', 'coalesce(x.custom_name, x.push_name, x.phone)'],
  clients: ['clients', 'x.name'],
  projects: ['projects', 'x.name'],
  tasks: ['tasks', 'x.title'],
  deals: ['deals', 'x.title'],
  campaigns: ['campaigns', 'x.name'],
  activities: ['activities', 'x.title'],
  contracts: ['contracts', 'x.title'],
  pipelines: ['pipelines', 'x.name'],
  columns: ['columns', 'x.name'],
  squads: ['squads', 'x.name'],
  webhooks: ['webhooks', 'x.name'],
  workflows: ['workflows', 'x.name'],
  inboxes: ['inboxes', 'x.name'],
  conversations: [
    'conversations',
    `(select coalesce(k.custom_name, k.push_name, k.phone) from contacts k where k.team_id = $team and k.id = x.contact_id)`,
  ],
  files: ['files', 'x.name'],
  keys: ['api_keys', 'x.name'],
  users: ['users', 'x.name'],
} as const;

/** SQL: current display name of the record of an entry `t`. */
export const recordName = `case t.record_type ${Object.entries(namedBy)
  .map(
    ([type, [table, name]]) =>
      `when '${type}' then (select ${name} from ${table} x where x.team_id = $team and x.id = t.record_id)`,
  )
  .join(' ')} end`;

const fields = {
  id: required(uuid),
  created_at: required(timestamp),
  actor: required(oneOf('actor_kind', actorKinds)),
  actor_id: uuid,
  /** Name of the user, key, workflow, endpoint or inbox that acted. */
  actor_name: { ...line(), output: () => actorName('t') },
  on_behalf_of: uuid,
  /** Name of the user who acted or on whose behalf the actor acted. */
  user_name: {
    ...line(),
    output: () =>
      `(select u.name from users u where u.team_id = $team and u.id = case when t.actor = 'user' then t.actor_id else t.on_behalf_of end)`,
  },
  operation: required(line()),
  record_type: line(),
  record_id: uuid,
  /** Current name; null if the record was deleted. */
  record_name: { ...line(), output: () => recordName },
  before: values('before'),
  after: values('after'),
  request_id: line(),
  session_id: uuid,
  address: { ...line(), output: () => 'host(t.address)' },
};

/** Audit log. Ids start with a timestamp, so the list is read in id order. */
export const auditEntries = table({
  name: 'audit_entries',
  one: 'entry',
  path: '/audit',
  fields,
  filters: {
    ...same(fields, 'actor_id', 'record_id', 'operation'),
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
