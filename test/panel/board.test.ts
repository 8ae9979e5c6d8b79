import { expect, test } from 'vitest';
import { initialsOf } from '../../panel/src/data/people.ts';
import { heirOf, indexOf, isThere, placeAt, stepFrom } from '../../panel/src/ui/board/places.ts';
import type { BoardCard, BoardColumn } from '../../panel/src/ui/board/types.ts';

/*
 * What boards reckon: where cards go, and what keys lead to.
 */

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
  expect(placeAt(column, key, index)).toEqual(place),
);

test.each([
  ['a', { column: 'todo', before: 'b' }, 0, true],
  ['a', { column: 'todo', after: 'd' }, 3, false],
  ['d', { column: 'todo', after: 'c' }, 3, true],
  // A neighbour that is gone meanwhile does not count.
  ['d', { column: 'todo', before: 'gone', after: 'a' }, 1, false],
  ['d', { column: 'todo' }, 3, true],
  ['a', { column: 'done' }, 2, false],
])('%s going to %o has place %i', (key, place, index, is) => {
  const to = board.find(({ key }) => key === place.column) ?? todo;
  expect(indexOf(to, key, place)).toBe(index);
  expect(isThere(board, key, place)).toBe(is);
});

test.each([
  ['a', 'j', 'b'],
  ['a', 'ArrowDown', 'b'],
  ['b', 'k', 'a'],
  ['a', 'ArrowUp', undefined],
  ['b', 'Home', 'a'],
  ['b', 'End', 'd'],
  // Past the column that has no cards, and at most as far down as there are some.
  ['d', 'ArrowRight', 'y'],
  ['x', 'ArrowLeft', 'a'],
  ['x', 'ArrowRight', undefined],
  ['a', 'q', undefined],
  ['nobody', 'j', undefined],
])('from %s, %s leads to %s', (key, pressed, to) => expect(stepFrom(board, key, pressed)).toBe(to));

test.each([
  [0, 1, 'b'],
  [0, 7, 'd'],
  [1, 0, undefined],
])('who takes the place of a card that is gone', (column, index, heir) =>
  expect(heirOf(board, { column, index })).toBe(heir),
);

test.each([
  ['Marina Lopes', 'ML'],
  ['Marina de Sá Lopes', 'ML'],
  ['ana', 'A'],
  [' Érica  Ó ', 'ÉÓ'],
])('the initials of %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
