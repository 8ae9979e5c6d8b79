import type { Crud } from '../operations/crud.ts';
import type { Operation } from '../operations/operation.ts';
import type { Values } from '../records/crud-queries.ts';
import { listInPanel as listActivities } from './crm/activities/panel-list.ts';
import { listInPanel as listDeals } from './crm/deals/operations.ts';
import { records } from './records.ts';
import { listInPanel as listCampaigns } from './work/campaigns/operations.ts';
import { listInPanel as listProjects } from './work/projects/operations.ts';
import { projectDependentFields } from './work/projects/table.ts';
import { restore } from './work/tasks/restore.ts';
import { taskDependentFields } from './work/tasks/table.ts';
import { listTasks } from './work/tasks/views.ts';

/** Describes how records of one type are changed in bulk. */
export interface BulkKind {
  readonly crud: Crud;
  /** The panel's list operation; its query selects the records. */
  readonly list: Pick<Operation, 'input' | 'run' | 'read'>;
  /** Field → fields that change with it and are restored with it. */
  readonly dependentFields?: Readonly<Record<string, readonly string[]>>;
  /** Field that deletion sets to archive a record; null if deletion moves it to the trash; absent if deletion is permanent. */
  readonly archivedBy?: string | null;
  /** Restores a record from the trash. */
  readonly restore?: Operation<{ readonly path: readonly ['id'] }, unknown>;
}

/** Differences from a record type whose deletion is permanent and whose list is that of v1. */
const differences: Readonly<Record<string, Partial<BulkKind>>> = {
  tasks: {
    list: listTasks,
    dependentFields: taskDependentFields,
    archivedBy: null,
    restore,
  },
  deals: { list: listDeals, archivedBy: 'status' },
  clients: { archivedBy: 'status' },
  campaigns: { list: listCampaigns, archivedBy: 'status' },
  activities: { list: listActivities, archivedBy: 'is_completed' },
  projects: {
    list: listProjects,
    dependentFields: projectDependentFields,
    archivedBy: 'status',
  },
};

export const bulkKinds: Readonly<Record<string, BulkKind>> = Object.fromEntries(
  records.map((crud) => [
    crud.table.name,
    { crud, list: crud.list, ...differences[crud.table.name] },
  ]),
);

/** Array fields, to which a change can add values and from which it can remove values. */
const gathered = ['tags', 'assignee_ids'] as const;

/** Fields that a change may set. */
export const bulkFields = ({ crud }: BulkKind): readonly string[] => crud.table.bulk ?? [];

/** Array fields of a record type, each with the names of its add and remove parameters. */
export const listsOf = (of: BulkKind) =>
  gathered
    .filter((name) => bulkFields(of).includes(name))
    .map((name) => ({ name, add: `add_${name}`, remove: `remove_${name}` }));

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Resolves a change against the current record, applying add and remove parameters to array fields. */
export function targetValues(of: BulkKind, change: Values, record: Values): Values {
  const wanted = { ...change };
  for (const { name, add, remove } of listsOf(of)) {
    const { [add]: added, [remove]: removed } = change;
    if (added === undefined && removed === undefined) continue;
    delete wanted[add];
    delete wanted[remove];
    const gone = new Set(listOf(removed));
    const remaining = listOf(change[name] ?? record[name]).filter((value) => !gone.has(value));
    wanted[name] = [...new Set([...remaining, ...listOf(added)])];
  }
  return wanted;
}

const pick = (record: Values, names: Iterable<string>): Values =>
  Object.fromEntries(
    [...names].filter((name) => name in record).map((name) => [name, record[name]]),
  );

/** Values of the fields that a change affects. */
export const affectedValues = (
  { dependentFields: along = {} }: BulkKind,
  wanted: Values,
  record: Values,
): Values =>
  pick(record, new Set(Object.keys(wanted).flatMap((name) => [name, ...(along[name] ?? [])])));

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Values that an undo restores. */
interface Undo {
  /** Previous values of the fields that still hold what the change set. */
  readonly fields: Values;
  /** Fields that someone has changed since. */
  readonly kept: readonly string[];
}

/** Computes what undoing a change restores. @param now the current record */
export function undoValues(
  { dependentFields: along = {} }: BulkKind,
  before: Values,
  after: Values,
  now: Values,
): Undo {
  const led = new Set(Object.values(along).flat());
  const changedNames = Object.keys(before).filter((name) => !led.has(name) || name in along);
  const standing = changedNames.filter((name) => isSame(now[name], after[name]));
  const names = new Set(standing.flatMap((name) => [name, ...(along[name] ?? [])]));
  return {
    fields: pick(before, names),
    kept: changedNames.filter((name) => !standing.includes(name)),
  };
}
