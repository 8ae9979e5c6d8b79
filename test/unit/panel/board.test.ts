import { expect, test } from 'vitest';
import { planPosition } from '#panel/commands/positions.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { initialsOf } from '#panel/data/people.ts';
import {
  applyToTaskBoard,
  type BoardFilters,
  type CachedBoard,
  cachedBoardOf,
  checklistIn,
  columnKeyOf,
  columnsWith,
  matchesFilters,
} from '#panel/records/tasks/board.ts';
import { nextMonday } from '#panel/records/tasks/format-days.ts';
import { filtersIn } from '#panel/records/tasks/model.ts';
import {
  cardSuccessor,
  indexOf,
  isAtPosition,
  positionAt,
  stepFrom,
} from '#panel/ui/board/card-positions.ts';
import type { BoardCard, BoardColumn } from '#panel/ui/board/types.ts';

/* Logic of boards: positions of cards, and keyboard navigation. */

const column = (key: string, cards: string): BoardColumn<BoardCard> => ({
  key,
  name: key,
  count: cards.length,
  cards: [...cards].map((key) => ({ key, name: key })),
});
const board = [column('todo', 'abcd'), column('doing', ''), column('done', 'xy')];
const [todo = column('', ''), doing = todo, done = todo] = board;

test.each([
  [todo, 'a', 0, { column: 'todo', before: 'b' }],
  [todo, 'a', 2, { column: 'todo', before: 'd', after: 'c' }],
  [todo, 'a', 9, { column: 'todo', after: 'd' }],
  [todo, 'x', 1, { column: 'todo', before: 'b', after: 'a' }],
  [doing, 'a', 0, { column: 'doing' }],
  [done, 'x', 1, { column: 'done', after: 'y' }],
])('in %o, %s at %i has neighbours', (column, key, index, place) =>
  expect(positionAt(column, key, index)).toEqual(place),
);

test.each([
  // Equal positions, since every project numbers its tasks 1, 2, 3…
  [[1, 1, 1, 2, 2, 2], 'abcdef'],
  [[1, 1, 1, 1, 1], 'abcde'],
  [[-1, 0, 0, 7], 'abcd'],
  [[1, 2, 3], 'abc'],
  [[], ''],
])(
  'a card dropped anywhere among positions %j is drawn there, and the others keep their order',
  (positions, ids) => {
    const others = positions.map((position, i) => ({ id: ids[i] ?? '', position }));
    for (let at = 0; at <= others.length; at += 1)
      for (const id of ['0', 'z']) {
        const { position, moved } = planPosition(others, at);
        const cards = [...others, { id, position }].map(
          (one) => moved.find((each) => each.id === one.id) ?? one,
        );
        cards.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
        expect(cards.map((one) => one.id)).toEqual([...ids].toSpliced(at, 0, id));
      }
  },
);

test.each([
  ['a', { column: 'todo', before: 'b' }, 0, true],
  ['a', { column: 'todo', after: 'd' }, 3, false],
  ['d', { column: 'todo', after: 'c' }, 3, true],
  // A deleted neighbour does not count.
  ['d', { column: 'todo', before: 'gone', after: 'a' }, 1, false],
  ['d', { column: 'todo' }, 3, true],
  ['a', { column: 'done' }, 2, false],
])('%s going to %o has place %i', (key, place, index, is) => {
  const to = board.find(({ key }) => key === place.column) ?? todo;
  expect(indexOf(to, key, place)).toBe(index);
  expect(isAtPosition(board, key, place)).toBe(is);
});

test.each([
  ['a', 'j', 'b'],
  ['a', 'ArrowDown', 'b'],
  ['b', 'k', 'a'],
  ['a', 'ArrowUp', undefined],
  ['b', 'Home', 'a'],
  ['b', 'End', 'd'],
  // Skips the empty column, and stops at the last card.
  ['d', 'ArrowRight', 'y'],
  ['x', 'ArrowLeft', 'a'],
  ['x', 'ArrowRight', undefined],
  ['a', 'q', undefined],
  ['nobody', 'j', undefined],
])('from %s, %s leads to %s', (key, pressed, to) => expect(stepFrom(board, key, pressed)).toBe(to));

