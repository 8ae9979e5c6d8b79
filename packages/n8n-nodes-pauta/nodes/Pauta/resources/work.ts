import { needed } from '../fields';
import { type Resource, resourceOf, which } from '../operations';
import {
  activities,
  campaigns,
  clients,
  contacts,
  contracts,
  deals,
  pipelines,
  project_templates,
  projects,
  tasks,
  time_entries,
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
  resourceOf(project_templates, undefined, [
    {
      value: 'createProject',
      name: 'Create Project',
      action: 'Create a project from a template',
      method: 'POST',
      url: `${project_templates.url}/{id}/projects`,
      path: [which(project_templates)],
      shown: [needed(projects.fields.name)],
      added: projects.create.map((name) => projects.fields[name]),
      collection: 'additionalFields',
    },
  ]),
  resourceOf(projects, 'Cancel'),
  resourceOf(tasks, 'Trash'),
  resourceOf(time_entries, 'Delete', [
    {
      value: 'stop',
      name: 'Stop',
      action: 'Stop a timer',
      method: 'POST',
      url: '/v1/time-entries/{id}/stop',
      path: [which(time_entries)],
      shown: [],
      added: [],
    },
  ]),
];
