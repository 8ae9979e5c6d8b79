import { expect, test } from 'vitest';
import {
  changeToValues,
  meetsValues,
  valuesIn,
} from '#panel/records/shared/list/several-values.ts';

/* Several values of a filter in the address of a list. */

const is = { param: 'tag', several: 'tag_in' };
const isNot = { param: 'tag_not', several: 'tag_not' };
const from = { param: 'from' };

test.each([
  [is, [], {}],
  [is, ['a'], { tag: 'a' }],
  [is, ['a, b'], { tag: 'a, b' }],
  [is, ['a', 'b'], { tag_in: 'a,b' }],
  [is, ['a, b', 'c'], { tag_in: 'a%2C b,c' }],
  [isNot, ['a'], { tag_not: 'a' }],
  [isNot, ['a, b'], { tag_not: 'a%2C b' }],
  [isNot, ['a', 'b'], { tag_not: 'a,b' }],
  [isNot, [], {}],
  [from, ['2026-01-01'], { from: '2026-01-01' }],
])('%o with the values %j is the address %o', (condition, values, params) => {
  const change = Object.entries(changeToValues(condition, values));
  const address = Object.fromEntries(
    change.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  expect(address).toEqual(params);
  expect(valuesIn(address, condition)).toEqual(values);
});

test.each([
  [{}, ['a'], true],
  [{ tag: 'a' }, ['a'], true],
  [{ tag: 'a, b' }, ['a'], false],
  [{ tag_in: 'a,b' }, ['b'], true],
  [{ tag_in: 'a,b' }, ['c'], false],
  [{ tag_in: 'a%2Cb' }, ['a,b'], true],
  [{ tag_not: 'a,b' }, ['b', 'c'], false],
  // Records without a value are not excluded.
  [{ tag_not: 'a,b' }, [], true],
  [{ tag_in: 'a,b', tag_not: 'b' }, ['a'], true],
  [{ tag_in: 'a,b', tag_not: 'b' }, ['a', 'b'], false],
])('the query %o is met by a record with the tags %j: %s', (query, tags, isMet) =>
  expect(meetsValues(query, 'tag', (tag) => tags.includes(tag))).toBe(isMet),
);
