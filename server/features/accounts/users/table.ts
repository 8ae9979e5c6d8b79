import { roles } from '#server/operations/roles.ts';
import {
  about,
  oneOf,
  patterned,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { sorted, table } from '#server/records/table.ts';

const fields = {
  id: required(uuid),
  name: about('The user’s name.', required(singleLine(255, 1))),
  email: about('The e-mail address; unique in the team.', required(singleLine())),
  role: required(oneOf('user_role', roles)),
  created_at: required(timestamp),
};

export const users = table({
  name: 'users',
  one: 'user',
  about: 'The people of the team. Created by the operator.',
  example: { name: 'Ana Souza', email: 'ana@example.com' },
  path: '/users',
  fields,
  brief: ['id', 'name', 'email', 'role'],
  filters: {},
  search: { text: ['name', 'email'] },
  sorts: sorted(fields, 'name', 'email', 'created_at'),
});

/** Users as members see them. */
export const teamUsers = {
  ...users,
  fields: {
    ...fields,
    picture: about('The SHA-256 of the picture; null without one.', {
      ...patterned(/^[0-9a-f]{64}$/, '64 hex digits', '0'.repeat(64)),
      output: () => `(select encode(p.picture_hash, 'hex') from people p where p.id = t.person_id)`,
    }),
  },
};
