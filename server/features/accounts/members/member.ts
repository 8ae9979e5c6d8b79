import { iso } from '#server/db/statement.ts';
import { roles } from '#server/operations/roles.ts';
import {
  about,
  boolean,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';

/** Role of a member. */
export const role = oneOf('user_role', roles);

/** Member as shown to admins. A member without an account cannot sign in; records only refer to them. */
export const member = {
  name: 'Member',
  fields: {
    id: required(uuid),
    name: required(singleLine(255, 1)),
    email: required(singleLine()),
    role: required(role),
    sees_values: required(boolean),
    may_export: required(boolean),
    has_account: about('True if the member can sign in.', required(boolean)),
    suspended_at: about('When the member was suspended; null if they are not.', timestamp),
    last_seen_at: about('When the member last had the panel open.', timestamp),
    created_at: required(timestamp),
  },
};

/** SQL: a users row as a member. */
export const memberJson = (
  u: string,
) => `json_build_object('id', ${u}.id, 'name', ${u}.name, 'email', ${u}.email,
  'role', ${u}.role, 'sees_values', ${u}.sees_values, 'may_export', ${u}.may_export, 'has_account', ${u}.person_id is not null,
  'suspended_at', ${iso(`${u}.suspended_at`)}, 'last_seen_at', ${iso(`${u}.seen_at`)}, 'created_at', ${iso(`${u}.created_at`)})`;
