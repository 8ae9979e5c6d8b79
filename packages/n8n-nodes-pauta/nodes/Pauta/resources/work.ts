import { type Resource, resourceOf } from '../operations';
import {
  activities,
  campaigns,
  clients,
  contacts,
  contracts,
  deals,
  pipelines,
  projects,
  tasks,
} from '../records';

/** Records of sales and of projects. */
export const work: readonly Resource[] = [
  resourceOf(activities, 'Complete'),
  resourceOf(campaigns, 'Cancel'),
  resourceOf(clients, 'Deactivate'),
  resourceOf(contacts, 'Delete'),
  resourceOf(contracts, 'Delete'),
  resourceOf(deals, 'Archive'),
  resourceOf(pipelines),
  resourceOf(projects, 'Cancel'),
  resourceOf(tasks, 'Trash'),
];
