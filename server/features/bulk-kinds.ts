import type { Crud } from '../operations/crud.ts';
import type { Operation } from '../operations/operation.ts';
import type { Values } from '../records/verbs.ts';
import activities from './crm/activities/operations.ts';
import { listInPanel as listActivities } from './crm/activities/panel.ts';
import clients from './crm/clients/operations.ts';
import contacts from './crm/contacts/operations.ts';
import deals, { listInPanel as listDeals } from './crm/deals/operations.ts';
import campaigns, { listInPanel as listCampaigns } from './work/campaigns/operations.ts';
import projects, { listInPanel as listProjects } from './work/projects/operations.ts';
import tasks from './work/tasks/operations.ts';
import { restore } from './work/tasks/restore.ts';
import { listTasks } from './work/tasks/views.ts';

/** What many records of a kind can be changed in at once. */
export interface BulkKind {
  readonly crud: Crud;
  /** The panel's list, by whose query they are found. */
  readonly list: Pick<Operation, 'takes' | 'run' | 'read'>;
  /** SQL over `r`: what a record is called. */
  readonly name: string;
  readonly fields: readonly string[];
  /** A field → those that change along with it, and go back with it. */
  readonly along: Readonly<Record<string, readonly string[]>>;
  /** The field by which deleting archives; null where it is a trash; absent where what is deleted is gone. */
  readonly archivedBy?: string | null;
  /** Takes out of the trash. */
  readonly restore?: Operation<{ readonly path: readonly ['id'] }, unknown>;
}

const placed = ['pipeline_id', 'column', 'position', 'completed_at'];

export const bulkKinds: Readonly<Record<string, BulkKind>> = {
  tasks: {
    crud: tasks,
    list: listTasks,
    name: 'r.title',
    fields: [
      'pipeline_id',
      'column',
      'priority',
      'assignee_id',
      'assignee_ids',
      'reporter_id',
      'due_date',
      'estimated_hours',
      'tags',
    ],
    along: {
      pipeline_id: placed,
      column: placed,
      assignee_id: ['assignee_ids'],
      assignee_ids: [],
    },
    archivedBy: null,
    restore,
  },
  deals: {
    crud: deals,
    list: listDeals,
    name: 'r.title',
    fields: [
      'phase',
      'loss_reason',
      'priority',
      'status',
      'probability',
      'expected_close_date',
      'responsible_id',
      'source',
      'client_id',
      'tags',
      'is_starred',
    ],
    along: {},
    archivedBy: 'status',
  },
  clients: {
    crud: clients,
    list: clients.list,
    name: 'r.name',
    fields: ['status', 'source', 'tags'],
    along: {},
    archivedBy: 'status',
  },
  contacts: {
    crud: contacts,
    list: contacts.list,
    name: 'coalesce(r.custom_name, r.push_name, r.phone)',
    fields: ['client_id', 'tags'],
    along: {},
  },
  campaigns: {
    crud: campaigns,
    list: listCampaigns,
    name: 'r.name',
    fields: ['status', 'start_date', 'end_date', 'target_platforms'],
    along: {},
    archivedBy: 'status',
  },
  activities: {
    crud: activities,
    list: listActivities,
    name: 'r.title',
    fields: [
      'type',
      'is_completed',
      'due_date',
      'priority',
      'assigned_to',
      'client_id',
      'deal_id',
      'tags',
    ],
    along: {},
    archivedBy: 'is_completed',
  },
  projects: {
    crud: projects,
    list: listProjects,
    name: 'r.name',
    fields: ['status', 'priority', 'color', 'start_date', 'due_date', 'squad_id', 'client_id'],
    along: { status: ['completed_at'] },
    archivedBy: 'status',
  },
};

/** Fields that are lists: a change can add values to them, and remove values. */
const gathered = ['tags', 'assignee_ids'] as const;

/** The lists of a kind: a field → the names under which a change adds to it and removes from it. */
export const listsOf = ({ fields }: Pick<BulkKind, 'fields'>) =>
  gathered
    .filter((name) => fields.includes(name))
    .map((name) => ({ name, add: `add_${name}`, remove: `remove_${name}` }));

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The fields that a change gives a record, as it is now. */
export function wantedOf(of: BulkKind, change: Values, record: Values): Values {
  const wanted = { ...change };
  for (const { name, add, remove } of listsOf(of)) {
    const { [add]: added, [remove]: removed } = change;
    if (added === undefined && removed === undefined) continue;
    delete wanted[add];
    delete wanted[remove];
    const gone = new Set(listOf(removed));
    const kept = listOf(change[name] ?? record[name]).filter((value) => !gone.has(value));
    wanted[name] = [...new Set([...kept, ...listOf(added)])];
  }
  return wanted;
}

const pick = (record: Values, names: Iterable<string>): Values =>
  Object.fromEntries(
    [...names].filter((name) => name in record).map((name) => [name, record[name]]),
  );

/** What a change touches of a record. */
export const touched = ({ along }: BulkKind, wanted: Values, record: Values): Values =>
  pick(record, new Set(Object.keys(wanted).flatMap((name) => [name, ...(along[name] ?? [])])));

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What leads back. */
export interface Back {
  /** The fields that still hold what was set, as they were. */
  readonly fields: Values;
  /** Those that somebody has changed since. */
  readonly kept: readonly string[];
}

/** What leads back from a change. @param now the record as it is */
export function backOf({ along }: BulkKind, before: Values, after: Values, now: Values): Back {
  const led = new Set(Object.values(along).flat());
  const own = Object.keys(before).filter((name) => !led.has(name) || name in along);
  const standing = own.filter((name) => isSame(now[name], after[name]));
  const names = new Set(standing.flatMap((name) => [name, ...(along[name] ?? [])]));
  return { fields: pick(before, names), kept: own.filter((name) => !standing.includes(name)) };
}
