import type { TeamDb } from '#server/db/database.ts';
import { attributedTo } from '#server/events/audit.ts';
import { stored } from '#server/records/input.ts';
import { adjustEntries } from '../../work/time-entries/task-sums.ts';
import type { ImportedResource } from '../reading/mapping.ts';
import type { ImportWork } from '../work.ts';
import { importedTables } from './imported-tables.ts';
import { storeInHalves } from './in-halves.ts';
import { lockedRecords } from './lookups.ts';
import { isSame } from './plan.ts';
import type { RowChoices } from './row-choices.ts';
import { attribution, type RowCounts } from './run.ts';
import { linkOrder } from './store.ts';
import { changing } from './store-statements.ts';
import {
  createdAmong,
  pendingChanges,
  pendingResources,
  removeComments,
  removing,
  storeLeft,
  storeUndone,
  trashTasks,
} from './undo-statements.ts';

/*
 * Undoes an import of a table: records that it created are removed, and changed fields get their values back, where people have left them as
 * the import did. 500 records are one transaction, with their outcomes, so that an interrupted run continues after the last one.
 */

const batchSize = 500;

type Values = Readonly<Record<string, unknown>>;

interface Change {
  readonly n: number;
  readonly record: string;
  readonly recordId: string;
  readonly action: 'created' | 'updated';
  readonly before: Values;
  readonly after: Values;
}

type Left = Pick<RowCounts, 'reverted' | 'kept' | 'failed'>;

const changeOf = (row: Values): Change => ({
  n: Number(row.n),
  record: String(row.record),
  recordId: String(row.record_id),
  action: row.action as Change['action'],
  before: (row.before as Values | null) ?? {},
  after: (row.after as Values | null) ?? {},
});

/** The reversal of a change of a record. */
interface Reversal {
  readonly change: Change;
  /** Fields that get their values back. */
  readonly values: Values;
  /** Fields that were changed since. */
  readonly changedSince: readonly string[];
  readonly isTrashed: boolean;
}

/** @param now the record as it is; undefined if it was deleted */
function reversalOf(change: Change, now: Values | undefined): Reversal {
  const { before, after } = change;
  const fields = now ? Object.keys(after) : [];
  const standing = fields.filter((name) => isSame(name, now?.[name], after[name]));
  return {
    change,
    values: Object.fromEntries(standing.map((name) => [name, before[name] ?? null])),
    changedSince: fields.filter((name) => !standing.includes(name)),
    isTrashed: now !== undefined && before.is_inactive === true && !('status' in before),
  };
}

/** Gives changed records their values back. @returns the numbers of the outcomes */
async function revert(
  tx: TeamDb,
  id: string,
  resource: ImportedResource,
  changes: readonly Change[],
  areEvents: boolean,
): Promise<Left> {
  const keys = changes.map(({ recordId }) => recordId);
  const records = new Map(
    (await tx.run(lockedRecords[resource], { keys })).map((row) => [
      String(row.id),
      JSON.parse(String(row.data)) as Values,
    ]),
  );
  const reversals = changes.map((change) => reversalOf(change, records.get(change.recordId)));
  const { table } = importedTables[resource];
  const batch = reversals
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ change: { recordId }, values }) => ({
      ...stored(table.fields, values),
      ...{ id: recordId, sets: Object.keys(values), is_restored: false },
    }));
  if (batch.length > 0)
    await tx.run(changing(resource, areEvents), { batch: JSON.stringify(batch) });
  const hours = batch.filter(({ sets }) => resource === 'tasks' && sets.includes('actual_hours'));
  if (hours.length > 0)
    await adjustEntries(
      tx,
      hours.map((task) => task.id),
      areEvents,
    );
  const trashed = reversals.filter(({ isTrashed }) => isTrashed);
  if (resource === 'tasks' && trashed.length > 0)
    await tx.run(trashTasks, { ids: trashed.map(({ change }) => change.recordId) });
  await tx.run(storeUndone, {
    ...{ id, places: changes.map(({ n }) => n) },
    undone: JSON.stringify(
      reversals.map(({ change: { n, record }, changedSince: fields }) => ({
        ...{ n, record, outcome: fields.length > 0 ? 'kept' : 'reverted' },
        ...{
          reason: fields.length > 0 ? 'edited' : null,
          fields: fields.length > 0 ? fields : null,
        },
      })),
    ),
  });
  const changed = reversals.filter(({ changedSince }) => changedSince.length > 0).length;
  return { reverted: reversals.length - changed, kept: changed, failed: 0 };
}

