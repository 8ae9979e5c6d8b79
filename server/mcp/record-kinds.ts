import { registry } from '../features/registry.ts';
import type { Operation } from '../operations/operation.ts';
import type { Table } from '../records/table.ts';

/* Kinds of records for agents: the operations that read them, and the fields shown by default. */

export interface Kind {
  readonly list: Operation;
  /** Defines the list's filters, search and sort orders. */
  readonly table: Table;
  /** Absent if the list already shows all fields. */
  readonly get?: Operation;
  /** Fields shown in lists. */
  readonly usual: readonly string[];
}

/** @param list name of the list operation; `get` reads one record */
function kindOf(list: string, get?: string): Kind {
  const operation = registry.named(list);
  const table = operation.input.query;
  if (!table) throw new Error(`${list} is no list`);
  return {
    list: operation,
    table,
    usual: table.brief ?? [],
    ...(get && { get: registry.named(get) }),
  };
}

/** Kinds accepted by `list_records` and `get_record`, and those with dedicated tools. */
export const kinds = {
  deals: kindOf('deals.list_in_panel', 'deals.get'),
  tasks: kindOf('tasks.list_further', 'tasks.get'),
  clients: kindOf('clients.list', 'clients.get'),
  contacts: kindOf('contacts.list', 'contacts.get'),
  activities: kindOf('activities.list_in_panel', 'activities.get'),
  projects: kindOf('projects.list_in_panel', 'projects.get'),
  campaigns: kindOf('campaigns.list_in_panel', 'campaigns.get'),
  contracts: kindOf('contracts.list', 'contracts.get'),
  time_entries: kindOf('time_entries.list', 'time_entries.get'),
  conversations: kindOf('conversations.list', 'conversations.get'),
  users: kindOf('users.list'),
  inboxes: kindOf('inboxes.list'),
  pipelines: kindOf('pipelines.list'),
  squads: kindOf('squads.list'),
  project_templates: kindOf('project_templates.list', 'project_templates.get'),
  approvals: kindOf('approvals.list', 'approvals.get'),
  comments: kindOf('comments.list'),
} as const satisfies Readonly<Record<string, Kind>>;

type KindName = keyof typeof kinds;

/** The kinds, in order. */
export const kindNames = Object.keys(kinds) as KindName[];

/** Kinds whose records can be read individually. */
export const readable = kindNames.filter((name) => 'get' in kinds[name]);
