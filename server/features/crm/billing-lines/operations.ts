import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { explains, updates } from '#server/records/crud-queries.ts';
import { billingLineInput, billingLines } from './table.ts';

/* Billing lines of contracts (docs/adr/0224-billing-lines.md). The worker makes them (retainers/billing.ts). */

export const billingLineReads = reads(billingLines);

const change = updates(billingLines, billingLineInput, (names) =>
  names.has('status')
    ? {
        billed_at: `case when $status::billing_status = 'billed' then coalesce(old.billed_at, clock.now) end`,
      }
    : {},
);
const explain = explains(billingLines);

const update = operation({
  name: 'billing_lines.update',
  id: 'updateBillingLine',
  summary: 'Update a billing line',
  note: 'Changes only the given fields; null clears the reference. Returns the whole record.',
  allow: { key: 'full', user: 'admin', operator: true },
  v1: { method: 'PUT', path: `${billingLines.path}/:id`, status: 200 },
  emits: ['billing_line.updated'],
  input: { path: ['id'], body: billingLineInput },
  output: { kind: 'record', table: billingLines },
  one: billingLines.one,
  run: (ctx, { id, values }) => change(ctx, id, values),
  explain: (error, db, { values }) => explain(error, db, values),
});

export const billingLineOperations: readonly Operation[] = [update];
