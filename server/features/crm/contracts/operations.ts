import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { panelOnly } from '#server/operations/panel-only.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { explains, mustText, textOf } from '#server/records/crud-queries.ts';
import { link, required, singleLine } from '#server/records/fields.ts';
import { parsed } from '#server/records/read-after-write.ts';
import { createStatement, document } from '#server/records/statements.ts';
import { contractInputs, contracts } from './table.ts';

/*
 * Contracts, to which activities can refer. Available in the panel and the CLI only.
 */

const insert = createStatement(contracts, contractInputs.create.accepts);
const output = { kind: 'record', table: contracts } as const;
const { one } = contracts;
const item = `${contracts.path}/:id`;

export const create = operation({
  name: 'contracts.create',
  id: 'createContract',
  summary: 'Create a contract',
  note: 'An agreement with a client; activities can be linked to it.',
  cli: 'contract create',
  allow: { user: 'admin', operator: true, demo: true },
  panel: { method: 'POST', path: contracts.path, status: 201 },
  emits: [],
  input: { fields: { title: required(singleLine(255, 1)), client_id: link('clients') } },
  output,
  one,
  async run({ db }, { values }) {
    const [row] = await db.run(insert, { id: uuidv7(), ...values });
    return parsed<{ id: string }>(mustText(row));
  },
  explain: async (error, _, { values: { client_id } }) =>
    constraintOf(error) === 'contracts_client_id_fkey'
      ? invalid(`The team has no client ${client_id}.`, 'client_id', 'not_found')
      : error,
});

const change = teamStatement(`
  with t as (
    update contracts t set title = coalesce($title, t.title),
      client_id = case when $has_client::boolean then $client_id::uuid else t.client_id end
    where t.team_id = $team and t.id = $id returning t.*)
  select ${document(contracts, '(select t.*)')} as data from t`);

/** Runs a change of one contract and records it in the audit log. */
const changing = (
  db: TeamDb,
  statement: TeamStatement,
  id: string,
  values: Record<string, unknown>,
  change: { readonly before?: object; readonly after?: object },
) =>
  db.transaction(async (tx) => {
    const [row] = await tx.run(statement, { id, ...values });
    if (row) await recordAudit(tx, { type: contracts.name, id, ...change });
    return textOf(row);
  });

const explain = explains(contracts);

const update = operation({
  name: 'contracts.update',
  id: 'updateContract',
  summary: 'Update a contract',
  note: 'Changes only the given fields; null removes the client.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: item, status: 200 },
  emits: [],
  input: { path: ['id'], body: contractInputs.update },
  output,
  one,
  run: ({ db }, { id, values }) =>
    changing(db, change, id, { has_client: 'client_id' in values, ...values }, { after: values }),
  explain: (error, db, { values }) => explain(error, db, values),
});

const remove = teamStatement(`
  with t as (delete from contracts where team_id = $team and id = $id returning id)
  select (select row_to_json(d)::text from (select t.id, true as deleted) d) as data from t`);

const deleteContract = operation({
  name: 'contracts.delete',
  id: 'deleteContract',
  summary: 'Delete a contract',
  note: 'Returns 409 while activities are linked to it.',
  allow: { user: 'admin' },
  panel: { method: 'DELETE', path: item, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'deleted', table: contracts, keys: { id: '', deleted: true } },
  mayFail: ['CONFLICT'],
  one,
  run: ({ db }, { id }) => changing(db, remove, id, {}, {}),
  explain: async (error) =>
    constraintOf(error) === 'activities_contract_id_fkey'
      ? conflict('Activities are linked to the contract: it cannot be deleted.', 'in_use')
      : error,
});

const { list, get } = reads(contracts);

/** Operations on contracts. */
export const contractOperations: readonly Operation[] = [
  panelOnly(list, 'member'),
  panelOnly(get, 'member'),
  create,
  update,
  deleteContract,
];
