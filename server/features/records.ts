import type { Crud } from '../operations/crud.ts';
import activities from './crm/activities/operations.ts';
import clients from './crm/clients/operations.ts';
import contacts from './crm/contacts/operations.ts';
import contracts from './crm/contracts/operations.ts';
import deals from './crm/deals/operations.ts';
import campaigns from './work/campaigns/operations.ts';
import projects from './work/projects/operations.ts';
import tasks from './work/tasks/operations.ts';

/** Core record types, in the order of the public API. Add a new resource here. */
export const records: readonly Crud[] = [
  contacts,
  projects,
  clients,
  tasks,
  deals,
  campaigns,
  activities,
  contracts,
];
