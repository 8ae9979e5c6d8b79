import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '../../../db/statement.ts';
import { operation } from '../../../operations/operation.ts';
import { line, required } from '../../../records/fields.ts';

const insert = teamStatement('insert into squads (team_id, id, name) values ($team, $id, $name)');

export const create = operation({
  name: 'squads.create',
  id: 'createSquad',
  summary: 'Create a squad',
  cli: 'squad create',
  allow: { operator: true, demo: true },
  emits: [],
  takes: { fields: { name: required(line(255, 1)) } },
  answers: { kind: 'object', keys: ['id'] },
  one: 'squad',
  async run({ db }, { values: { name } }) {
    const id = uuidv7();
    await db.run(insert, { id, name });
    return { id };
  },
});
