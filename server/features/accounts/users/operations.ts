import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { panelReads } from '#server/operations/panel-only.ts';
import { duplicate } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { required, singleLine, withDefault } from '#server/records/fields.ts';
import { role } from '../members/member.ts';
import { email } from '../people/fields.ts';
import { teamUsers } from './table.ts';

const insert = teamStatement(`
  insert into users (team_id, id, name, email, role) values ($team, $id, $name, $email, $role)`);

export const create = operation({
  name: 'users.create',
  id: 'createUser',
  summary: 'Create a user',
  cli: 'user create',
  allow: { operator: true, demo: true },
  emits: [],
  input: {
    fields: {
      name: required(singleLine(255, 1)),
      email: required(email),
      role: withDefault(role, 'member'),
    },
  },
  output: { kind: 'object', keys: ['id'] },
  one: 'user',
  async run({ db }, { values }) {
    const id = uuidv7();
    await db.transaction(async (tx) => {
      await tx.run(insert, { id, ...values });
      await recordAudit(tx, { type: 'users', id, after: values });
    });
    return { id };
  },
  explain: async (error, _, { values: { email } }) =>
    constraintOf(error) === 'users_email_key'
      ? duplicate(`The team already has a user with the address ${email}.`, 'email')
      : error,
});

export const teamUserReads: readonly Operation[] = panelReads(reads(teamUsers), {
  list: ['users.list_further', 'listTeamUsers'],
  get: ['users.get_further', 'getTeamUser'],
});
