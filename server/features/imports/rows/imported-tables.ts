import type { Input, Inputs } from '#server/records/input.ts';
import type { Table } from '#server/records/table.ts';
import { activities, activityInputs } from '../../crm/activities/table.ts';
import { clientInputs, clients } from '../../crm/clients/table.ts';
import { contactInputs, contacts } from '../../crm/contacts/table.ts';
import { dealInputs, deals } from '../../crm/deals/table.ts';
import { campaignInputs, campaigns } from '../../work/campaigns/table.ts';
import { projectInputs, projects } from '../../work/projects/table.ts';
import { taskInputs, tasks } from '../../work/tasks/table.ts';
import { type ImportedResource, mappedFields } from '../reading/mapping.ts';

/* The tables that rows can be imported into, and which of their fields an import sets. */

export interface ImportedTable {
  readonly table: Table;
  readonly inputs: Inputs;
  /** All fields that an import sets, validated as the API does. */
  readonly input: Input;
  /** Field that keeps what no other field takes. */
  readonly notes: string;
  /** Field with the name by which it is linked. */
  readonly name: string;
}

/** Fields that links and the service set, never a cell. */
const withoutCells = new Set([
  'parent_id',
  'position',
  'pipeline_id',
  'assignee_id',
  'slug',
  'squad_id',
]);

function imported(table: Table, inputs: Inputs, notes: string, name: string): ImportedTable {
  const accepts = [...new Set([...inputs.create.accepts, ...inputs.update.accepts])].filter(
    (field) => !withoutCells.has(field),
  );
  return { table, inputs, notes, name, input: { ...inputs.create, accepts } };
}

export const importedTables: Readonly<Record<ImportedResource, ImportedTable>> = {
  contacts: imported(contacts, contactInputs, 'notes', 'custom_name'),
  clients: imported(clients, clientInputs, 'notes', 'name'),
  projects: imported(projects, projectInputs, 'description', 'name'),
  tasks: imported(tasks, taskInputs, 'description', 'title'),
  deals: imported(deals, dealInputs, 'description', 'title'),
  campaigns: imported(campaigns, campaignInputs, 'description', 'name'),
  activities: imported(activities, activityInputs, 'description', 'title'),
};

/** Links of each resource that a column may name: field → resource. */
export const linkedResources: Readonly<
  Record<ImportedResource, Readonly<Record<string, ImportedResource>>>
> = {
  contacts: { client_id: 'clients' },
  clients: {},
  projects: { client_id: 'clients' },
  tasks: { project_id: 'projects' },
  deals: { client_id: 'clients' },
  campaigns: { project_id: 'projects' },
  activities: { client_id: 'clients', deal_id: 'deals' },
};

/** Members of the team that a column may name: field of a mapping → field of the record. */
export const memberFields: Readonly<Record<string, string>> = {
  assignee_member: 'assignee_ids',
  reporter_member: 'reporter_id',
  responsible_member: 'responsible_id',
  assigned_member: 'assigned_to',
};

/** Fields that any mapping may fill, in addition to those of the resource. */
const ofAny = ['id', 'external_id', 'created_at', 'updated_at', 'notes', 'ignored'];

/** Fields of exports of Pauta. */
const ofExports = [
  'slug',
  'key',
  'position',
  'column_slug',
  'board_name',
  'squad_name',
  'contract_name',
  'contract_id',
];

/** Names of the fields of a resource that a column may fill. */
export const fieldsOf = (resource: ImportedResource): ReadonlySet<string> =>
  new Set<string>([
    ...ofAny,
    ...ofExports,
    ...mappedFields[resource],
    ...importedTables[resource].input.accepts,
    ...Object.keys(linkedResources[resource]).flatMap((field) => [
      field,
      field.replace(/_id$/, '_name'),
    ]),
  ]);
