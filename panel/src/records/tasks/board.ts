import { taskCardFields, taskFields } from '#panel/api/records/tasks.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { Task } from '#panel/api/types.ts';
import type { Fields } from '#panel/commands/diff.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { addDays } from '#panel/ui/calendar/days.ts';
import { folded } from '#panel/ui/filter-by-words.ts';
import { compareText } from '../shared/list/compare-text.ts';
import { meetsValues } from '../shared/list/several-values.ts';
import { usualOrder } from './model.ts';

/* Cached board of tasks. Counts are the loaded cards plus the number that was not loaded, so a repeated change counts once. */

type BoardOperation = Operations['GET /teams/{team_slug}/tasks/board'];
export type BoardFilters = NonNullable<BoardOperation['query']>;
export type Card = BoardOperation['answer']['cards'][number];
type Column = BoardOperation['answer']['columns'][number];

interface CachedColumn extends Omit<Column, 'count' | 'estimated_hours' | 'actual_hours'> {
  /** Tasks that are not loaded: their number, how many are older completed ones, and their sums of hours. */
  readonly rest: number;
  readonly restEstimated: number;
  readonly restActual: number;
}

export interface CachedBoard {
  readonly filters: BoardFilters;
  readonly finished_from: string;
  readonly columns: readonly CachedColumn[];
  readonly cards: readonly Card[];
  readonly projects: readonly BoardOperation['answer']['projects'][number][];
}

type Projects = Pick<CachedBoard, 'projects'>;

const projectOf = ({ projects }: Projects, id: string) => projects.find((each) => each.id === id);

/** Period of a due date, as the server groups them. */
function periodOf({ due_date: due, completed_at }: Dated, today: string): string {
  if (completed_at !== null) return 'done';
  if (due === null) return 'none';
  if (due <= today) return due === today ? 'today' : 'late';
  if (due === addDays(today, 1)) return 'tomorrow';
  return due < addDays(today, 7) ? 'week' : 'later';
}

type Dated = Pick<Card, 'due_date' | 'completed_at'>;

/** Key of the column of a card; undefined if unknown. */
export function columnKeyOf(
  board: Projects & Pick<CachedBoard, 'filters'>,
  card: Pick<Card, 'column' | 'assignee_ids' | 'project_id' | 'priority'> & Dated,
): string | undefined {
  switch (board.filters.group) {
    case 'person':
      return card.assignee_ids[0] ?? 'none';
    case 'client': {
      const project = projectOf(board, card.project_id);
      return project && (project.client?.id ?? 'none');
    }
    case 'project':
      return card.project_id;
    case 'priority':
      return card.priority;
    case 'due':
      return periodOf(card, board.filters.today ?? '');
    default:
      return card.column;
  }
}

/** Project of a new task in a column of projects or clients; a client's column has one that the board shows. */
export function projectOfColumn(board: CachedBoard, key: string): string | undefined {
  if (board.filters.group === 'project') return key;
  if (board.filters.group !== 'client') return undefined;
  return board.projects.find(({ client }) => (client?.id ?? 'none') === key)?.id;
}

const sum = (cards: readonly Card[], field: 'estimated_hours' | 'actual_hours') =>
  cards.reduce((sum, card) => sum + (card[field] ?? 0), 0);

/** Converts the server's board to its cached form. */
export function cachedBoardOf(filters: BoardFilters, board: BoardOperation['answer']): CachedBoard {
  const { finished_from, cards, projects } = board;
  const byColumn = Map.groupBy(cards, (card) => columnKeyOf({ filters, projects }, card));
  const columns = board.columns.map(({ count, estimated_hours, actual_hours, ...column }) => {
    const columnCards = byColumn.get(column.key) ?? [];
    return {
      ...column,
      rest: count - columnCards.length,
      restEstimated: estimated_hours - sum(columnCards, 'estimated_hours'),
      restActual: actual_hours - sum(columnCards, 'actual_hours'),
    };
  });
  return { filters, finished_from, columns, cards, projects };
}

/** Total number of tasks. */
export const countOf = ({ columns, cards }: CachedBoard) =>
  columns.reduce((sum, { rest }) => sum + rest, cards.length);

