import { taskBoardOrders } from '#panel/api/enumerations.ts';
import { taskFilters } from '#panel/api/records/tasks.ts';
import { addDays } from '#panel/ui/calendar/days.ts';
import { filtersInAddress, listParams } from '../shared/list/address-filters.ts';
import type { BoardFilters } from './board.ts';
import type { TaskFields } from './open-composer.ts';
import type { TaskFilters } from './queries.ts';

/* Filters and layouts in the address of the tasks, the same for every layout. */

export const layouts = ['board', 'list', 'calendar'] as const;
type Layout = (typeof layouts)[number];
export const groups = ['column', 'person', 'project', 'client', 'priority', 'due'] as const;
export type Group = (typeof groups)[number];
export const orders = taskBoardOrders;
type Order = (typeof orders)[number];
export const cardFields = [
  'project',
  'priority',
  'due',
  'checklist',
  'hours',
  'tags',
  'people',
] as const;
export type CardField = (typeof cardFields)[number];
export const standardCardFields = cardFields.filter((field) => field !== 'tags');
export const dues = ['late', 'today', 'week', 'none'] as const;

type Filters = Omit<TaskFilters, 'sort'>;

/** Filters by value that the address names differently: parameter of the address → parameter of the API. */
const renamedValues = {
  project: 'project_id',
  person: 'assignee_id',
  client: 'client_id',
} as const;
const renamed = [...Object.values(renamedValues), 'is_assigned', 'is_done', 'is_dated'];
/** Parameters of the API that the address has under the same names. */
export const sameParams = listParams(
  taskFilters,
  ...renamed,
  ...['due_from', 'due_to', 'pipeline_id', 'column'],
);

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((each) => each === text);

export const layoutIn = (get: Get): Layout => oneOf(layouts, get('view')) ?? 'board';
export const groupIn = (get: Get): Group => oneOf(groups, get('group')) ?? 'column';
export const usualOrder = (group: Group): Order => (group === 'column' ? 'position' : 'due_date');

/** Order of the cards in the address; people place them in the columns of pipelines only. */
export function orderIn(get: Get): Order {
  const usual = usualOrder(groupIn(get));
  const order = oneOf(orders, get('order')) ?? usual;
  return order === 'position' ? usual : order;
}

/** Grouping and order of the board in the address, as the API accepts them. */
export function boardParamsIn(get: Get, today: string): BoardFilters {
  const [group, order] = [groupIn(get), orderIn(get)];
  return {
    ...(group !== 'column' && { group }),
    ...(order !== usualOrder(group) && { order }),
    ...(group === 'due' && { today }),
  };
}

type Get = (name: string) => string | undefined;

/** Fields of a new task in a column of the board; undefined if a new task cannot be in it. A period gives its first day. */
export function fieldsOfColumn(group: Group, key: string, today: string): TaskFields | undefined {
  switch (group) {
    case 'column':
      return { column: key };
    case 'person':
      return { assignee_ids: key === 'none' ? [] : [key] };
    case 'priority':
      return { priority: key as NonNullable<TaskFields['priority']> };
    case 'due': {
      if (key === 'late' || key === 'done') return undefined;
      const days = new Map([
        ['today', 0],
        ['tomorrow', 1],
        ['week', 2],
        ['later', 7],
      ]).get(key);
      return { due_date: days === undefined ? null : addDays(today, days) };
    }
    default:
      return {};
  }
}

/** Due date filter of the address. */
function dueIn(due: string | undefined, today: string): Filters {
  switch (oneOf(dues, due)) {
    case 'late':
      return { due_to: addDays(today, -1), is_done: false };
    case 'today':
      return { due_from: today, due_to: today };
    case 'week':
      return { due_from: today, due_to: addDays(today, 6) };
    case 'none':
      return { is_dated: false };
    default:
      return {};
  }
}

/**
 * Filters of the address, as the API accepts them; the same address gives the same result.
 * @param usualState state of the tasks if the address has none
 */
export function filtersIn(get: Get, today: string, usualState?: 'open'): Filters {
  const state = get('state') ?? usualState;
  const assigned = get('assigned');
  const byValue = Object.entries(renamedValues).flatMap(([name, param]) =>
    ['', '_in', '_not'].map((suffix) => [param + suffix, get(name + suffix)] as const),
  );
  const result: Filters = {
    ...Object.fromEntries(byValue),
    due_from: get('from'),
    due_to: get('until'),
    ...filtersInAddress({ get }, sameParams),
    ...(state === 'done' || state === 'open' ? { is_done: state === 'done' } : {}),
    ...(assigned === 'no' || assigned === 'yes' ? { is_assigned: assigned === 'yes' } : {}),
    ...dueIn(get('due'), today),
  };
  return Object.fromEntries(
    Object.entries(result).filter(([, value]) => value !== undefined),
  ) as Filters;
}

/** Filters of a calendar: those of the address, restricted to its days. */
export const withinDays = (
  filters: Filters,
  { from, to }: { readonly from: string; readonly to: string },
): Filters => ({
  ...filters,
  due_from: filters.due_from && filters.due_from > from ? filters.due_from : from,
  due_to: filters.due_to && filters.due_to < to ? filters.due_to : to,
});
