import { hash } from 'node:crypto';
import { type Attribution, attributedTo } from '#server/events/audit.ts';
import { ReadAhead, yielder } from '#server/platform/yielding.ts';
import { fileKind } from '../reading/file-kind.ts';
import { fold } from '../reading/fold.ts';
import type { ImportedResource } from '../reading/mapping.ts';
import type { ImportWork } from '../work.ts';
import { storeInHalves } from './in-halves.ts';
import { membersOfTeam, squadsOfTeam, teamSettings } from './lookups.ts';
import {
  type KeyedRow,
  keyedRow,
  type PlannedRow,
  type Planner,
  planBatch,
  recordMark,
  withRowKey,
} from './plan.ts';
import { openTable } from './read.ts';
import type { RowChoices, TableContents } from './row-choices.ts';
import { problem } from './row-problem.ts';
import { rowReader } from './row-reader.ts';
import { SeenKeys } from './seen-keys.ts';
import { outcomesOf, storeBatch } from './store.ts';
import {
  changedRecords,
  forgetRows,
  ownerOf,
  storeRows,
  unstoredRows,
} from './store-statements.ts';

/*
 * Checks and applies an import of a table. Both read the file from its beginning and decide 500 rows at a time. Applying stores each batch with its
 * outcomes and counts in one transaction: an interrupted run continues after the last one.
 */

const batchSize = 500;
/** Characters of the cells of a batch after which it ends: cells of a workbook may all refer to one long text. */
const batchLength = 8 * 1024 * 1024;

/** Rows whose changes are read at once when an interrupted run continues. */
const resumedRows = 5_000;

interface ResourceCounts {
  created: number;
  updated: number;
  unchanged: number;
}

export interface RowCounts extends ResourceCounts {
  total: number;
  done: number;
  refused: number;
  in_trash: number;
  noted: number;
  records: Record<string, ResourceCounts>;
  comments: number;
  reverted: number;
  kept: number;
  failed: number;
}

const noCounts = (total: number): RowCounts => ({
  ...{ total, done: 0, created: 0, updated: 0, unchanged: 0, refused: 0, in_trash: 0 },
  ...{ noted: 0, records: {}, comments: 0, reverted: 0, kept: 0, failed: 0 },
});

/** Counts with those of a batch. */
function added(counts: RowCounts, rows: readonly PlannedRow[], comments: number): RowCounts {
  const next = { ...counts, records: structuredClone(counts.records) };
  const count = (resource: ImportedResource, name: keyof ResourceCounts) => {
    next.records[resource] ??= { created: 0, updated: 0, unchanged: 0 };
    const of = next.records[resource];
    if (of) of[name] += 1;
  };
  for (const { outcome, problems, creates, updates, unchanged } of rows) {
    next.done += 1;
    next[outcome] += 1;
    if (outcome !== 'refused' && problems.length > 0) next.noted += 1;
    for (const { draft } of creates) count(draft.resource, 'created');
    for (const { draft } of updates) count(draft.resource, 'updated');
    for (const resource of unchanged) count(resource, 'unchanged');
  }
  next.comments += comments;
  return next;
}

async function plannerOf(
  { db, choices: chosen, secrets }: ImportWork,
  isApplied: boolean,
): Promise<Planner> {
  const choices = chosen as RowChoices;
  const members = (await db.run(membersOfTeam)).map(({ id, name, email }) => ({
    ...{ id: String(id), name: String(name), email: String(email ?? '') },
  }));
  const [team] = await db.run(teamSettings);
  const list = (value: unknown) => (value as string[] | null) ?? [];
  return {
    ...{ choices, members, isApplied, secrets, seen: new SeenKeys() },
    squads: new Map(
      (await db.run(squadsOfTeam)).map(({ id, name }) => [fold(String(name)), String(id)]),
    ),
    phases: {
      listed: list(team?.deal_phases),
      won: list(team?.won_phases),
      lost: list(team?.lost_phases),
    },
  };
}

const sha = (text: string) => hash('sha256', text, 'base64url');

/** Yields the rows of the file with their keys, in batches. */
async function* batchesOf(work: ImportWork, planner: Planner): AsyncGenerator<readonly KeyedRow[]> {
  const contents = work.contents as TableContents;
  const read = rowReader({
    choices: planner.choices,
    columns: contents.columns,
    preset: contents.guess.preset,
    timeZone: work.timeZone,
  });
  const equal = new SeenKeys();
  const kind = await fileKind(await work.path());
  let batch: KeyedRow[] = [];
  let length = 0;
  let n = 0;
  const pause = yielder();
  const table = await openTable(work, kind);
  try {
    for await (const row of table.rows()) {
      await pause();
      n += 1;
      batch.push(keyedRow(n, read(row), planner, (draft) => withRowKey(draft, sha, equal)));
      for (const cell of row.cells) length += cell.length;
      if (batch.length < batchSize && length < batchLength) continue;
      yield batch;
      batch = [];
      length = 0;
    }
    if (batch.length > 0) yield batch;
  } finally {
    await table.close();
  }
}