/** Tasks that are not loaded, except those completed long ago. */
export const unloadedCountIn = ({ columns }: CachedBoard) =>
  columns.reduce((sum, { rest, older }) => sum + rest - older, 0);

export interface ShownColumn {
  readonly column: CachedColumn;
  readonly cards: readonly Card[];
  readonly count: number;
  readonly estimated: number;
}

/** The order that people choose. */
export const byPlace = (a: Card, b: Card) => a.position - b.position || compareText(a.id, b.id);
const rankOf = ({ priority }: Card) => taskFields.priority.values.indexOf(priority);

/** Orders of the cards of a column; the server truncates in the same order. */
const orders: Readonly<Record<NonNullable<BoardFilters['order']>, (a: Card, b: Card) => number>> = {
  position: byPlace,
  due_date: (a, b) => compareText(a.due_date ?? '9', b.due_date ?? '9') || byPlace(a, b),
  priority: (a, b) => rankOf(a) - rankOf(b) || byPlace(a, b),
  title: (a, b) => compareText(folded(a.title), folded(b.title)) || compareText(a.id, b.id),
  '-id': (a, b) => compareText(b.id, a.id),
};

/**
 * Columns with their cards in order.
 * @param cards cards of the board with pending changes applied
 */
export function columnsWith(board: CachedBoard, cards: readonly Card[]): readonly ShownColumn[] {
  const byColumn = Map.groupBy(cards, (card) => columnKeyOf(board, card));
  const { group = 'column', order = usualOrder(group) } = board.filters;
  return board.columns.map((column) => {
    const columnCards = (byColumn.get(column.key) ?? []).toSorted(orders[order]);
    return {
      column,
      cards: columnCards,
      count: column.rest + columnCards.length,
      estimated: column.restEstimated + sum(columnCards, 'estimated_hours'),
    };
  });
}

/** `- [x] Fotos` */
const entry = /^[ \t]*[-*+][ \t]+\[([ xX])\]/gm;

/** Progress of a checklist, counted as on the server. */
export function checklistIn(markdown: string | null) {
  const marks = [...(markdown ?? '').matchAll(entry)].map(([, mark]) => mark);
  return {
    checklist_done: marks.filter((mark) => mark !== ' ').length,
    checklist_total: marks.length,
  };
}

type FilteredFields = Pick<
  Task,
  | 'project_id'
  | 'pipeline_id'
  | 'column'
  | 'priority'
  | 'assignee_ids'
  | 'due_date'
  | 'tags'
  | 'completed_at'
>;

/** True if a task matches the query; undefined if only the server can decide. */
export function matchesFilters(
  task: FilteredFields,
  filters: BoardFilters,
  board: Projects,
): boolean | undefined {
  if (filters.search) return undefined;
  const { due_date: due } = task;
  const is = <T>(wanted: T | undefined, has: (wanted: T) => boolean) =>
    wanted === undefined || has(wanted);
  const isMet =
    meetsValues(filters, 'project_id', (id) => task.project_id === id) &&
    is(filters.pipeline_id, (id) => task.pipeline_id === id) &&
    meetsValues(filters, 'column', (column) => task.column === column) &&
    meetsValues(filters, 'priority', (priority) => task.priority === priority) &&
    meetsValues(filters, 'assignee_id', (id) => task.assignee_ids.includes(id)) &&
    is(filters.is_assigned, (wanted) => task.assignee_ids.length > 0 === wanted) &&
    is(filters.is_done, (wanted) => (task.completed_at !== null) === wanted) &&
    is(filters.is_dated, (wanted) => (due !== null) === wanted) &&
    is(filters.due_from, (day) => due !== null && due >= day) &&
    is(filters.due_to, (day) => due !== null && due <= day) &&
    meetsValues(filters, 'tag', (tag) => task.tags.includes(tag));
  const { client_id, client_id_in, client_id_not } = filters;
  if (!isMet || (client_id ?? client_id_in ?? client_id_not) === undefined) return isMet;
  const project = projectOf(board, task.project_id);
  return project && meetsValues(filters, 'client_id', (id) => project.client?.id === id);
}

