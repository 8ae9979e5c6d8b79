import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { checksAssignees } from '#server/operations/assignee-checks.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { panelReads } from '#server/operations/panel-only.ts';
import { ApiError } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { mustText } from '#server/records/crud-queries.ts';
import { about, required, singleLine } from '#server/records/fields.ts';
import { parsed, readAfterWrite } from '#server/records/read-after-write.ts';
import { squadRole } from '../../work/project-templates/table.ts';
import { teamSquads } from './table.ts';

const insert = teamStatement(`
  insert into squads (team_id, id, name) values ($team, $id, $name) returning id`);

const after = readAfterWrite(teamSquads);

/** Runs a change of a squad and audits it. */
const doing =
  (statement: TeamStatement, values: Record<string, unknown>, became: object) =>
  async (tx: TeamDb): Promise<string | undefined> => {
    const id = (await tx.run(statement, values))[0]?.id as string | undefined;
    if (id !== undefined) await recordAudit(tx, { type: 'squads', id, after: became });
    return id;
  };
const name = required(singleLine(255, 1));
const output = { kind: 'record', table: teamSquads } as const;
const item = `${teamSquads.path}/:id`;

export const create = operation({
  name: 'squads.create',
  id: 'createSquad',
  summary: 'Create a squad',
  note: 'A group of people who work on projects and answer conversations.',
  cli: 'squad create',
  allow: { user: 'admin', operator: true, demo: true },
  panel: { method: 'POST', path: teamSquads.path, status: 201 },
  emits: [],
  input: { fields: { name } },
  output,
  one: teamSquads.one,
  async run({ db }, { values: { name } }) {
    const text = await after(db, doing(insert, { id: uuidv7(), name }, { name }));
    return parsed<{ id: string }>(mustText({ data: text }));
  },
});

const change = teamStatement(
  'update squads set name = $name where team_id = $team and id = $id returning id',
);

const update = operation({
  name: 'squads.update',
  id: 'updateSquad',
  summary: 'Rename a squad',
  note: 'Its projects and conversations keep it.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: item, status: 200 },
  emits: [],
  input: { path: ['id'], fields: { name } },
  output,
  one: teamSquads.one,
  run: ({ db }, { id, values }) => after(db, doing(change, { id, ...values }, values)),
});

// Members ----------------------------------------------------------------------------------------

const join = teamStatement(`
  with s as (select id from squads where team_id = $team and id = $id),
  added as (
    insert into squad_members (team_id, squad_id, user_id) select $team, s.id, $inner::uuid from s on conflict do nothing)
  select id from s`);

const leave = teamStatement(`
  with s as (select id from squads where team_id = $team and id = $id),
  gone as (delete from squad_members m using s where m.team_id = $team and m.squad_id = s.id and m.user_id = $inner returning m.user_id),
  ${checksAssignees('select user_id, null::uuid from gone')}
  select id from s`);

const member = `${item}/members/:inner`;

const addMember = operation({
  name: 'squads.add_member',
  id: 'addSquadMember',
  summary: 'Add a user to a squad',
  note: 'Has no effect if the user is already in the squad. No body.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: member, status: 200 },
  emits: [],
  input: { path: ['id', 'inner'] },
  output,
  one: teamSquads.one,
  run: ({ db }, { id, inner }) => after(db, doing(join, { id, inner }, { added: inner })),
  explain: async (error) =>
    constraintOf(error) === 'squad_members_user_id_fkey'
      ? new ApiError('NOT_FOUND', 'No user has this id.')
      : error,
});

const removeMember = operation({
  name: 'squads.remove_member',
  id: 'removeSquadMember',
  summary: 'Remove a user from a squad',
  note: 'Returns the squad, even if the user was not in it.',
  allow: { user: 'admin' },
  panel: { method: 'DELETE', path: member, status: 200 },
  emits: [],
  input: { path: ['id', 'inner'] },
  output,
  one: teamSquads.one,
  run: ({ db }, { id, inner }) => after(db, doing(leave, { id, inner }, { removed: inner })),
});

const setRole = teamStatement(`
  update squad_members m set role = $role where m.team_id = $team and m.squad_id = $id and m.user_id = $inner returning m.squad_id as id`);

const changeMember = operation({
  name: 'squads.change_member',
  id: 'changeSquadMember',
  summary: 'Set a user’s role in a squad',
  note: 'Tasks of project templates are assigned to the users of the squad who have their role. Null clears it. Returns 404 if the user is not in the squad.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: `${member}/role`, status: 200 },
  emits: [],
  input: { path: ['id', 'inner'], fields: { role: about('Such as Design.', squadRole) } },
  output,
  one: teamSquads.one,
  run: ({ db }, { id, inner, values: { role } }) =>
    after(db, doing(setRole, { id, inner, role }, { member: inner, role })),
});

/** Operations on squads in the panel and on the command line; conversations/squad-deletion.ts has their deletion. */
export const squadOperations: readonly Operation[] = [
  ...panelReads(reads(teamSquads), {
    list: ['squads.list_with_members', 'listTeamSquads'],
    get: ['squads.get_with_members', 'getTeamSquad'],
  }),
  create,
  update,
  addMember,
  changeMember,
  removeMember,
];
