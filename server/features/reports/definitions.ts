/*
 * The reports: their measures, dimensions and filters. The definition of a measure is written once, here; the reference shows it
 * (docs/adr/0233-reports.md).
 */

export const reportNames = [
  'funnel',
  'won_lost',
  'forecast',
  'answers',
  'tasks',
  'hours',
  'approvals',
  'retainers',
  'profit',
] as const;
export type ReportName = (typeof reportNames)[number];

export const units = ['count', 'money', 'hours', 'days', 'percent'] as const;
export type Unit = (typeof units)[number];

export const dimensions = [
  'phase',
  'month',
  'week',
  'person',
  'source',
  'reason',
  'client',
  'project',
  'inbox',
  'bucket',
  'contract',
] as const;
export type Dimension = (typeof dimensions)[number];

/** Hours from which the buckets of answers begin, after the first one. */
export const bucketHours = [1, 4, 8, 24];
/** Keys of the buckets. */
export const buckets = ['0-1', '1-4', '4-8', '8-24', '24+'];

export const filterNames = [
  'user_id',
  'client_id',
  'project_id',
  'inbox_id',
  'source',
  'phase',
] as const;
export type FilterName = (typeof filterNames)[number];

/**
 * Derives the value of a measure from the contributions of its records. `rate` is the quotient of two sums, in percent; `given` is
 * computed outside of the database.
 */
export type Method =
  | 'count'
  | 'sum'
  | 'average'
  | 'median'
  | 'p90'
  | 'given'
  | { readonly rate: readonly [part: string, whole: string] };

export interface Measure {
  readonly unit: Unit;
  readonly method: Method;
  /** True if it is money or follows from money: null for callers who may not see values. */
  readonly isConfidential?: true;
  /** True if it is only part of a rate, and not shown. */
  readonly isHidden?: true;
  readonly definition: string;
}

interface Definition {
  readonly measures: Readonly<Record<string, Measure>>;
  /** The first is the default. */
  readonly by: readonly Dimension[];
  readonly filters: readonly FilterName[];
}

const measure = (unit: Unit, method: Method, definition: string): Measure => ({
  unit,
  method,
  definition,
});
const money = (method: Method, definition: string): Measure => ({
  ...measure('money', method, definition),
  isConfidential: true,
});
const hidden = (unit: Unit, definition: string): Measure => ({
  ...measure(unit, 'sum', definition),
  isHidden: true,
});

