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

/** @param list name of the list operation; `get` reads one record @param usual fields, in display order */
function kindOf(list: string, get: string | undefined, usual: string): Kind {
  const operation = registry.named(list);
  const table = operation.input.query;
  if (!table) throw new Error(`${list} is no list`);
  const fields = usual.split(' ');
  return { list: operation, table, usual: fields, ...(get && { get: registry.named(get) }) };
}

/** Kinds accepted by `list_records` and `get_record`, and those with dedicated tools. */
export const kinds = {
  deals: kindOf(
    'deals.list_in_panel',
    'deals.get',
    'id title phase status value priority client responsible_id expected_close_date updated_at',
  ),
  tasks: kindOf(
    'tasks.list_further',
    'tasks.get',
    'id title project column priority due_date completed_at assignee_ids',
  ),
  clients: kindOf(
    'clients.list',
    'clients.get',
    'id type name display_name email phone status tags',
  ),
  contacts: kindOf(
    'contacts.list',
    'contacts.get',
    'id custom_name push_name phone client_id tags',
  ),
  activities: kindOf(
    'activities.list_in_panel',
    'activities.get',
    'id title type is_completed due_date occurred_at client deal assigned_to',
  ),
  projects: kindOf(
    'projects.list_in_panel',
    'projects.get',
    'id name status priority due_date client squad',
  ),
  campaigns: kindOf(
    'campaigns.list_in_panel',
    'campaigns.get',
    'id name status approval_status project start_date end_date',
  ),
  conversations: kindOf(
    'conversations.list',
    'conversations.get',
    'id contact inbox status assignee waiting_since last_message_at',
  ),
  users: kindOf('users.list', undefined, 'id name email role'),
  inboxes: kindOf('inboxes.list', undefined, 'id name type active connected phone'),
  pipelines: kindOf('pipelines.list', undefined, 'id name project is_default columns'),
  squads: kindOf('squads.list', undefined, 'id name'),
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof kinds;

/** The kinds, in order. */
export const kindNames = Object.keys(kinds) as KindName[];

/** Kinds whose records can be read individually. */
export const readable = kindNames.filter((name) => 'get' in kinds[name]);
