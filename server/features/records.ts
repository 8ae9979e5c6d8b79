import type { Crud } from '../operations/crud.ts';
import activities from './crm/activities/table.ts';
import clients from './crm/clients/table.ts';
import contacts from './crm/contacts/table.ts';
import deals from './crm/deals/table.ts';
import campaigns from './work/campaigns/table.ts';
import projects from './work/projects/table.ts';
import tasks from './work/tasks/table.ts';

/** The records that agencies work with, in the order of the interface. A new resource is a line here. */
export const records: readonly Crud[] = [
  contacts,
  projects,
  clients,
  tasks,
  deals,
  campaigns,
  activities,
];