export const reports: Readonly<Record<ReportName, Definition>> = {
  funnel: {
    measures: {
      entries: measure(
        'count',
        'count',
        'Deals that entered a phase in the period, also by being created in it. A deal counts for each phase that it entered; moves that the same person undid within ten minutes do not count.',
      ),
      conversion: measure(
        'percent',
        'average',
        'Share of these entries after which the deal reached a later phase in the order of the team, or was won, up to now. Entries into won and lost phases are left out.',
      ),
      won: measure(
        'percent',
        'average',
        'Share of these entries after which the deal was won, up to now. Entries into won and lost phases are left out.',
      ),
      days_median: measure(
        'days',
        'median',
        'Median of the days from these entries until the deal left the phase; deals that are still in it are left out.',
      ),
    },
    by: ['phase', 'month', 'week', 'person', 'source', 'client'],
    filters: ['user_id', 'client_id', 'source', 'phase'],
  },
  won_lost: {
    measures: {
      won: measure(
        'count',
        'count',
        'Deals in a won phase that entered it, from another kind of phase, in the period. A deal counts once; reopened deals do not count.',
      ),
      won_value: money('sum', 'Sum of the values of these deals.'),
      lost: measure(
        'count',
        'count',
        'Deals in a lost phase that entered it, from another kind of phase, in the period. A deal counts once; reopened deals do not count.',
      ),
      lost_value: money('sum', 'Sum of the values of these deals.'),
      win_rate: measure(
        'percent',
        'average',
        'Share of the won ones among the won and lost deals.',
      ),
      days_median: measure(
        'days',
        'median',
        'Median of the days from the creation of a won deal until it was won.',
      ),
    },
    by: ['month', 'week', 'reason', 'source', 'person', 'client'],
    filters: ['user_id', 'client_id', 'source'],
  },
  forecast: {
    measures: {
      forecast: money(
        'sum',
        'Sum of value × probability of the open deals that were expected to close in the month, as recorded at its beginning; for months without a record from the current one on, of the deals that are open now. A deal without a probability has that of its phase; without either, it is left out.',
      ),
      expected_value: money('sum', 'Sum of the values of these deals, without the probability.'),
      deals: measure('count', 'count', 'Number of these deals.'),
      late_value: money(
        'sum',
        'Sum of value × probability of the open deals at the beginning of the month that were expected to close in an earlier month.',
      ),
      won_value: money('sum', 'Sum of the values of the deals that were won in the period.'),
      accuracy: {
        ...measure(
          'percent',
          { rate: ['won_value', 'forecast'] },
          'Value of the won deals in percent of the forecast.',
        ),
        isConfidential: true,
      },
    },
    by: ['month', 'person', 'phase', 'source', 'client'],
    filters: ['user_id', 'client_id', 'source'],
  },
  answers: {
    measures: {
      answers: measure(
        'count',
        'count',
        'Conversations with a contact whose first message was answered in the period. Automatic replies are no answers.',
      ),
      answer_median: measure(
        'hours',
        'median',
        'Median of the business hours from the first message to this answer: hours of the inbox, or of the team; all hours count without either.',
      ),
      answer_p90: measure(
        'hours',
        'p90',
        'Nine of ten of these answers took at most this number of business hours.',
      ),
      resolutions: measure(
        'count',
        'count',
        'Times that a conversation was resolved in the period.',
      ),
      resolution_median: measure(
        'hours',
        'median',
        'Median of the business hours from the opening of the conversation, or its latest reopening, until it was resolved.',
      ),
      resolution_p90: measure(
        'hours',
        'p90',
        'Nine of ten of these resolutions took at most this number of business hours.',
      ),
      backlog: measure(
        'count',
        'count',
        'Conversations with a contact that were open or snoozed at the end of the period, or now if it has not ended.',
      ),
    },
    by: ['bucket', 'month', 'week', 'inbox', 'person'],
    filters: ['inbox_id', 'user_id'],
  },
  tasks: {
    measures: {
      done: measure('count', 'count', 'Tasks that were completed in the period.'),
      due: measure('count', 'count', 'Tasks that were due in the period, on a day before today.'),
      late: measure(
        'count',
        'count',
        'Tasks among these that were completed after the day on which they were due, or are not completed.',
      ),
      late_rate: measure(
        'percent',
        'average',
        'Share of the late ones among the tasks that were due.',
      ),
      lead_median: measure(
        'days',
        'median',
        'Median of the days from the creation of a task until it was completed in the period.',
      ),
      cycle_median: measure(
        'days',
        'median',
        'Median of the days from the first move of a task to another column until it was completed in the period. Tasks that were never moved are left out.',
      ),
    },
    by: ['week', 'month', 'person', 'project', 'client'],
    filters: ['user_id', 'project_id', 'client_id'],
  },
  hours: {
    measures: {
      hours: measure(
        'hours',
        'sum',
        'Hours of the finished time entries that began in the period.',
      ),
      billable: measure('hours', 'sum', 'Hours of the billable ones among them.'),
      billable_rate: measure(
        'percent',
        { rate: ['billable', 'hours'] },
        'Billable hours in percent of the hours.',
      ),
      estimated: measure(
        'hours',
        'sum',
        'Estimated hours of the tasks that were completed in the period. A task of several members counts for its first assignee.',
      ),
      spent: measure(
        'hours',
        'sum',
        'Actual hours of these tasks, whenever they were entered. Tasks without an estimate are left out.',
      ),
      capacity: measure(
        'hours',
        'given',
        'Weekly hours of the members, for the working days of the period on which they are not absent. Null if the report is filtered by project or client.',
      ),
      utilisation: measure(
        'percent',
        { rate: ['hours', 'capacity'] },
        'Hours in percent of the capacity.',
      ),
    },
    by: ['project', 'client', 'person', 'week', 'month'],
    filters: ['user_id', 'project_id', 'client_id'],
  },
  approvals: {
    measures: {
      approved: measure(
        'count',
        'count',
        'Campaigns that clients approved in the period, by request.',
      ),
      rejected: measure(
        'count',
        'count',
        'Campaigns that clients rejected in the period, by request.',
      ),
      days_median: measure(
        'days',
        'median',
        'Median of the days from the first round of a request until the client approved or rejected the campaign.',
      ),
      days_p90: measure(
        'days',
        'p90',
        'Nine of ten of these decisions took at most this number of days.',
      ),
      rounds: measure('count', 'average', 'Average number of rounds until these decisions.'),
      first_round: measure(
        'percent',
        'average',
        'Share of these decisions that are approvals in the first round.',
      ),
    },
    by: ['client', 'project', 'person', 'month', 'week'],
    filters: ['client_id', 'project_id', 'user_id'],
  },
  retainers: {
    measures: {
      periods: measure(
        'count',
        'count',
        'Periods of contracts that began in the period of the report, without drafts and contracts that have no included hours.',
      ),
      included: measure('hours', 'sum', 'Hours that are included in these periods.'),
      carried: measure('hours', 'sum', 'Unused hours that were carried over into them.'),
      used: measure(
        'hours',
        'sum',
        'Hours of the time entries of the contract’s projects in them.',
      ),
      available: hidden('hours', 'Included and carried hours.'),
      burn: measure(
        'percent',
        { rate: ['used', 'available'] },
        'Used hours in percent of the included and carried hours.',
      ),
      overage: measure('hours', 'sum', 'Hours beyond the included and carried ones.'),
      overage_value: money('sum', 'These hours at the overage rate of the contract.'),
      renewals: measure(
        'count',
        'count',
        'Active and paused contracts whose day of renewal is in the period.',
      ),
    },
    by: ['contract', 'client', 'person', 'month'],
    filters: ['client_id', 'user_id'],
  },
  profit: {
    measures: {
      revenue: money(
        'sum',
        'Totals of the billing lines whose period ended in the period, without waived ones, and billable hours at their rate if no contract covers the project on that day.',
      ),
      cost: money('sum', 'Hours of the time entries at the hourly cost of the member.'),
      margin: money('sum', 'Revenue less cost.'),
      margin_rate: {
        ...measure('percent', { rate: ['margin', 'revenue'] }, 'Margin in percent of the revenue.'),
        isConfidential: true,
      },
      hours: measure(
        'hours',
        'sum',
        'Hours of the finished time entries that began in the period.',
      ),
      without_cost: measure('hours', 'sum', 'Hours among them without an hourly cost.'),
    },
    by: ['client', 'project', 'month'],
    filters: ['client_id', 'project_id'],
  },
};
