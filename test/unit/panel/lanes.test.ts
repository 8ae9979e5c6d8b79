import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyToPeriod, movedDays } from '#panel/records/shared/list/periods.ts';
import { addDays, daysBetween, weeksOf } from '#panel/ui/calendar/days.ts';
import { resizedDays, storedDays } from '#panel/ui/calendar/edges.ts';
import { covers, inLanes, lastDayOf, layWeek, segmentsOf } from '#panel/ui/calendar/lanes.ts';

/* Bars of calendars: lanes, cuts at weeks and months, and moves of their ends. */

const locales = ['pt-BR', 'en', 'de'] as const;
const epoch = '2026-01-01';
const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays(epoch, days));
const bar = fc.record({
  date: day,
  length: fc.oneof(
    fc.constant(undefined),
    fc.integer({ min: -3, max: 0 }),
    fc.integer({ min: 1, max: 90 }),
  ),
});
const bars = fc.array(bar, { maxLength: 60 }).map((all) =>
  all.map(({ date, length }, i) => ({
    key: String(i),
    date,
    until: length === undefined ? undefined : addDays(date, length),
  })),
);
const span = fc.constantFrom('month' as const, 'week' as const);
const locale = fc.constantFrom(...locales);

describe('bars', () => {
  test('of one lane never share a day', () =>
    fc.assert(
      fc.property(bars, (entries) => {
        const lanes = Map.groupBy(inLanes(entries), ({ lane }) => lane);
        for (const lane of lanes.values())
          for (const [i, { entry }] of lane.entries())
            for (const { entry: later } of lane.slice(i + 1))
              expect(covers(later, entry.date, lastDayOf(entry))).toBe(false);
      }),
    ));

  test('need no more lanes than there are on the fullest day', () =>
    fc.assert(
      fc.property(bars, (entries) => {
        const most = Math.max(
          0,
          ...entries.map(({ date }) => entries.filter((each) => covers(each, date, date)).length),
        );
        expect(new Set(inLanes(entries).map(({ lane }) => lane)).size).toBe(most);
      }),
    ));

  test('are cut at the borders of weeks: each day of a month has exactly the bars that cover it', () =>
    fc.assert(
      fc.property(bars, day, span, locale, (entries, at, span, locale) => {
        for (const week of weeksOf(at, span, locale)) {
          const segments = segmentsOf(entries, week);
          for (const [i, date] of week.entries())
            expect(
              segments
                .filter(({ from, to }) => from <= i && i <= to)
                .map(({ entry }) => entry.key)
                .sort(),
            ).toEqual(
              entries
                .filter((entry) => covers(entry, date, date))
                .map(({ key }) => key)
                .sort(),
            );
          for (const { entry, from, to, isContinued, continues } of segments) {
            expect(week[from]).toBe(isContinued ? week[0] : entry.date);
            expect(week[to]).toBe(continues ? week.at(-1) : lastDayOf(entry));
          }
        }
      }),
    ));

  test('continue in the next week of a month if they continue in this one', () =>
    fc.assert(
      fc.property(bars, day, locale, (entries, at, locale) => {
        const weeks = weeksOf(at, 'month', locale).map((week) => segmentsOf(entries, week));
        for (const [i, week] of weeks.slice(1).entries())
          expect(
            week
              .filter(({ isContinued }) => isContinued)
              .map(({ entry }) => entry.key)
              .sort(),
          ).toEqual(
            weeks[i]
              ?.filter(({ continues }) => continues)
              .map(({ entry }) => entry.key)
              .sort(),
          );
      }),
    ));

  test('without a place are counted on each of their days, and leave its last row free', () =>
    fc.assert(
      fc.property(bars, day, fc.integer({ min: 2, max: 6 }), (entries, at, rows) => {
        for (const week of weeksOf(at, 'month', 'pt-BR')) {
          const { visible, hidden, byDay } = layWeek(entries, week, rows);
          for (const [i] of week.entries()) {
            const lanes = visible
              .filter(({ from, to }) => from <= i && i <= to)
              .map(({ lane }) => lane);
            expect(new Set(lanes).size).toBe(lanes.length);
            expect(lanes.length + (hidden[i] ?? 0)).toBe(byDay[i]?.length);
            const limit = hidden[i] === 0 ? rows : rows - 1;
            for (const lane of lanes) expect(lane).toBeLessThan(limit);
          }
        }
      }),
    ));
});