const cardOf = (task: Task): Partial<Card> => ({
  is_blocked: false,
  ...Object.fromEntries(
    taskCardFields.flatMap((field) => (field in task ? [[field, task[field as keyof Task]]] : [])),
  ),
  ...checklistIn(task.checklist_markdown),
});

/** Values that a card has in addition to those of its task, for one without a parent and subtasks. */
const alone = { parent: null, subtask_done: 0, subtask_total: 0 };

/** True if a change of a subtask also changes what its parent's card shows, or the parent that its card names. */
const changesFamily = (before: Card | undefined, { verb, record, previous }: RecordChange) => {
  const { parent_id: parent } = record as Partial<Task>;
  const was = (previous as Partial<Task>).parent_id;
  return (
    (before !== undefined && (before.parent?.id ?? null) !== (parent ?? null)) ||
    ((parent ?? was ?? null) !== null &&
      (verb !== 'updated' || was !== undefined || 'completed_at' in previous))
  );
};

const withoutCard = (board: CachedBoard, id: string): CachedBoard =>
  board.cards.some((card) => card.id === id)
    ? { ...board, cards: board.cards.filter((card) => card.id !== id) }
    : board;

/** True if all tasks of a column are loaded. */
const isWhole = ({ columns }: CachedBoard, key: string | undefined) =>
  columns.find((column) => column.key === key)?.rest === 0;

const blockersOf = ({ blocked_by_ids: ids }: Partial<Pick<Card, 'blocked_by_ids'>>) =>
  (ids ?? []).join();

/** True if a change may mark cards as blocked or not: the board does not have the state of all tasks that block its cards. */
function changesBlocked({ cards }: CachedBoard, change: RecordChange): boolean {
  const { verb, id, record, previous } = change;
  const task = record as Partial<Task>;
  const before = cards.find((card) => card.id === id);
  const blockers = verb === 'deleted' ? '' : blockersOf(task);
  if (blockers !== '' && blockers !== (before ? blockersOf(before) : '')) return true;
  const was = previous as Partial<Task>;
  if (typeof was.deleted_at === 'string') return true;
  const isFlipped =
    was.completed_at !== undefined && (was.completed_at === null) !== (task.completed_at === null);
  const decides = verb === 'deleted' || isFlipped;
  return decides && cards.some(({ blocked_by_ids }) => blocked_by_ids.includes(id));
}

/** Applies a change of a task to the board; `'stale'` if the change does not contain everything the board shows. */
export function applyToTaskBoard(board: CachedBoard, change: RecordChange): CachedBoard | 'stale' {
  if (change.kind !== 'tasks') return 'stale';
  if (changesBlocked(board, change)) return 'stale';
  const { verb, id, record, previous } = change;
  const task = record as unknown as Task;
  const was = { ...record, ...(previous as Fields) } as unknown as Task;
  const before = board.cards.find((card) => card.id === id);
  if (changesFamily(before, change)) return 'stale';
  const isIn = verb !== 'deleted' && matchesFilters(task, board.filters, board);
  const wasIn = matchesFilters(was, board.filters, board);
  if (isIn === undefined || wasIn === undefined) return 'stale';
  // The task was counted but not loaded, in a column that is partly loaded.
  const wasCounted = verb !== 'created' && wasIn && !isWhole(board, columnKeyOf(board, was));
  if (!before && wasCounted) return 'stale';
  if (!isIn) return withoutCard(board, id);
  const key = columnKeyOf(board, task);
  const column = board.columns.find((each) => each.key === key);
  if (!column || !projectOf(board, task.project_id)) return 'stale';
  const isOld = task.completed_at !== null && task.completed_at < board.finished_from;
  if (isOld) return 'stale';
  // In the order of the known card's fields, so that a repeated change is equal.
  const isBlocked = blockersOf(task) !== '' && before?.is_blocked === true;
  const now = { ...before, ...cardOf(task), is_blocked: isBlocked } as Card;
  if (!before) return { ...board, cards: [...board.cards, { ...alone, ...now }] };
  if (JSON.stringify(before) === JSON.stringify(now)) return board;
  return { ...board, cards: board.cards.map((card) => (card === before ? now : card)) };
}
