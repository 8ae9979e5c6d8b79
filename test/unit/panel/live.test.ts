import { QueryClient, type QueryKey } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change, Deal } from '#panel/api/types.ts';
import { listWithPending, pendingChanges } from '#panel/commands/pending-changes.ts';
import { applyChanges } from '#panel/data/live-changes.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { backoffDelay } from '#panel/live/backoff.ts';
import { makeRefetcher } from '#panel/live/refetch.ts';

/* The panel's handling of live events: late, repeated, or about unknown records. */

const at = (minute: number) => `2026-11-23T12:${String(minute).padStart(2, '0')}:00.000Z`;
const deal = (id: string, minute: number, more: Partial<Deal> = {}) =>
  ({ id, title: id, status: 'ativo', updated_at: at(minute), ...more }) as Deal;
type Row = readonly [id: string, minute: number];
const list = (...deals: readonly Row[]) => deals.map(([id, minute]) => deal(id, minute));

/** Without queries that combine many kinds of records, which are refetched after every change. */
const ownKeys = (keys: readonly QueryKey[]) => keys.filter(([, , part]) => part !== 'timeline');

describe('a live event', () => {
  const slug = 'ipe';
  const queryKey = ['team', slug, 'deals', 'recent'];
  const most = 5;
  /** The open deals that changed last, as a screen registers them. */
  const recent = {
    queryKey,
    meta: {
      applyChange(deals: readonly Deal[], { id, verb, record }: RecordChange) {
        const now = record as unknown as Deal;
        const others = deals.filter((each) => each.id !== id);
        if (verb === 'deleted' || now.status !== 'ativo')
          return deals.length === most && others.length < most ? 'stale' : others;
        return [now, ...others].slice(0, most);
      },
    },
  };
  const eventOf = (id: string, type: string, data: Deal) =>
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
    client.getQueryCache().build(client, client.defaultQueryOptions(recent));
    client.setQueryData(queryKey, list(...deals));
    const latest = new Map<string, string>();
    const take = (...changes: Parameters<typeof applyChanges>[2]) =>
      ownKeys(applyChanges(client, slug, changes, latest));
    const titles = () => client.getQueryData<readonly Deal[]>(queryKey)?.map(({ title }) => title);
    return { client, take, titles };
  }

  test('is shown without a request', () => {
    const { take, titles } = start(['a', 1]);
    expect(take(eventOf('1', 'deal.created', deal('b', 2)))).toEqual([]);
    expect(take(eventOf('2', 'deal.updated', deal('a', 3, { title: 'A' })))).toEqual([]);
    expect(titles()).toEqual(['A', 'b']);
  });

  test('changes nothing when it is late or repeated', () => {
    const { take, titles } = start(['a', 1]);
    take(eventOf('5', 'deal.deleted', deal('a', 5)));
    take(eventOf('5', 'deal.deleted', deal('a', 5)), eventOf('4', 'deal.updated', deal('a', 4)));
    expect(titles()).toEqual([]);
  });

  test('of an unknown kind refetches the team, and does not affect others before or after it', () => {
    const { take, titles } = start(['a', 1]);
    const keys = take(
      eventOf('1', 'deal.created', deal('b', 2)),
      eventOf('2', 'invoice.paid', deal('x', 2)),
      { id: '3', record_type: 'invoices', record_id: null },
      eventOf('4', 'deal.created', deal('c', 3)),
    );
    expect(titles()).toEqual(['c', 'b', 'a']);
    expect(keys).toEqual([
      ['team', slug],
      ['team', slug],
    ]);
  });

  test('without a description of the change causes a refetch', () => {
    const { take } = start();
    const stale = (record_type: string) => ({ id: '1', record_type, record_id: null });
    expect(take(stale('members'))).toEqual([
      ['team', slug, 'members'],
      ['team', slug, 'workload'],
    ]);
    expect(take(stale('teams'))).toEqual([
      ['team', slug, 'settings'],
      ['team', slug, 'deals'],
      ['team', slug, 'workload'],
      ['teams'],
    ]);
  });

  test('of a timer is shown at once, in place of the one that ran; ended entries and other users’ change nothing', () => {
    const { client, take } = start();
    const key = (user: string) => ['team', slug, 'time-entries', 'running', user];
    const entry = (id: string, user_id: string, minutes: number | null) =>
      ({ id, user_id, minutes }) as unknown as Deal;
    const running = () => client.getQueryData<readonly Deal[]>(key('ana'))?.map(({ id }) => id);
    client.setQueryData(key('ana'), []);
    take(eventOf('1', 'time_entry.created', entry('a', 'ana', null)));
    expect(running()).toEqual(['a']);
    take(eventOf('2', 'time_entry.created', entry('b', 'bia', null)));
    take(eventOf('3', 'time_entry.created', entry('c', 'ana', 30)));
    expect(running()).toEqual(['a']);
    take(
      eventOf('4', 'time_entry.updated', entry('a', 'ana', 12)),
      eventOf('5', 'time_entry.created', entry('d', 'ana', null)),
    );
    expect(running()).toEqual(['d']);
    take(eventOf('6', 'time_entry.deleted', { id: 'd' } as Deal));
    expect(running()).toEqual([]);
    // Not loaded: nothing is made up.
    expect(client.getQueryData(key('bia'))).toBeUndefined();
  });

  test('of a record that leaves a full list, or the open deals, causes a refetch to fill the gap', () => {
    const { take, titles } = start(['e', 5], ['d', 4], ['c', 3], ['b', 2], ['a', 1]);
    expect(take(eventOf('1', 'deal.updated', deal('c', 6, { status: 'arquivado' })))).toEqual([
      queryKey,
    ]);
    expect(titles()).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  test('during a fetch of the list repeats the fetch: the answer may be older', async () => {
    const { client, take, titles } = start(['a', 1]);
    let answer: (deals: readonly Deal[]) => void = () => {};
    const reading = client.fetchQuery({
      queryKey,
      queryFn: () => new Promise<readonly Deal[]>((resolve) => (answer = resolve)),
    });
    await expect.poll(() => client.isFetching()).toBe(1);
    expect(take(eventOf('1', 'deal.updated', deal('a', 2, { title: 'A' })))).toEqual([queryKey]);
    expect(titles()).toEqual(['A']);
    answer(list(['a', 1]));
    await reading;
  });

  test('does not affect what was never fetched', () => {
    const client = new QueryClient();
    const change = eventOf('1', 'deal.created', deal('a', 1));
    expect(ownKeys(applyChanges(client, slug, [change], new Map()))).toEqual([]);
    expect(client.getQueryData(queryKey)).toBeUndefined();
  });
});

describe('events of tasks,', () => {
  const slug = 'ipe';
  interface Card {
    readonly id: string;
    readonly title: string;
    readonly column: string;
  }
  const card = (id: string, minute: number, more: object = {}) => ({
    id,
    title: id,
    column: 'todo',
    deleted_at: null,
    updated_at: at(minute),
    ...more,
  });
  let events = 0;
  const eventOf = (type: string, data: ReturnType<typeof card>, previous: object | null = null) => {
    events += 1;
    const id = String(events).padStart(9, '0');
    return { id, type, record_id: data.id, created_at: at(0), data, previous } as unknown as Change;
  };
  /** A board handles only what its screen shows; lists and pages handle everything. */
  const board = {
    queryKey: ['team', slug, 'tasks', 'board', {}],
    meta: {
      applyChange(cards: readonly Card[], { id, verb, record }: RecordChange) {
        if (verb === 'deleted') return cards.filter((each) => each.id !== id);
        return cards.some((each) => each.id === id) ? cards : [...cards, record as unknown as Card];
      },
    },
  };
  const list = { queryKey: ['team', slug, 'tasks', 'list', { column: 'todo', sort: '-title' }] };
  const pages = { queryKey: ['team', slug, 'tasks', 'all', {}] };
  const one = { queryKey: ['team', slug, 'tasks', 'record', 'a'] };
  const deals = { queryKey: ['team', slug, 'deals', 'list', {}] };

  function start() {
    const client = new QueryClient();
    const cards = [card('a', 1), card('b', 1)];
    const hold = (query: { queryKey: QueryKey }, data: unknown) => {
      client.getQueryCache().build(client, client.defaultQueryOptions(query));
      client.setQueryData(query.queryKey, data);
    };
    hold(board, cards);
    hold(list, { data: cards, pagination: { total: 2 } });
    hold(pages, { pages: [{ data: cards }], pageParams: [1] });
    hold(one, { ...card('a', 1), description: '' });
    hold(deals, [{ id: 'd', task: { id: 'a', title: 'a' } }]);
    const latest = new Map<string, string>();
    return {
      client,
      take: (...changes: Change[]) => ownKeys(applyChanges(client, slug, changes, latest)),
      cards: () => client.getQueryData<Card[]>(board.queryKey) ?? [],
      all: () => JSON.stringify(client.getQueriesData({ queryKey: ['team', slug] })),
    };
  }
  const trash = ['team', slug, 'trash'];

  test('new fields are applied to every copy, in lists, boards, pages, and nested ones', () => {
    const { client, take } = start();
    expect(
      take(eventOf('task.updated', card('a', 2, { title: 'A', due: 1 }), { title: 'a' })),
    ).toEqual([list.queryKey, trash]);
    for (const { queryKey } of [board, list, pages, one, deals]) {
      const cached = JSON.stringify(client.getQueryData(queryKey));
      expect(cached).toContain('"title":"A"');
      // Only fields that a copy has.
      expect(cached).not.toContain('due');
    }
  });

  test.each([
    ['a field that does not affect the list', card('a', 2, { due: 1 }), { due: 0 }, []],
    ['a field that it is sorted by', card('a', 2, { title: 'A' }), { title: 'a' }, [list.queryKey]],
    [
      'one that it is filtered by',
      card('a', 2, { column: 'x' }),
      { column: 'todo' },
      [list.queryKey],
    ],
    ['of a restored record', card('c', 2), { deleted_at: at(1) }, [list.queryKey, pages.queryKey]],
  ] as const)('%s: refetched queries', (_, now, previous, keys) => {
    expect(start().take(eventOf('task.updated', now, previous))).toEqual([...keys, trash]);
  });

  test('a deleted record disappears from lists, boards and pages at once', () => {
    const { client, take, cards } = start();
    const keys = take(eventOf('task.deleted', card('a', 2, { deleted_at: at(2) })));
    expect(keys).toEqual([list.queryKey, pages.queryKey, one.queryKey, trash]);
    expect(cards().map(({ id }) => id)).toEqual(['b']);
    expect(client.getQueryData(pages.queryKey)).toMatchObject({ pages: [{ data: [{ id: 'b' }] }] });
  });

  test('an echo of a known change does not rerender anything', () => {
    const { client, take, cards } = start();
    const before = [board, list, pages, one].map(({ queryKey }) => client.getQueryData(queryKey));
    take(eventOf('task.updated', card('a', 1)));
    expect([board, list, pages, one].map(({ queryKey }) => client.getQueryData(queryKey))).toEqual(
      before,
    );
    expect(cards()).toBe(before[0]);
  });

  test('a stale query stays stale, although it was patched', () => {
    const { client, take } = start();
    void client.invalidateQueries({ queryKey: one.queryKey });
    const keys = take(eventOf('task.updated', card('a', 2, { due: 1, title: 'A' }), {}));
    expect(keys).toContainEqual(one.queryKey);
  });

  test('a pending change is shown on top, and leaves no trace if it fails', () => {
    const { take, cards } = start();
    const patch = { record: 'tasks/a', fields: { column: 'done' } };
    pendingChanges.add(patch);
    take(eventOf('task.updated', card('a', 2, { title: 'A', column: 'doing' }), {}));
    const seen = () => listWithPending('tasks', cards(), pendingChanges.now())[0];
    expect(seen()).toMatchObject({ title: 'A', column: 'done' });
    pendingChanges.drop(patch);
    expect(seen()).toMatchObject({ title: 'A', column: 'doing' });
    const gone = { record: 'tasks/a', fields: {}, isGone: true };
    pendingChanges.add(gone);
    expect(seen()).toMatchObject({ id: 'b' });
    pendingChanges.drop(gone);
  });

  test('late, repeated, in any pieces: a board ends in the state of the last event of each record', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const deed = fc.record({
      id: fc.constantFrom(...ids),
      verb: fc.constantFrom('updated', 'updated', 'deleted'),
      column: fc.constantFrom('todo', 'doing', 'done'),
    });
    const story = fc.array(deed, { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.nat(4)), (deeds, dice) => {
        const { take, cards } = start();
        const is = new Map<string, Card>(cards().map((each) => [each.id, each]));
        const all = deeds.map(({ id, verb, column }, i) => {
          const now = card(id, i + 2, { column });
          if (verb === 'deleted') is.delete(id);
          else is.set(id, now);
          return eventOf(`task.${verb}`, now, {});
        });
        const roll = () => dice.next().value ?? 0;
        // Some are repeated, some late; the last of each record does arrive.
        const sent = all.flatMap((each) => (roll() === 0 ? [each, each] : [each]));
        for (let i = 1; i < sent.length; i += 1) {
          const [a, b] = [sent[i - 1], sent[i]];
          if (a && b && roll() === 0) [sent[i - 1], sent[i]] = [b, a];
        }
        while (sent.length > 0) take(...sent.splice(0, 1 + roll()));
        const byId = (cards: Iterable<Card>) =>
          [...cards].map(({ id, column }) => `${id} ${column}`).sort();
        expect(byId(cards())).toEqual(byId(is.values()));
      }),
    );
  });
});

test('a refused stream is retried less often, and not before the time the service names', () => {
  const longest = [0, 1, 2, 5, 50].map((attempt) => backoffDelay(attempt, 0, 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  expect(backoffDelay(0, 0, 0)).toBe(500);
  expect(backoffDelay(0, 5, 0)).toBe(5_000);
  expect(backoffDelay(0, 5, 1)).toBe(5_500);
});

test('many refetches of a key run one immediately and one afterwards', async () => {
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const read = makeRefetcher<string>((key) => {
    started.push(key);
    return new Promise((resolve) => finish.push(resolve));
  }, 0);
  for (let i = 0; i < 100; i += 1) read('a');
  read('b');
  expect(started).toEqual(['a', 'b']);
  for (const done of finish) done();
  await expect.poll(() => started).toEqual(['a', 'b', 'a']);
});
