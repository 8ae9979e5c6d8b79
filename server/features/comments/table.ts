import { Type } from '#server/platform/schema.ts';
import { about, kind, links, oneOf, required, timestamp, uuid } from '#server/records/fields.ts';
import { equals, sorted, table } from '#server/records/table.ts';

/** Record types that can be commented on: table → its singular, and SQL over a record `r` for the users to notify. */
export const commented = {
  tasks: { one: 'task', owners: 'r.assignee_ids || r.reporter_id', when: 'r.deleted_at is null' },
  deals: { one: 'deal', owners: 'array[r.responsible_id]' },
  clients: { one: 'client', owners: `'{}'::uuid[]` },
  contacts: { one: 'contact', owners: `'{}'::uuid[]` },
  campaigns: { one: 'campaign', owners: 'array[r.created_by]' },
  projects: { one: 'project', owners: 'array[r.created_by]' },
  activities: { one: 'activity', owners: 'array[r.assigned_to]' },
} as const satisfies Record<string, { one: string; owners: string; when?: string }>;
export type Commented = keyof typeof commented;
export const commentedTypes = Object.keys(commented) as Commented[];

const maxLength = 50_000;

export const written = required(
  kind(
    Type.String({ minLength: 1, maxLength, pattern: '\\S' }),
    `a string of 1 to ${maxLength} characters, not all of them blank`,
    'text',
  ),
);

const fields = {
  id: required(uuid),
  record_type: required(oneOf('text', commentedTypes)),
  record_id: required(uuid),
  author_id: required(uuid),
  content: written,
  mentions: about('The mentioned users.', links('users')),
  created_at: required(timestamp),
  edited_at: about('When its author last edited it.', timestamp),
};

/** Comments on records. */
export const comments = table({
  name: 'comments',
  one: 'comment',
  path: '/comments',
  fields,
  visible: 't.deleted_at is null',
  brief: ['id', 'author_id', 'content', 'created_at'],
  filters: equals(fields, 'record_type', 'record_id'),
  sorts: sorted(fields, 'created_at'),
});
