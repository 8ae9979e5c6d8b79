import { choice, list, longText, needed, number, record, text } from '../fields';
import { create, getMany, type Resource, resourceOf, update, which } from '../operations';
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

const commented = [
  'activities',
  'campaigns',
  'clients',
  'contacts',
  'deals',
  'projects',
  'tasks',
] as const;
const commentedType = choice('record_type', commented, 'tasks', 'The type of record');
const comments = {
  one: 'comment',
  many: 'comments',
  url: '/v1/comments',
  searched: '',
};

const comment: Resource = {
  value: 'comment',
  name: 'Comment',
  operations: [
    create(
      comments,
      [
        needed(commentedType),
        needed(text('record_id', 'The ID of the record')),
        needed(longText('content', 'The text, in Markdown')),
      ],
      [
        list('mentions', 'The IDs of the users to mention, who are notified'),
        record('author_id', 'searchUsers', 'The author, if the key is not personal'),
      ],
    ),
    getMany(comments, [commentedType, text('record_id', 'The ID of the record')], ['created_at']),
  ],
};

const approvals = {
  one: 'approval',
  many: 'approvals',
  url: '/v1/approvals',
  searched: '',
};
const approvalId = needed(text('id', 'The ID of the approval'));

const approval: Resource = {
  value: 'approval',
  name: 'Approval',
  operations: [
    {
      ...create(
        approvals,
        [needed(list('campaign_ids', 'The IDs of the campaigns to approve, of one client'))],
        [
          choice('stage', ['client', 'internal'], 'client', 'The approver: the team or the client'),
          text('title', 'The title, as shown in lists'),
          longText('message', 'The message shown to the approver'),
          number('needed', 'The number of approvals required'),
          number('expires_in_days', 'The number of days for which the link is valid'),
          text('pin', 'The PIN of the link: 4 to 12 digits', { typeOptions: { password: true } }),
        ],
      ),
      value: 'request',
      name: 'Request',
      action: 'Request an approval',
    },
    {
      value: 'get',
      name: 'Get',
      action: 'Get an approval',
      method: 'GET',
      url: `${approvals.url}/{id}`,
      path: [{ ...approvalId, property: { ...approvalId.property, displayName: 'Approval ID' } }],
      shown: [],
      added: [],
    },
    getMany(
      approvals,
      [
        choice(
          'status',
          ['approved', 'changes', 'expired', 'open', 'rejected', 'revoked', 'withdrawn'],
          'open',
          'Only with this status',
        ),
        choice('stage', ['client', 'internal'], 'client', 'Only of this approver'),
        record('campaign_id', 'searchCampaigns', 'Only of this campaign'),
        record('project_id', 'searchProjects', 'Only of this project'),
        record('client_id', 'searchClients', 'Only of this client'),
      ],
      ['created_at', 'expires_at'],
    ),
  ],
};

/** Records of sales and of projects. */
export const work: readonly Resource[] = [
  resourceOf(activities, 'Complete'),
  approval,
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
  comment,
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
