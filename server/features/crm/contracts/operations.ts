import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '#server/db/statement.ts';
import { hasQueued } from '#server/events/outbox.ts';
import type { Context } from '#server/operations/context.ts';
import { crud } from '#server/operations/crud.ts';
import {
  changeLockOf,
  mustText,
  refuseImmutable,
  shapes,
  textOf,
  type Values,
  type Verbs,
} from '#server/records/crud-queries.ts';
import { stored } from '#server/records/input.ts';
import {
  changeEvents,
  changeOf,
  type Derived,
  emitsChange,
  emitsRecord,
  insertInto,
} from '#server/records/statements.ts';
import { contractInputs, contracts } from './table.ts';

/*
 * Contracts. Each statement also writes the rows of contract_projects, which contain the foreign keys of project_ids.
 */

const link = `insert into contract_projects (team_id, contract_id, project_id)
  select t.team_id, t.id, project from t, unnest(t.project_ids) project on conflict do nothing`;

const createStatement = (derived: Derived) => {
  const parts = emitsRecord(contracts, 'created');
  return teamStatement(
    `with t as (${insertInto(contracts, contractInputs.create.accepts, derived)}), linked as (${link}),
      ${parts} select data, ${hasQueued(parts)} as has_queued from doc`,
  );
};
const insert = createStatement({});
const insertOfDeal = createStatement({ deal_id: '$deal_id::uuid' });

/** Creates a contract. @param deal_id the deal that becomes the contract */
export async function createContract(
  { db }: Pick<Context, 'db'>,
  values: Values,
  deal_id?: string,
): Promise<string> {
  const all = { ...stored(contracts.fields, values), id: uuidv7(), deal_id };
  return mustText((await db.run(deal_id === undefined ? insert : insertOfDeal, all))[0]);
}

/** Fields that determine the periods of a contract. */
const ofPeriods = ['status', 'period', 'starts_on', 'ends_on'] as const;

/**
 * Another period is checked by the worker in its next turn (retainers/billing.ts). A contract that becomes active is billed from then on.
 */
function billingAfter(names: readonly string[]): Derived {
  const changed = ofPeriods.filter((name) => names.includes(name));
  if (changed.length === 0) return {};
  const values = changed.map((name) => `$${name}::${contracts.fields[name]?.sql}`);
  const today =
    '(clock.now at time zone (select x.time_zone from teams x where x.id = $team))::date';
  return {
    bill_check_on: `case when (${values.join(', ')}) is distinct from (${changed.map((name) => `old.${name}`).join(', ')})
      then date '2000-01-01' else old.bill_check_on end`,
    ...(names.includes('status') && {
      bills_from: `case when $status::contract_status = 'active' and old.status <> 'active'
        then greatest(old.bills_from, ${today}) else old.bills_from end`,
    }),
  };
}

const change = shapes((names: readonly string[]) => {
  const parts = changeOf(contracts, names, contractInputs.update.immutable, billingAfter(names));
  const emitted = emitsChange(contracts, parts, changeEvents(contracts, 'updated'));
  const linked = names.includes('project_ids')
    ? `unlinked as (
        delete from contract_projects p using t
        where p.team_id = $team and p.contract_id = t.id and p.project_id <> all (t.project_ids)),
      linked as (${link}),`
    : '';
  return teamStatement(
    `with ${parts.with}, ${linked} ${emitted}
    select doc.data, ${parts.refused} as refused, ${hasQueued(emitted)} as has_queued from old, doc`,
  );
});

const updateContract: Verbs['update'] = async ({ db }, id, values) => {
  const names = Object.keys(values);
  const [row] = await db.run(
    change(names.join(), names),
    { ...stored(contracts.fields, values), id },
    changeLockOf(contracts, id),
  );
  refuseImmutable(row);
  return textOf(row);
};

const admins = { user: 'admin' } as const;

const plain = crud(
  contracts,
  contractInputs,
  { alsoAllow: { create: admins, update: admins, delete: admins } },
  { create: (ctx, values) => createContract(ctx, values), update: updateContract },
);

export default { ...plain, create: { ...plain.create, cli: 'contract create' } };