/** Remembers the keys of stored rows. */
function remember(planner: Planner, rows: readonly Pick<PlannedRow, 'marks' | 'line'>[]): void {
  for (const { marks, line } of rows) for (const mark of marks) planner.seen.add(mark, line);
}

/** Counts what applying would do, and keeps the rows with problems. @throws FileProblem */
export async function checkRows(work: ImportWork): Promise<void> {
  const { db, id } = work;
  const planner = await plannerOf(work, false);
  while ((await db.run(forgetRows, { id })).length > 0) await work.hold();
  let counts = noCounts((work.contents as TableContents).rows);
  for await (const batch of batchesOf(work, planner)) {
    const rows = await planBatch(db, batch, planner);
    remember(planner, rows);
    counts = added(
      counts,
      rows,
      rows.reduce((sum, { comments }) => sum + comments.length, 0),
    );
    const noted = rows.filter(({ problems }) => problems.length > 0);
    if (noted.length > 0) await db.run(storeRows, { id, rows: outcomesOf(noted) });
    await work.progress(counts);
  }
  await work.end('checked', { counts: { ...counts, total: counts.done } });
}

/** Attributes records to the import, for the member who started it. */
export const attribution = (
  id: string,
  user: string | null,
  operation: 'imports.apply' | 'imports.undo',
): Attribution => ({
  ...{ acting_kind: 'import', acting_id: id, acting_for: user, acting_in: operation },
  ...{ acting_class: 'change', acting_request: null, acting_session: null, acting_from: null },
});

/** Stores the rows. @throws FileProblem */
export async function applyRows(work: ImportWork): Promise<void> {
  const { db, id, jidSuffix } = work;
  const choices = work.choices as RowChoices;
  const planner = await plannerOf(work, true);
  const acting = attributedTo(db, attribution(id, work.user, 'imports.apply'));
  const [owner] = await db.run(ownerOf, { user: work.user });
  const user = (owner?.id as string | undefined) ?? null;
  let counts = (work.counts as RowCounts | null) ?? noCounts((work.contents as TableContents).rows);
  const { done } = counts;
  const unstored = new Set(
    done === 0 ? [] : (await db.run(unstoredRows, { id, done })).map(({ n }) => Number(n)),
  );

  for (let after = 0; after < done; after += resumedRows) {
    const last = Math.min(after + resumedRows, done);
    for (const { resource, record_id, line } of await db.run(changedRecords, { id, after, last }))
      planner.seen.set(recordMark(String(resource), String(record_id)), Number(line));
  }
  const batches = new ReadAhead(batchesOf(work, planner));

  /** Plans and stores rows in one transaction. */
  async function apply(batch: readonly KeyedRow[]): Promise<void> {
    const stored = await acting.transaction(async (tx) => {
      await work.hold(tx);
      const rows = await planBatch(tx, batch, planner);
      // The next rows are read while the database stores these.
      batches.start();
      const comments = await storeBatch(tx, rows, {
        ...{ importId: id, user, jidSuffix, planner, emits: choices.emits },
      });
      const next = added(counts, rows, comments);
      await work.store(tx, next);
      return { rows, next };
    });
    counts = stored.next;
    remember(planner, stored.rows);
  }

  /** Stores that the database has refused a row. */
  async function refuse({ n, row }: KeyedRow, constraint: string): Promise<void> {
    const refused: PlannedRow = {
      ...{ n, line: row.line, cells: row.cells, outcome: 'refused' },
      problems: [problem('changed_meanwhile', { values: { constraint } })],
      ...{ creates: [], updates: [], unchanged: [], externalIds: [], comments: [], marks: [] },
    };
    await db.transaction(async (tx) => {
      await work.hold(tx);
      await tx.run(storeRows, { id, rows: outcomesOf([refused]) });
      const next = added(counts, [refused], 0);
      await work.store(tx, next);
      counts = next;
    });
  }

  for await (const batch of batches) {
    const before = batch.filter(({ n }) => n <= done);
    remember(
      planner,
      before
        .filter(({ n }) => !unstored.has(n))
        .map(({ marks, row: { line } }) => ({ marks, line })),
    );
    const rest = batch.slice(before.length);
    await storeInHalves(rest, apply, refuse);
  }
  await work.end('applied', { counts: { ...counts, total: counts.done } });
}