/** Undoes what an import of a table has created and changed. */
export async function undoRows(work: ImportWork): Promise<void> {
  const { db, id } = work;
  const { emits: areEvents } = work.choices as RowChoices;
  const acting = attributedTo(db, attribution(id, work.user, 'imports.undo'));
  let counts = work.counts as RowCounts;

  /** Stores a part with its numbers in one transaction. */
  async function inOne(part: (tx: TeamDb) => Promise<Left>): Promise<void> {
    counts = await acting.transaction(async (tx) => {
      await work.hold(tx);
      const left = await part(tx);
      const next = {
        ...counts,
        reverted: counts.reverted + left.reverted,
        kept: counts.kept + left.kept,
        failed: counts.failed + left.failed,
      };
      await work.store(tx, next);
      return next;
    });
  }

  /** Does a part of changes. Records at which the database refuses it stay. */
  const inHalves = (
    changes: readonly Change[],
    part: (tx: TeamDb, some: readonly Change[]) => Promise<Left>,
    left: { readonly outcome: 'kept' | 'failed'; readonly reason: string },
  ) =>
    storeInHalves(
      changes,
      (some) => inOne((tx) => part(tx, some)),
      ({ recordId: record }) =>
        inOne(async (tx) => {
          await tx.run(storeLeft, { id, record, ...left });
          return { reverted: 0, kept: 0, failed: 0, [left.outcome]: 1 };
        }),
    );

  async function undoBatch(resource: ImportedResource, changes: readonly Change[]): Promise<void> {
    const ids = [...new Set(changes.map(({ recordId }) => recordId))];
    const made = new Set((await db.run(createdAmong, { id, ids })).map((row) => String(row.id)));
    const created = new Map(
      changes.filter(({ recordId }) => made.has(recordId)).map((each) => [each.recordId, each]),
    );
    await inHalves(
      [...created.values()],
      async (tx, some) => {
        const [row] = await tx.run(removing(resource, areEvents), {
          id,
          ids: some.map(({ recordId }) => recordId),
        });
        return { reverted: Number(row?.reverted), kept: Number(row?.kept), failed: 0 };
      },
      { outcome: 'kept', reason: 'in_use' },
    );
    // A record that several rows changed gets its values back row by row, the last first.
    let rest = changes.filter(({ recordId }) => !made.has(recordId));
    while (rest.length > 0) {
      const round = new Map<string, Change>();
      for (const change of rest)
        if (!round.has(change.recordId)) round.set(change.recordId, change);
      const some = [...round.values()];
      rest = rest.filter((change) => !some.includes(change));
      await inHalves(some, (tx, part) => revert(tx, id, resource, part, areEvents), {
        outcome: 'failed',
        reason: 'refused',
      });
    }
  }

  const last = new Map(
    (await db.run(pendingResources, { id })).map((row) => [row.resource, Number(row.last)]),
  );
  // Records that refer to others come before those.
  for (const resource of linkOrder.toReversed())
    for (let n = last.get(resource) ?? 0; n > 0; n -= batchSize) {
      const rows = await db.run(pendingChanges, { id, resource, last: n, after: n - batchSize });
      if (rows.length > 0) await undoBatch(resource, rows.map(changeOf));
    }
  for (;;) {
    const removed = await acting.transaction(async (tx) => {
      await work.hold(tx);
      return tx.run(removeComments, { id });
    });
    if (removed.length === 0) break;
  }
  await work.end('undone', { counts });
}
