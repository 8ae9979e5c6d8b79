import {
  about,
  date,
  freeObject,
  link,
  nested,
  oneOf,
  prose,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import {
  equals,
  exampleId,
  type Filter,
  sorted,
  table,
  updatedSince,
} from '#server/records/table.ts';
import { severalValues } from '#server/records/value-filters.ts';
import { nestedExample, nestedProject } from '../projects/table.ts';

const fields = {
  id: required(uuid),
  name: about('The name of the campaign.', required(singleLine(255, 1))),
  project_id: required(link('projects')),
  project: nested('project_id', 'projects'),
  description: prose,
  status: about(
    'draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned.',
    withDefault(
      oneOf('campaign_status', [
        'draft',
        'scheduled',
        'active',
        'paused',
        'completed',
        'cancelled',
      ]),
      'draft',
    ),
  ),
  approval_status: about(
    'The client’s approval; cannot be set here.',
    withDefault(oneOf('approval_status', ['pending', 'approved', 'rejected']), 'pending'),
  ),
  start_date: date,
  end_date: about('The end date.', date),
  content_pillars: about('The themes, in order.', texts(100, 255)),
  target_platforms: about('The platforms, in order.', texts(100, 255)),
  goals: about('Free-form goals.', freeObject({ leads: 200, reach: 50_000 })),
  created_by: uuid,
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

const writable = [
  'name',
  'description',
  'status',
  'start_date',
  'end_date',
  'content_pillars',
  'target_platforms',
  'goals',
] as const;

export const campaigns = table({
  name: 'campaigns',
  one: 'campaign',
  about: 'Marketing campaigns within a project.',
  effectOfDelete:
    'Sets the status to cancelled and keeps the record. Repeating it returns the same response.',
  example: {
    name: 'Winter breads',
    project: { id: exampleId, name: 'Site da Padaria Aurora' },
    description: 'Four weeks of posts.',
    content_pillars: ['recipes', 'people'],
    target_platforms: ['feed', 'stories'],
    end_date: '2026-12-20',
  },
  exampleChange: { status: 'scheduled' },
  path: '/campaigns',
  emits: true,
  notifications: [
    {
      kind: 'decided',
      of: ['approval_status'],
      users: (row) => `array[${row}.created_by,
        (select p.created_by from projects p where p.team_id = $team and p.id = ${row}.project_id),
        (select q.created_by from approval_items i
          join approval_requests q on q.team_id = $team and q.id = i.request_id
          where i.team_id = $team and i.campaign_id = ${row}.id and i.is_live)]`,
      // The decision has the same timestamp, as it is stored in the same transaction.
      decision: `(select d.id from approval_items i
        join approval_decisions d on d.team_id = $team and d.request_id = i.request_id and d.n = i.n
        where i.team_id = $team and i.campaign_id = t.id and d.created_at = now()::timestamptz(3) order by d.id desc limit 1)`,
      when: "t.approval_status is distinct from old.approval_status and t.approval_status <> 'pending'",
    },
  ],
  moves: { of: ['status', 'approval_status'] },
  fields,
  bulk: ['status', 'start_date', 'end_date', 'target_platforms'],
  brief: ['id', 'name', 'status', 'approval_status', 'project', 'start_date', 'end_date'],
  filters: { ...equals(fields, 'status', 'project_id'), ...updatedSince },
  search: { text: ['name', 'description'] },
  sorts: sorted(fields, 'name', 'status', 'start_date', 'end_date', 'created_at', 'updated_at'),
});

const valueFilters = {
  ...campaigns.filters,
  approval_status: {
    field: fields.approval_status,
    sql: 't.approval_status = $approval_status::approval_status',
    about: 'Only campaigns with this approval_status.',
    isUnordered: true,
  },
  client_id: {
    field: link('clients'),
    sql: `exists (select from projects x where x.team_id = $team and x.id = t.project_id and x.client_id = $client_id::uuid)`,
    about: 'Only campaigns of projects of this client.',
    isUnordered: true,
  },
} as const satisfies Record<string, Filter>;

/** Campaigns list with the panel's additional filters. */
export const listedCampaigns = {
  ...campaigns,
  one: 'listed campaign',
  fields: { ...fields, project: nestedProject },
  example: { ...campaigns.example, project: nestedExample },
  filters: {
    ...valueFilters,
    ...severalValues(valueFilters, ['status', 'project_id', 'approval_status', 'client_id'], {
      client_id: (clients) =>
        `exists (select from projects x where x.team_id = $team and x.id = t.project_id and x.client_id = any(${clients}))`,
    }),
    from: {
      field: date,
      sql: 'coalesce(t.end_date, t.start_date) >= $from::date',
      about: 'Only campaigns that end on this day or later.',
      isUnordered: true,
    },
    until: {
      field: date,
      sql: 'coalesce(t.start_date, t.end_date) <= $until::date',
      about: 'Only campaigns that begin on this day or earlier.',
      isUnordered: true,
    },
  },
} as const;

export const campaignInputs = inputs(campaigns, {
  create: [...writable, 'project_id'],
  update: writable,
  immutable: ['project_id'],
});
