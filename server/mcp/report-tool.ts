import { registry } from '../features/registry.ts';
import { perform } from '../operations/operation.ts';
import { type Field, singleLine } from '../records/fields.ts';
import { objectOf } from './client-tools.ts';
import { aboutPaging, paging, queryOf } from './pagination.ts';
import { defaultBytes, type Json, listsWithin } from './response-size.ts';
import { optional } from './schemas.ts';
import { tool } from './tool.ts';

/* Reports for agents: the numbers, or the records behind one of them. */

const getReport = registry.named('reports.get');
const listReportRecords = registry.named('reports.records');

const ofReport = ['report', 'from', 'to', 'by', 'user_id', 'client_id', 'project_id'] as const;
const ofRecords = ['measure', 'row', 'page'] as const;

const filterNamed = (name: string): Field => {
  const filter = listReportRecords.input.query?.filters[name];
  if (!filter) throw new Error(`reports have no ${name}`);
  return optional(filter.field);
};

const counts = [500, 200, 100, 50, 30, 20, 10, 5];

export const report = tool({
  name: 'report',
  title: 'Get a report',
  description:
    'Numbers of a period, compared with the previous one: sales funnel, wins and losses, forecast, response times, late tasks, hours, approvals, retainers, profit. With measure, the records behind a number instead. Amounts are null for members who may not see them.',
  effect: 'reads',
  calls: [getReport, listReportRecords],
  input: {
    ...Object.fromEntries([...ofReport, ...ofRecords].map((name) => [name, filterNamed(name)])),
    by: singleLine(32),
    max_bytes: paging.max_bytes,
  },
  about: {
    from: 'Default: the current month',
    by: 'month, week, person, client, project, phase, source, …; a wrong one is refused with those of the report',
    row: 'Key of a row; default: the total',
    max_bytes: aboutPaging.max_bytes,
  },
  async run(ctx, input, names) {
    const values = input as Json;
    const most = Number(values.max_bytes ?? defaultBytes);
    const operation = names.includes('measure') ? listReportRecords : getReport;
    const allowed = operation === getReport ? ofReport : [...ofReport, ...ofRecords];
    const query = queryOf(values, allowed);
    const answer = objectOf(await perform(operation, ctx, { query }));
    const lists = ['rows', 'records'] as const;
    const within = (each: number): Json => ({
      ...answer,
      ...Object.fromEntries(
        lists.flatMap((name) => {
          const list = answer[name];
          return Array.isArray(list) && list.length > each
            ? [
                [name, list.slice(0, each)],
                [`${name}_not_shown`, list.length - each],
              ]
            : [];
        }),
      ),
    });
    return listsWithin(most, counts, within);
  },
});