test.each([
  ['todo', 'aqbcd', 'q', 'b'],
  // Several left at once.
  ['todo', 'aqpd', 'q', 'd'],
  ['todo', 'abcdq', 'q', 'd'],
  ['doing', 'q', 'q', undefined],
])('in %s, which was %s, the place of %s is taken by %s', (column, order, key, heir) =>
  expect(cardSuccessor(board, { column, key, order: [...order] })).toBe(heir),
);

test.each([
  ['Marina Lopes', 'ML'],
  ['Marina de Sá Lopes', 'ML'],
  ['ana', 'A'],
  [' Érica  Ó ', 'ÉÓ'],
  ['João Magalhães (Padaria Sol)', 'JM'],
  ['(11) 98765', '(9'],
])('the initials of %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

// Tasks ------------------------------------------------------------------------------------------

const [ana, bia] = ['user-ana', 'user-bia'];
const finished = '2026-11-09T00:00:00.000Z';

/** A task as returned by the service. */
const task = (id: string, fields: object = {}) => ({
  id,
  title: id,
  description: null,
  project_id: 'site',
  pipeline_id: 'pipe',
  column: 'todo',
  position: 1,
  priority: 'none',
  assignee_ids: [] as string[],
  start_date: null as string | null,
  due_date: null as string | null,
  blocked_by_ids: [] as string[],
  is_blocked: false,
  tags: [] as string[],
  estimated_hours: null,
  actual_hours: null,
  completed_at: null,
  checklist_markdown: null as string | null,
  ...fields,
});

const answered = (
  cards: readonly ReturnType<typeof task>[],
  rest: Record<string, number> = {},
) => ({
  finished_from: finished,
  count: 0,
  columns: ['todo', 'doing', 'done'].map((key) => {
    const columnCards = cards.filter(({ column }) => column === key);
    return {
      key,
      name: key,
      is_finishing: key === 'done',
      limit: null,
      count: columnCards.length + (rest[key] ?? 0),
      older: key === 'done' ? (rest[key] ?? 0) : 0,
      estimated_hours: 5,
      actual_hours: 0,
    };
  }),
  cards: cards.map(({ checklist_markdown, description: _, ...card }) => ({
    ...card,
    ...checklistIn(checklist_markdown),
    ...{ parent: null, subtask_done: 0, subtask_total: 0 },
  })),
  projects: [
    { id: 'site', name: 'Site', color: null, client: { id: 'padaria', name: 'Padaria' } },
    { id: 'own', name: 'Próprio', color: null, client: null },
  ],
});

const boardWith = (
  cards: readonly ReturnType<typeof task>[],
  filters: BoardFilters = {},
  rest: Record<string, number> = {},
) => cachedBoardOf(filters, answered(cards, rest) as Parameters<typeof cachedBoardOf>[1]);

/** Content of the columns: `todo:2 a b`. */
const seen = (board: CachedBoard) =>
  columnsWith(board, board.cards)
    .filter(({ count }) => count > 0)
    .map(({ column, cards, count }) =>
      [`${column.key}:${count}`, ...cards.map(({ id }) => id)].join(' '),
    );

const changeOf = (
  verb: RecordChange['verb'],
  record: ReturnType<typeof task>,
  previous: object = {},
): RecordChange => ({ kind: 'tasks', verb, id: record.id, record, previous: { ...previous } });

test.each<
  [string, BoardFilters, Record<string, number>, RecordChange, readonly string[] | 'stale']
>([
  ['a new one', {}, {}, changeOf('created', task('c', { position: 2 })), ['todo:3 a c b']],
  ['repeated', {}, {}, changeOf('created', task('a', { position: 5 })), ['todo:2 b a']],
  [
    'to another column',
    {},
    {},
    changeOf('updated', task('a', { column: 'doing' }), { column: 'todo' }),
    ['todo:1 b', 'doing:1 a'],
  ],
  [
    'to a missing column',
    {},
    {},
    changeOf('updated', task('a', { column: 'new' }), { column: 'todo' }),
    'stale',
  ],
  ['of an unknown project', {}, {}, changeOf('created', task('c', { project_id: 'x' })), 'stale'],
  ['deleted', {}, {}, changeOf('deleted', task('a')), ['todo:1 b']],
  ['a new subtask', {}, {}, changeOf('created', task('c', { parent_id: 'a' })), 'stale'],
  [
    'of the parent',
    {},
    {},
    changeOf('updated', task('b', { parent_id: 'a' }), { parent_id: null }),
    'stale',
  ],
  [
    'of a subtask that is not on the board, finished',
    {},
    {},
    changeOf('updated', task('z', { parent_id: 'a', priority: 'high' }), { completed_at: null }),
    'stale',
  ],
  [
    'blocked by another one, whose state may be unknown',
    {},
    {},
    changeOf('updated', task('a', { blocked_by_ids: ['z'] }), { blocked_by_ids: [] }),
    'stale',
  ],
  [
    'deleted but not on the board, with all cards shown',
    {},
    {},
    changeOf('deleted', task('z')),
    ['todo:2 a b'],
  ],
  ['deleted, and counted only', {}, { todo: 7 }, changeOf('deleted', task('z')), 'stale'],
  [
    'changed, and counted only',
    {},
    { done: 2 },
    changeOf('updated', task('z', { column: 'done' }), {}),
    'stale',
  ],
  [
    'finished now, with older ones only counted',
    {},
    { done: 2 },
    changeOf('updated', task('a', { column: 'done', completed_at: '2026-11-20T00:00:00.000Z' }), {
      column: 'todo',
    }),
    ['todo:1 b', 'done:3 a'],
  ],
  [
    'finished long ago',
    {},
    {},
    changeOf('updated', task('a', { column: 'done', completed_at: '2026-01-01T00:00:00.000Z' }), {
      column: 'todo',
    }),
    'stale',
  ],
  [
    'leaving the filter',
    { priority: 'none' },
    {},
    changeOf('updated', task('a', { priority: 'high' }), { priority: 'none' }),
    ['todo:1 b'],
  ],
  [
    'entering the filter',
    { priority: 'none' },
    {},
    changeOf('updated', task('c'), { priority: 'high' }),
    ['todo:3 a c b'],
  ],
  [
    'elsewhere',
    { priority: 'none' },
    {},
    changeOf('created', task('c', { priority: 'high' })),
    ['todo:2 a b'],
  ],
  ['found by search', { search: 'a' }, {}, changeOf('updated', task('a'), { title: 'x' }), 'stale'],
])('the board, %s', (_, filters, rest, change, is) => {
  const board = boardWith([task('a'), task('b', { position: 3 })], filters, rest);
  const next = applyToTaskBoard(board, change);
  expect(next === 'stale' ? next : seen(next)).toEqual(is);
  // The same event again changes nothing.
  if (next !== 'stale' && !(change.verb === 'deleted' && rest.todo))
    expect(applyToTaskBoard(next, change)).toEqual(next);
});

test.each<[BoardFilters, object, boolean | undefined]>([
  [{}, {}, true],
  [{ assignee_id: ana }, { assignee_ids: [bia, ana] }, true],
  [{ assignee_id: ana }, { assignee_ids: [bia] }, false],
  [{ is_assigned: false }, { assignee_ids: [] }, true],
  [{ is_done: false }, { completed_at: finished }, false],
  [{ is_dated: false }, { due_date: '2026-11-23' }, false],
  [{ due_from: '2026-11-23', due_to: '2026-11-23' }, { due_date: '2026-11-23' }, true],
  [{ due_to: '2026-11-23' }, {}, false],
  [{ tag: 'Natal' }, { tags: ['Natal'] }, true],
  [{ client_id: 'padaria' }, {}, true],
  [{ client_id: 'padaria' }, { project_id: 'own' }, false],
  [{ client_id: 'padaria' }, { project_id: 'unknown' }, undefined],
  [{ priority_in: 'high,urgent' }, { priority: 'high' }, true],
  [{ priority_not: 'high,urgent' }, { priority: 'high' }, false],
  [{ assignee_id_in: `${ana},${bia}` }, { assignee_ids: [bia] }, true],
  [{ assignee_id_in: `${ana},${bia}` }, {}, false],
  [{ assignee_id_not: ana }, { assignee_ids: [bia, ana] }, false],
  [{ assignee_id_not: ana }, {}, true],
  [{ tag_in: 'a%2C b,c' }, { tags: ['a, b'] }, true],
  [{ project_id_not: 'own' }, {}, true],
  [{ column_in: 'doing,done' }, {}, false],
  [{ client_id_in: 'padaria,loja' }, {}, true],
  [{ client_id_not: 'padaria' }, {}, false],
  [{ client_id_not: 'padaria' }, { project_id: 'own' }, true],
  [{ client_id_not: 'padaria' }, { project_id: 'unknown' }, undefined],
])('filtered by %o, a task %o matches: %s', (filters, fields, is) =>
  expect(matchesFilters(task('a', fields) as never, filters, boardWith([]))).toBe(is),
);

test('groups by assignee, with the earliest due date on top', () => {
  const cards = [
    task('late', { assignee_ids: [ana], due_date: '2026-12-01' }),
    task('soon', { assignee_ids: [ana, bia], due_date: '2026-11-01' }),
    task('nobody'),
  ];
  const board = boardWith(cards, { group: 'person' });
  const people = { ...board, columns: [ana, 'none'].map((key) => ({ ...board.columns[0], key })) };
  expect(
    columnsWith(people as CachedBoard, board.cards).map(({ cards }) => cards.map(({ id }) => id)),
  ).toEqual([['soon', 'late'], ['nobody']]);
  const byClient = boardWith([task('x', { project_id: 'own' })], { group: 'client' });
  expect(columnKeyOf(byClient, task('x', { project_id: 'own' }) as never)).toBe('none');
  expect(columnKeyOf(byClient, task('x') as never)).toBe('padaria');
});

test.each<[BoardFilters['order'], readonly string[]]>([
  ['position', ['b', 'c', 'a']],
  ['due_date', ['a', 'c', 'b']],
  ['priority', ['c', 'b', 'a']],
  ['title', ['c', 'b', 'a']],
  ['-id', ['c', 'b', 'a']],
  [undefined, ['b', 'c', 'a']],
])('orders cards by %s', (order, ids) => {
  const cards = [
    task('a', { position: 3, due_date: '2026-11-01', title: 'Órbita' }),
    task('b', { position: 1, priority: 'low', title: 'natal' }),
    task('c', { position: 2, priority: 'urgent', due_date: '2026-12-01', title: 'Êxito' }),
  ];
  const board = boardWith(cards, order === undefined ? {} : { order });
  expect(columnsWith(board, board.cards)[0]?.cards.map(({ id }) => id)).toEqual(ids);
});

test.each([
  [{ due_date: '2026-11-22' }, 'late'],
  [{ due_date: '2026-11-23' }, 'today'],
  [{ due_date: '2026-11-24' }, 'tomorrow'],
  [{ due_date: '2026-11-25' }, 'week'],
  [{ due_date: '2026-11-29' }, 'week'],
  [{ due_date: '2026-11-30' }, 'later'],
  [{}, 'none'],
  [{ due_date: '2026-11-22', completed_at: finished }, 'done'],
])('on Monday 2026-11-23, a task %o is in the period %s', (fields, period) => {
  const board = boardWith([], { group: 'due', today: '2026-11-23' });
  expect(columnKeyOf(board, task('a', fields) as never)).toBe(period);
});

test('groups by project and by priority', () => {
  const fields = task('a', { project_id: 'own', priority: 'high' }) as never;
  expect(columnKeyOf(boardWith([], { group: 'project' }), fields)).toBe('own');
  expect(columnKeyOf(boardWith([], { group: 'priority' }), fields)).toBe('high');
});

test('a checklist is counted as the service counts it', () => {
  const text = 'Fotos:\n- [x] escolher\n- [ ] tratar\n  * [X] enviar\n1. [ ] fim\n- sem\n-[ ] não';
  expect(checklistIn(text)).toEqual({ checklist_done: 2, checklist_total: 3 });
  expect(checklistIn(null)).toEqual({ checklist_done: 0, checklist_total: 0 });
});

test.each([
  ['', {}],
  ['due=late', { due_to: '2026-11-22', is_done: false }],
  ['due=today', { due_from: '2026-11-23', due_to: '2026-11-23' }],
  ['due=none&state=done', { is_dated: false, is_done: true }],
  ['due=never&priority=x&state=x', {}],
  [
    'person=1&assigned=no&from=2026-11-01',
    { assignee_id: '1', is_assigned: false, due_from: '2026-11-01' },
  ],
])('the address ?%s means the filter %o', (search, filters) => {
  const params = new URLSearchParams(search);
  expect(filtersIn((name) => params.get(name) ?? undefined, '2026-11-23')).toEqual(filters);
});

test.each([
  ['2026-11-22', '2026-11-23'],
  ['2026-11-23', '2026-11-30'],
  ['2026-11-24', '2026-11-30'],
])('the Monday after %s is %s', (day, monday) => expect(nextMonday(day)).toBe(monday));
