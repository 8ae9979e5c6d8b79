import { reads } from '#server/operations/crud.ts';
import type { Operation } from '#server/operations/operation.ts';
import { alsoForKeys, panelOnly } from '#server/operations/panel-only.ts';
import { date, nested, uuid } from '#server/records/fields.ts';
import { severalValues } from '#server/records/value-filters.ts';
import { isFrom, isUntil } from './activity-day.ts';
import { activities } from './table.ts';

const valueFilters = {
  ...activities.filters,
  assigned_to: {
    field: uuid,
    sql: 't.assigned_to = $assigned_to::uuid',
    about: 'Only activities of this user.',
    isUnordered: true,
  },
} as const;

/** Activities with the fields and filters of the panel's lists and calendars. */
const panelActivities = {
  ...activities,
  one: 'listed activity',
  brief: [
    'id',
    'title',
    'type',
    'is_completed',
    'due_date',
    'occurred_at',
    'client',
    'deal',
    'assigned_to',
  ],
  fields: {
    ...activities.fields,
    client: nested('client_id', 'clients'),
    deal: nested('deal_id', 'deals', 'deals.title'),
  },
  filters: {
    ...valueFilters,
    ...severalValues(valueFilters, ['type', 'client_id', 'deal_id', 'assigned_to']),
    from: {
      field: date,
      sql: isFrom('$from'),
      about:
        'Only activities on this day or later, by due_date, or by the day of occurred_at in the team’s time zone if there is no due_date.',
      isUnordered: true,
    },
    to: {
      field: date,
      sql: isUntil('$to'),
      about: 'Only activities on this day or earlier.',
      isUnordered: true,
    },
  },
} as const;

export const listInPanel: Operation = {
  ...alsoForKeys(panelOnly(reads(panelActivities).list, 'member')),
  name: 'activities.list_in_panel',
  id: 'listTeamActivities',
};
