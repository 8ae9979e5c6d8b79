import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Change, Deal } from '../../panel/src/api/types.ts';
import { takeChanges } from '../../panel/src/data/changes.ts';
import { most, recentDealsQuery, withLatest } from '../../panel/src/data/recent.ts';
import { pauseBefore } from '../../panel/src/live/pause.ts';
import { makeReader } from '../../panel/src/live/reading.ts';

/*
 * What the panel makes of what the live stream tells: late, repeated, of what is not known.
 */

const at = (minute: number) => `2026-11-23T12:${String(minute).padStart(2, '0')}:00.000Z`;
const deal = (id: string, minute: number, more: Partial<Deal> = {}) =>
  ({ id, title: id, status: 'ativo', updated_at: at(minute), ...more }) as Deal;
type Row = readonly [id: string, minute: number];
const list = (...deals: readonly Row[]) => deals.map(([id, minute]) => deal(id, minute));

describe('a list of what changed last', () => {
  const three = list(['c', 3], ['b', 2], ['a', 1]);
  const full = list(['e', 5], ['d', 4], ['c', 3], ['b', 2], ['a', 1]);
  test.each([
    ['a new one comes first', three, 'd', deal('d', 4), ['d', 'c', 'b', 'a']],
    ['a changed one moves up', three, 'a', deal('a', 4), ['a', 'c', 'b']],
    ['an older state changes nothing', three, 'b', deal('b', 1), ['c', 'b', 'a']],
    ['a full one stays as long', full, 'f', deal('f', 6), ['f', 'e', 'd', 'c', 'b']],
    ['what is gone goes', three, 'b', undefined, ['c', 'a']],
    ['what was not there cannot go', three, 'x', undefined, ['c', 'b', 'a']],
  ] as const)('%s', (_, before, id, now, after) => {
    expect(full).toHaveLength(most);
    expect(withLatest<Deal>(before, id, now).map((each) => each.id)).toEqual(after);
  });
  test('it stays the same where nothing came of it: nothing is drawn again', () => {
    expect(withLatest(three, 'b', deal('b', 1))).toBe(three);
    expect(withLatest(three, 'x', undefined)).toBe(three);
  });
});

describe('what is told', () => {
  const slug = 'ipe';
  const { queryKey } = recentDealsQuery(slug);
  const told = (id: string, type: string, data: Deal) =>
    ({
      id,
      type,
      record_id: data.id,
      created_at: at(0),
      data,
      previous: null,
    }) as unknown as Change;
  function start(...deals: readonly Row[]) {
    const client = new QueryClient();
    client.getQueryCache().build(client, client.defaultQueryOptions(recentDealsQuery(slug)));
    client.setQueryData(queryKey, list(...deals));
    const latest = new Map<string, string>();
    const take = (...changes: Parameters<typeof takeChanges>[2]) =>
      takeChanges(client, slug, changes, latest);
    const titles = () => client.getQueryData(queryKey)?.map(({ title }) => title);
    return { client, take, titles };
  }

  test('is shown, and nothing is asked for', () => {
    const { take, titles } = start(['a', 1]);
    expect(take(told('1', 'deal.created', deal('b', 2)))).toEqual([]);
    expect(take(told('2', 'deal.updated', deal('a', 3, { title: 'A' })))).toEqual([]);
    expect(titles()).toEqual(['A', 'b']);
  });

  test('changes nothing when it comes late or again', () => {
    const { take, titles } = start(['a', 1]);
    take(told('5', 'deal.deleted', deal('a', 5)));
    take(told('5', 'deal.deleted', deal('a', 5)), told('4', 'deal.updated', deal('a', 4)));
    expect(titles()).toEqual([]);
  });

  test('an unknown kind, before or after others, costs those nothing: the team is read anew', () => {
    const { take, titles } = start(['a', 1]);
    const keys = take(
      told('1', 'deal.created', deal('b', 2)),
      told('2', 'invoice.paid', deal('x', 2)),
      { id: '3', record_type: 'invoices', record_id: null },
      told('4', 'deal.created', deal('c', 3)),
    );
    expect(titles()).toEqual(['c', 'b', 'a']);
    expect(keys).toEqual([
      ['team', slug],
      ['team', slug],
    ]);
  });

  test('without saying how, is read anew', () => {
    const { take } = start();
    const stale = (record_type: string) => ({ id: '1', record_type, record_id: null });
    expect(take(stale('members'))).toEqual([['team', slug, 'members']]);
    expect(take(stale('teams'))).toEqual([['team', slug, 'settings'], ['teams']]);
  });

  test('what leaves a full list, or the open deals, is made up for by what follows', () => {
    const { take, titles } = start(['e', 5], ['d', 4], ['c', 3], ['b', 2], ['a', 1]);
    expect(take(told('1', 'deal.updated', deal('c', 6, { status: 'arquivado' })))).toEqual([
      queryKey,
    ]);
    expect(titles()).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  test('while the list is being read, has it read again: the answer may be older', async () => {
    const { client, take, titles } = start(['a', 1]);
    let answer: (deals: readonly Deal[]) => void = () => {};
    const reading = client.fetchQuery({
      queryKey,
      queryFn: () => new Promise<readonly Deal[]>((resolve) => (answer = resolve)),
    });
    await expect.poll(() => client.isFetching()).toBe(1);
    expect(take(told('1', 'deal.updated', deal('a', 2, { title: 'A' })))).toEqual([queryKey]);
    expect(titles()).toEqual(['A']);
    answer(list(['a', 1]));
    await reading;
  });

  test('what was never read is left alone', () => {
    const client = new QueryClient();
    const change = told('1', 'deal.created', deal('a', 1));
    expect(takeChanges(client, slug, [change], new Map())).toEqual([]);
    expect(client.getQueryData(queryKey)).toBeUndefined();
  });
});

test('a stream that is refused is asked for less often, and when the service says, at the earliest', () => {
  const longest = [0, 1, 2, 5, 50].map((attempt) => pauseBefore(attempt, 0, 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  expect(pauseBefore(0, 0, 0)).toBe(500);
  expect(pauseBefore(0, 5, 0)).toBe(5_000);
  expect(pauseBefore(0, 5, 1)).toBe(5_500);
});

test('what is to be read anew many times is read at once, and once more', async () => {
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const read = makeReader<string>((key) => {
    started.push(key);
    return new Promise((resolve) => finish.push(resolve));
  }, 0);
  for (let i = 0; i < 100; i += 1) read('a');
  read('b');
  expect(started).toEqual(['a', 'b']);
  for (const done of finish) done();
  await expect.poll(() => started).toEqual(['a', 'b', 'a']);
});
