import { choice, needed, text } from '../fields';
import { type Resource, resourceOf, update, which } from '../operations';
import {
  activities,
  billing_lines,
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
  resourceOf(billing_lines, undefined, [
    update(billing_lines, [
      choice('status', ['billed', 'open', 'waived'], 'billed', 'The status of the billing line'),
      text('reference', 'The number or the address of the invoice'),
    ]),
    {
      value: 'recalculate',
      name: 'Recalculate',
      action: 'Recalculate a billing line',
      method: 'POST',
      url: `${billing_lines.url}/{id}/recalculate`,
      path: [which(billing_lines)],
      shown: [],
      added: [],
    },
  ]),
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
      added: Object.entries(projects.fields).flatMap(([name, field]) =>
        projects.create.includes(name) ? [field] : [],
      ),
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
