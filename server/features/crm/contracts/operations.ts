import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '../../../db/statement.ts';
import { operation } from '../../../operations/operation.ts';
import { constraintOf } from '../../../platform/constraint.ts';
import { invalid } from '../../../platform/errors.ts';
import { line, link, required } from '../../../records/fields.ts';

const insert = teamStatement(`
  insert into contracts (team_id, id, title, client_id) values ($team, $id, $title, $client_id)`);

export const create = operation({
  name: 'contracts.create',
  id: 'createContract',
  summary: 'Create a contract',
  cli: 'contract create',
  allow: { operator: true, demo: true },
  emits: [],
  takes: { fields: { title: required(line(255, 1)), client_id: link('clients') } },
  answers: { kind: 'object', keys: ['id'] },
  one: 'contract',
  async run({ db }, { values }) {
    const id = uuidv7();
    await db.run(insert, { id, ...values });
    return { id };
  },
  explain: async (error, _, { values: { client_id } }) =>
    constraintOf(error) === 'contracts_client_id_fkey'
      ? invalid(`The team has no client ${client_id}.`)
      : error,
});
