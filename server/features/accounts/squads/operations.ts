import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '../../../db/statement.ts';
import { emits } from '../../../events/outbox.ts';
import { reads } from '../../../operations/crud.ts';
import { type Operation, operation } from '../../../operations/operation.ts';
import { panelReads } from '../../../operations/panel-only.ts';
import { constraintOf } from '../../../platform/constraint.ts';
import { ApiError, conflict } from '../../../platform/errors.ts';
import { answersAfter, parsed } from '../../../records/answering.ts';
import { line, required } from '../../../records/fields.ts';
import { changesOfMany } from '../../../records/many.ts';
import { mustText, textOf } from '../../../records/verbs.ts';
import { projects } from '../../work/projects/table.ts';
import { teamSquads } from './table.ts';

const insert = teamStatement(`
  insert into squads (team_id, id, name) values ($team, $id, $name) returning id`);

const after = answersAfter(teamSquads);
const name = required(line(255, 1));
const answers = { kind: 'record', table: teamSquads } as const;
const item = `${teamSquads.path}/:id`;

export const create = operation({
  name: 'squads.create',
  id: 'createSquad',
  summary: 'Create a squad',
  cli: 'squad create',
  allow: { user: 'admin', operator: true, demo: true },
  panel: { method: 'POST', path: teamSquads.path, status: 201 },
  emits: [],
  takes: { fields: { name } },
  answers,
  one: teamSquads.one,
  async run({ db }, { values: { name } }) {
    const text = await after(
      db,
      async (tx) => (await tx.run(insert, { id: uuidv7(), name }))[0]?.id as string | undefined,
    );
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
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: item, status: 200 },
  emits: [],
  takes: { path: ['id'], fields: { name } },
  answers,
  one: teamSquads.one,
  run: ({ db }, { id, values }) =>
    after(db, async (tx) => (await tx.run(change, { id, ...values }))[0]?.id as string | undefined),
});

/** Projects lose their squad in the statement that removes it. */
const remove = teamStatement(`
  with gone as materialized (select * from squads where team_id = $team and id = $id for update),
  old as materialized (
    select p.* from projects p join gone on gone.id = p.squad_id where p.team_id = $team for update of p),
  t as (
    update projects t set squad_id = null, updated_at = greatest(now(), old.updated_at)
    from old where t.team_id = $team and t.id = old.id returning t.*),
  ${emits([changesOfMany(projects, 'project.updated')])},
  emptied as (delete from squad_members m using gone where m.team_id = $team and m.squad_id = gone.id),
  removed as (delete from squads s using gone where s.team_id = $team and s.id = gone.id)
  select (select row_to_json(d)::text from (select gone.id, true as deleted) d) as data from gone`);

const deleteSquad = operation({
  name: 'squads.delete',
  id: 'deleteSquad',
  summary: 'Delete a squad',
  note: 'Its projects stay and have no squad any more, each with project.updated; its members stay in the team.',
  allow: { user: 'admin' },
  panel: { method: 'DELETE', path: item, status: 200 },
  emits: ['project.updated'],
  takes: { path: ['id'] },
  answers: { kind: 'deleted', table: teamSquads, keys: { id: '', deleted: true } },
  mayFail: ['CONFLICT'],
  one: teamSquads.one,
  run: async ({ db }, { id }) => textOf((await db.run(remove, { id }))[0]),
  explain: async (error) =>
    ['projects_squad_id_fkey', 'squad_members_squad_id_fkey'].includes(constraintOf(error) ?? '')
      ? conflict('The squad was given a project or a member at this moment; try again.')
      : error,
});

// Members ----------------------------------------------------------------------------------------

const join = teamStatement(`
  with s as (select id from squads where team_id = $team and id = $id),
  added as (
    insert into squad_members (team_id, squad_id, user_id) select $team, s.id, $inner::uuid from s on conflict do nothing)
  select id from s`);

const leave = teamStatement(`
  with s as (select id from squads where team_id = $team and id = $id),
  gone as (delete from squad_members m using s where m.team_id = $team and m.squad_id = s.id and m.user_id = $inner)
  select id from s`);

const member = `${item}/members/:inner`;

const addMember = operation({
  name: 'squads.add_member',
  id: 'addSquadMember',
  summary: 'Add a user to a squad',
  note: 'Whoever is in it already stays. No body.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: member, status: 200 },
  emits: [],
  takes: { path: ['id', 'inner'] },
  answers,
  one: teamSquads.one,
  run: ({ db }, { id, inner }) =>
    after(db, async (tx) => (await tx.run(join, { id, inner }))[0]?.id as string | undefined),
  explain: async (error) =>
    constraintOf(error) === 'squad_members_user_id_fkey'
      ? new ApiError('NOT_FOUND', 'No user has this id.')
      : error,
});

const removeMember = operation({
  name: 'squads.remove_member',
  id: 'removeSquadMember',
  summary: 'Take a user out of a squad',
  note: 'Answers the squad, also where the user was not in it.',
  allow: { user: 'admin' },
  panel: { method: 'DELETE', path: member, status: 200 },
  emits: [],
  takes: { path: ['id', 'inner'] },
  answers,
  one: teamSquads.one,
  run: ({ db }, { id, inner }) =>
    after(db, async (tx) => (await tx.run(leave, { id, inner }))[0]?.id as string | undefined),
});

/** What the panel does with squads, beside creating them. */
export const squadOperations: readonly Operation[] = [
  ...panelReads(reads(teamSquads), {
    list: ['squads.list_with_members', 'listTeamSquads'],
    get: ['squads.get_with_members', 'getTeamSquad'],
  }),
  update,
  deleteSquad,
  addMember,
  removeMember,
];
