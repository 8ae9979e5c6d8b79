import { date, oneOf, singleLine, uuid } from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';
import { maxDays } from './days.ts';
import { dimensions, reportNames } from './definitions.ts';

/* Query parameters of reports. */

const filter = (
  field: (typeof date | typeof uuid) | ReturnType<typeof singleLine>,
  meaning: string,
) => ({
  field,
  sql: 'true',
  about: meaning,
});

export const report = oneOf('text', reportNames);
export const by = oneOf('text', dimensions);

/** Query parameters of a report. */
export const reportFilters = {
  report: { field: report, sql: 'true', about: 'The report. Default: funnel.' },
  from: filter(
    date,
    'The first day, in the team’s time zone. Default: the first day of the current month.',
  ),
  to: filter(
    date,
    `The last day; at most ${maxDays} days. Default: the last day of the current month.`,
  ),
  by: {
    field: by,
    sql: 'true',
    about: 'The dimension of the rows. Default: the first one of the report.',
  },
  user_id: filter(
    uuid,
    'Only records of this member: the responsible user, the assignee, or the author of the time.',
  ),
  client_id: filter(uuid, 'Only records of this client.'),
  project_id: filter(uuid, 'Only records of this project.'),
  inbox_id: filter(uuid, 'Only conversations of this inbox.'),
  source: filter(singleLine(), 'Only deals with this source.'),
  phase: filter(singleLine(64), 'Only entries into this phase.'),
};

export const reportQuery = table({
  name: 'reports',
  one: 'report',
  path: '/reports',
  isWhole: true,
  fields: {},
  filters: reportFilters,
  sorts: {},
});
