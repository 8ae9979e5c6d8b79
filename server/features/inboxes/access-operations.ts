import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { checksAssignees } from '#server/operations/assignee-checks.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { ApiError } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { about, kind, links, oneOf, required, uuid } from '#server/records/fields.ts';

/* Members who see an inbox's conversations and answer them (ADR 196): the whole team, or chosen members and squads. */

const maxChosen = 200;

const access = about(
  'team: every member. chosen: the chosen members and the members of the chosen squads; admins and owners always.',
  required(oneOf('text', ['team', 'chosen'])),
);
const choices = (what: string) =>
  required(
    kind(
      Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() })),
      `the chosen ${what}`,
      'json',
    ),
  );
const output = {
  kind: 'fields',
  name: 'InboxAccess',
  fields: {
    id: required(uuid),
    access,
    users: about('The chosen members.', choices('members')),
    squads: about('The chosen squads.', choices('squads')),
  },
} as const;

/** SQL: ids and names of records, by name. */
const named = (from: string) => `(
    select coalesce(json_agg(json_build_object('id', x.id, 'name', x.name) order by fold(x.name), x.id), '[]') from ${from})`;
const read = (inbox: string) => `
  select i.id, case when i.is_restricted then 'chosen' else 'team' end as access,
    ${named(`inbox_members m join users x on x.team_id = $team and x.id = m.user_id
      where m.team_id = $team and m.inbox_id = i.id`)} as users,
    ${named(`inbox_squads s join squads x on x.team_id = $team and x.id = s.squad_id
      where s.team_id = $team and s.inbox_id = i.id`)} as squads
  from ${inbox} i`;

const find = teamStatement(
  read('(select * from inboxes where team_id = $team and id = $id and not is_deleted)'),
);
const lock = teamStatement(
  'select id from inboxes where team_id = $team and id = $id and not is_deleted for no key update',
);
const change = teamStatement(`
  with restricted as (
    update inboxes set is_restricted = $access = 'chosen' where team_id = $team and id = $id),
  users_out as (
    delete from inbox_members where team_id = $team and inbox_id = $id and user_id <> all($user_ids::uuid[])),
  users_in as (
    insert into inbox_members (team_id, inbox_id, user_id)
    select $team, $id, u from unnest($user_ids::uuid[]) u on conflict do nothing),
  squads_out as (
    delete from inbox_squads where team_id = $team and inbox_id = $id and squad_id <> all($squad_ids::uuid[])),
  squads_in as (
    insert into inbox_squads (team_id, inbox_id, squad_id)
    select $team, $id, s from unnest($squad_ids::uuid[]) s on conflict do nothing),
  ${checksAssignees('select null::uuid, $id::uuid')}
  select 1 as done`);

interface Choice {
  readonly id: string;
}
/** Values of the audit log, as the caller gives them. */
const valuesOf = ({ access, users, squads }: Row) => ({
  access,
  user_ids: (users as Choice[]).map(({ id }) => id),
  squad_ids: (squads as Choice[]).map(({ id }) => id),
});

const getInboxAccess = operation({
  name: 'inboxes.get_access',
  id: 'getInboxAccess',
  summary: 'Get who sees an inbox',
  note: 'Members who see it, and the conversations in it.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/inboxes/:id/access', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'inbox',
  run: async ({ db }, { id }) => (await db.run(find, { id }))[0],
});

const setInboxAccess = operation({
  name: 'inboxes.set_access',
  id: 'setInboxAccess',
  summary: 'Set who sees an inbox',
  note: 'Other members no longer see the inbox, its conversations and their messages, notes and files, from the next second on; nor can they be assigned to them. Open conversations whose assignee no longer sees them become unassigned within a minute. The choice is kept while every member sees the inbox.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/access', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      access,
      user_ids: about('The chosen members.', required(links('users', maxChosen))),
      squad_ids: about('The chosen squads.', required(links('squads', maxChosen))),
    },
  },
  output,
  one: 'inbox',
  run: ({ db }, { id, values }) =>
    db.transaction(async (tx) => {
      const [inbox] = await tx.run(lock, { id });
      if (!inbox) return undefined;
      const [before = {}] = await tx.run(find, { id });
      await tx.run(change, { id, ...values });
      const [after = {}] = await tx.run(find, { id });
      await recordAudit(tx, {
        type: 'inboxes',
        id,
        before: valuesOf(before),
        after: valuesOf(after),
      });
      return after;
    }),
  explain: async (error) => {
    const missing = /_(user|squad)_id_fkey$/.exec(constraintOf(error) ?? '')?.[1];
    return missing
      ? new ApiError('NOT_FOUND', `${missing}_ids: no ${missing} has this id.`, {
          fields: [{ name: `${missing}_ids`, code: 'not_found' }],
        })
      : error;
  },
});

export const inboxAccessOperations: readonly Operation[] = [getInboxAccess, setInboxAccess];
