import type { TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import { hasQueued } from '#server/events/outbox.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict } from '#server/platform/errors.ts';
import { gets, updates } from '#server/records/crud-queries.ts';
import { emitsRecord } from '#server/records/statements.ts';
import { billingLineInput, billingLines } from '../crm/billing-lines/table.ts';
import {
  type ContractHours,
  type ContractTerms,
  hoursOf,
  type PeriodHours,
  termsOfOne,
} from './burn.ts';
import { unitsPerMinute } from './carry-over.ts';
import { dayAfter, periodAt } from './periods.ts';

/*
 * Billing lines (docs/adr/0224-billing-lines.md). The lock of the contract orders several processes, and the unique key of billing_lines
 * refuses a second line of a period.
 */

/** Max periods that are billed after an outage of the worker. */
const maxPeriods = 24;
/** Max number of periods, up to the current one, whose lines can be recalculated. */
const mostPeriods = 240;

const lockContract = teamStatement(`
  select c.id, c.value::float8 as value, c.overage_rate::float8 as overage_rate, c.bills_from::text as bills_from, c.status,
    (select max(b.ends_on)::text from billing_lines b where b.team_id = $team and b.contract_id = c.id) as billed_until
  from contracts c where ${isOfTeam('c')} and c.id = $id for no key update of c`);

/** SQL: the value of a line's overage, and its total, from its minutes and the terms of its contract. */
const overageAt = (rate: string) =>
  `round($overage_minutes::numeric / 60 * coalesce(${rate}, 0), 2)`;
const totalOf = (value: string, rate: string) => `coalesce(${value}, 0) + ${overageAt(rate)}`;

const emitted = emitsRecord(billingLines, 'created');
const insert = teamStatement(`
  with t as (
    insert into billing_lines (team_id, id, contract_id, client_id, title, starts_on, ends_on, value, included_minutes, carried_minutes,
      used_minutes, overage_minutes, overage_rate, overage_value, total)
    select $team, uuid7(), c.id, c.client_id, c.title, $starts_on::date, $ends_on::date, c.value, $included_minutes::numeric,
      $carried_minutes::numeric, $used_minutes::numeric, $overage_minutes::numeric, c.overage_rate, ${overageAt('c.overage_rate')},
      ${totalOf('c.value', 'c.overage_rate')}
    from contracts c where ${isOfTeam('c')} and c.id = $id
    on conflict (team_id, contract_id, starts_on) do nothing returning *),
  ${emitted} select id, ${hasQueued(emitted)} as has_queued from doc`);

const setCheck = teamStatement(
  `update contracts c set bill_check_on = $day::date where ${isOfTeam('c')} and c.id = $id`,
);

/** Minutes of a period, as its line has them. Without included time there is no overage. */
function minutesOf(terms: ContractTerms, hours: PeriodHours) {
  const isIncluded = terms.included_hours !== null;
  const of = (units: number) => units / unitsPerMinute;
  return {
    included_minutes: isIncluded ? of(hours.included) : null,
    carried_minutes: of(hours.carried),
    used_minutes: of(hours.used),
    overage_minutes: isIncluded ? of(hours.overage) : 0,
  };
}

async function periodsOf(tx: TeamDb, id: string, most: number): Promise<ContractHours | undefined> {
  const rows = (await tx.run(termsOfOne, { id })) as unknown as readonly ContractTerms[];
  return (await hoursOf(tx, rows, most))[0];
}

/** The day after the next period that is not over; null if there is none. */
function nextCheck(terms: ContractTerms, last: PeriodHours | undefined): string | null {
  const isOver = last !== undefined && last.ends_on !== null && last.ends_on < terms.today;
  const next = last && !isOver ? last : periodAt(terms, last ? last.index + 1 : 0);
  return next?.ends_on ? (dayAfter(next.ends_on) ?? null) : null;
}

/**
 * Makes the lines of the periods of an active contract that are over, in a transaction.
 * @param from periods that ended earlier make none; by default those before the contract was created
 * @returns the number of lines
 */
async function billInTransaction(tx: TeamDb, id: string, from?: string): Promise<number> {
  const [contract] = await tx.run(lockContract, { id });
  if (contract?.status !== 'active') return 0;
  const hours = await periodsOf(tx, id, maxPeriods);
  if (!hours) return 0;
  const { contract: terms, periods } = hours;
  const billedUntil = contract.billed_until as string | null;
  const begin = from ?? (contract.bills_from as string);
  let count = 0;
  for (const period of periods) {
    const { starts_on, ends_on } = period;
    // A contract whose first day was changed has other periods: none is billed that overlaps a line.
    const isBilled = billedUntil !== null && starts_on <= billedUntil;
    if (ends_on === null || ends_on >= terms.today || ends_on < begin || isBilled) continue;
    const made = await tx.run(insert, { id, starts_on, ends_on, ...minutesOf(terms, period) });
    count += made.length;
  }
  await tx.run(setCheck, { id, day: nextCheck(terms, periods.at(-1)) });
  return count;
}

/** @see billInTransaction */
export const billContract = (db: TeamDb, id: string, from?: string): Promise<number> =>
  db.transaction((tx) => billInTransaction(tx, id, from));

// Recalculating --------------------------------------------------------------------------------------

const lockLine = teamStatement(`
  select b.contract_id, b.starts_on::text as starts_on, b.status from billing_lines b
  where ${isOfTeam('b')} and b.id = $id for no key update of b`);

const change = updates(billingLines, { ...billingLineInput, accepts: [] }, () => ({
  overage_value: overageAt('$overage_rate::numeric'),
  total: totalOf('$value::numeric', '$overage_rate::numeric'),
}));

const get = gets(billingLines);

export const recalculateBillingLine = operation({
  name: 'billing_lines.recalculate',
  id: 'recalculateBillingLine',
  summary: 'Recalculate a billing line',
  note: 'Reads the terms of the contract and the hours of the period again, for example after time was entered late. A line that is billed or waived stays as it is. Returns 409 if the contract no longer has this period.',
  allow: { key: 'full', user: 'admin', operator: true },
  v1: { method: 'POST', path: `${billingLines.path}/:id/recalculate`, status: 200 },
  emits: ['billing_line.updated'],
  input: { path: ['id'] },
  output: { kind: 'record', table: billingLines },
  one: billingLines.one,
  run: (ctx, { id }) =>
    ctx.db.transaction(async (db) => {
      const [line] = await db.run(lockLine, { id });
      if (!line) return undefined;
      if (line.status !== 'open') return get(ctx, id);
      const [contract] = await db.run(lockContract, { id: line.contract_id });
      const hours = await periodsOf(db, line.contract_id as string, mostPeriods);
      const period = hours?.periods.find(({ starts_on }) => starts_on === line.starts_on);
      if (!hours || !contract || !period || period.ends_on === null)
        throw conflict('The contract no longer has this period.', 'changed');
      return change({ ...ctx, db }, id, {
        ends_on: period.ends_on,
        title: hours.contract.title,
        client_id: hours.contract.client_id,
        value: contract.value,
        overage_rate: contract.overage_rate,
        ...minutesOf(hours.contract, period),
      });
    }),
});
