import { roles } from '#server/operations/roles.ts';
import { oneOf, required, singleLine, timestamp, uuid } from '#server/records/fields.ts';
import { sorted, table } from '#server/records/table.ts';

const fields = {
  id: required(uuid),
  name: required(singleLine(255, 1)),
  email: required(singleLine()),
  role: required(oneOf('user_role', roles)),
  created_at: required(timestamp),
};

export const users = table({
  name: 'users',
  one: 'user',
  path: '/users',
  fields,
  filters: {},
  search: { text: ['name', 'email'] },
  sorts: sorted(fields, 'name', 'email', 'created_at'),
});
