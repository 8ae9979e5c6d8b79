import Type from 'typebox';
import { actorKinds } from '../../events/audit.ts';
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

const fields = {
  id: required(uuid),
  created_at: required(timestamp),
  actor: required(oneOf('actor_kind', actorKinds)),
  actor_id: uuid,
  on_behalf_of: uuid,
  /** The user's name: who did it, or in whose name it was done. */
  user_name: {
    ...line(),
    output: () =>
      `(select u.name from users u where u.team_id = $team and u.id = case when t.actor = 'user' then t.actor_id else t.on_behalf_of end)`,
  },
  operation: required(line()),
  record_type: line(),
  record_id: uuid,
  before: values('before'),
  after: values('after'),
  request_id: line(),
  session_id: uuid,
  address: { ...line(), output: () => 'host(t.address)' },
};

/** Who did what. Ids begin with the moment, so the list is read in their order. */
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
