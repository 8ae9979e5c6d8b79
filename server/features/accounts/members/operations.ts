import { teamStatement } from '#server/db/statement.ts';
import type { Actor, Context } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { forbidden } from '#server/platform/errors.ts';
import { boolean, required, singleLine, uuid } from '#server/records/fields.ts';
import { changeMember, type MemberChange } from './change-member.ts';
import { member, memberJson, role } from './member.ts';

/*
 * Members of a team, managed by its admins. A member is a row of users; those with an account can sign in.
 */

const output = { kind: 'fields', ...member } as const;

/** The calling member. @throws ApiError FORBIDDEN for other callers */
export function memberCalling(actor: Actor): Extract<Actor, { kind: 'user' }> {
  if (actor.kind !== 'user') throw forbidden('Only members of the team may do this.', 'forbidden');
  return actor;
}

const changed = ({ db, actor }: Context, id: string, change: MemberChange) =>
  changeMember(db, memberCalling(actor).userId, id, change);

const all = teamStatement(`
  select coalesce(json_agg(${memberJson('u')} order by fold(u.name) collate "C", u.id), '[]') as members
  from users u where u.team_id = $team`);
const one = teamStatement(
  `select ${memberJson('u')} as member from users u where u.team_id = $team and u.id = $id`,
);

const listMembers = operation({
  name: 'members.list',
  id: 'listMembers',
  summary: 'List the members of the team',
  note: 'All members by name, including suspended ones and those without an account.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/members', status: 200 },
  emits: [],
  input: {},
  output: { ...output, isList: true },
  one: 'member',
  run: async ({ db }) => (await db.run(all))[0]?.members as object | undefined,
});

const getMember = operation({
  name: 'members.get',
  id: 'getMember',
  summary: 'Get a member',
  note: 'Includes their role, and whether they can sign in.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/members/:id', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'member',
  run: async ({ db }, { id }) => (await db.run(one, { id }))[0]?.member as object | undefined,
});

const updateMember = operation({
  name: 'members.update',
  id: 'updateMember',
  summary: 'Update a member',
  note: 'Changes only the given fields. Admins can neither promote to owner nor change an owner. A team always keeps at least one owner: 409 otherwise.',
  allow: { user: 'admin' },
  fresh: true,
  panel: { method: 'PUT', path: '/members/:id', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: { name: singleLine(255, 1), role, sees_values: boolean, may_export: boolean },
  },
  output,
  mayFail: ['CONFLICT'],
  one: 'member',
  run: (ctx, { id, values }) => changed(ctx, id, values),
});

const suspendMember = operation({
  name: 'members.suspend',
  id: 'suspendMember',
  summary: 'Suspend a member',
  note: 'Within a second, the member loses access to the team through sessions and API keys, and the links they created stop working. Their account and their other teams are not affected.',
  allow: { user: 'admin' },
  panel: { method: 'POST', path: '/members/:id/suspend', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  mayFail: ['CONFLICT'],
  one: 'member',
  run: (ctx, { id }) => changed(ctx, id, { suspend: true }),
});

const restoreMember = operation({
  name: 'members.restore',
  id: 'restoreMember',
  summary: 'Reinstate a suspended member',
  note: 'They can sign in again, with their previous role.',
  allow: { user: 'admin' },
  fresh: true,
  panel: { method: 'POST', path: '/members/:id/restore', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'member',
  run: (ctx, { id }) => changed(ctx, id, { suspend: false }),
});

const removed = { id: required(uuid), removed: required(boolean) };

const remove = async (ctx: Context, id: string) =>
  (await changed(ctx, id, { remove: true })) && { id, removed: true };

const removeMember = operation({
  name: 'members.remove',
  id: 'removeMember',
  summary: 'Remove a member’s access',
  note: 'Revokes their keys. The member remains, without an account, because tasks and deals refer to them, and can be invited again.',
  allow: { user: 'admin' },
  fresh: true,
  panel: { method: 'DELETE', path: '/members/:id', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'fields', name: 'RemovedMember', fields: removed },
  mayFail: ['CONFLICT'],
  one: 'member',
  run: (ctx, { id }) => remove(ctx, id),
});

const leaveTeam = operation({
  name: 'members.leave',
  id: 'leaveTeam',
  summary: 'Leave the team',
  note: 'The team keeps all its data. The last owner cannot leave: 409.',
  allow: { user: 'member' },
  fresh: true,
  panel: { method: 'DELETE', path: '/membership', status: 200 },
  emits: [],
  input: {},
  output: { kind: 'fields', name: 'LeftTeam', fields: removed },
  mayFail: ['CONFLICT'],
  one: 'member',
  run: (ctx) => remove(ctx, memberCalling(ctx.actor).userId),
});

export const memberOperations: readonly Operation[] = [
  listMembers,
  getMember,
  updateMember,
  suspendMember,
  restoreMember,
  removeMember,
  leaveTeam,
];