describe('the ends of a bar', () => {
  test('do not pass each other', () =>
    fc.assert(
      fc.property(bar, day, fc.constantFrom('start', 'end'), ({ date, length }, to, edge) => {
        const entry = { key: '', date, until: addDays(date, Math.max(0, length ?? 0)) };
        const moved = resizedDays(entry, edge, to);
        expect(moved.date <= moved.until).toBe(true);
        expect(edge === 'start' ? moved.until : moved.date).toBe(
          edge === 'start' ? entry.until : entry.date,
        );
      }),
    ));

  test('move together, and only those that have a date are stored', () => {
    const entry = { key: '', date: '2026-11-10', until: '2026-11-12' };
    expect(resizedDays(entry, 'both', '2026-11-30')).toMatchObject({
      date: '2026-11-30',
      until: '2026-12-02',
    });
    expect(storedDays(entry, 'both', '2026-11-30')).toEqual({
      start: '2026-11-30',
      end: '2026-12-02',
    });
    const single = { key: '', date: '2026-11-10' };
    expect(storedDays({ ...single, open: 'start' }, 'both', '2026-11-09')).toEqual({
      end: '2026-11-09',
    });
    expect(storedDays({ ...single, open: 'end' }, 'both', '2026-11-09')).toEqual({
      start: '2026-11-09',
    });
    expect(storedDays(entry, 'end', '2026-11-14')).toEqual({ end: '2026-11-14' });
  });

  test('move a bar that has no other end', () => {
    const entry = { key: '', date: '2026-11-10' };
    expect(resizedDays({ ...entry, open: 'start' }, 'end', '2026-11-02').date).toBe('2026-11-02');
    expect(resizedDays({ ...entry, open: 'end' }, 'start', '2026-11-20').date).toBe('2026-11-20');
    expect(resizedDays({ ...entry, open: 'end' }, 'end', '2026-11-20')).toEqual({
      date: '2026-11-10',
      until: '2026-11-20',
      open: undefined,
    });
  });

  test('move together', () =>
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 90 }), day, (start, length, to) => {
        const { end = '' } = movedDays(start, addDays(start, length), to);
        expect(daysBetween(to, end)).toBe(length);
      }),
    ));
});

describe('a change of a record in a period', () => {
  const data = [{ id: 'a' }];
  const change = (id: string, record: object, previous: object) => ({
    kind: 'campaigns' as const,
    verb: 'updated' as const,
    id,
    record: { id, start_date: '2026-11-02', end_date: null, ...record },
    previous: { updated_at: '', ...previous },
  });
  const dates = ['start_date', 'end_date'] as const;
  test.each([
    ['dates of a bar in sight', {}, change('a', {}, { start_date: '2026-11-01' }), data],
    ['dates of another record', {}, change('b', {}, { start_date: null }), 'stale'],
    ['a name, without filters', {}, change('b', {}, { name: 'x' }), data],
    ['a status, with a filter', { status: 'draft' }, change('b', {}, { status: 'x' }), 'stale'],
    [
      'a due date, with a filter',
      { is_late: true },
      change('a', {}, { start_date: null }),
      'stale',
    ],
    [
      'removed dates of another record',
      {},
      change('b', { start_date: null }, { start_date: '2026-11-01' }),
      data,
    ],
  ] as const)('%s', (_, filters, applied, expected) =>
    expect(applyToPeriod(filters, ...dates)(data, applied)).toBe(expected),
  );
});
