import fc from 'fast-check';
import rrule from 'rrule';
import { describe, expect, test } from 'vitest';
import { dueOccurrences, type Plan } from '#server/features/work/recurrences/occurrences.ts';
import { type BusinessHours, isWorkingDay } from '#server/platform/business-hours.ts';
import { dayNumber, daysAfter, dayText, parseRule } from '#server/platform/recurrence-rule.ts';
import { localDay } from '#server/platform/zoned-time.ts';

const dayMs = 86_400_000;

/** The first days of a rule after a day, in a number of days. */
function daysOf(text: string, start: string, after: string, within = 3_000): string[] {
  const rule = parseRule(text);
  if (!rule) throw new Error(`refused: ${text}`);
  const days: string[] = [];
  for (const day of daysAfter(rule, dayNumber(start), dayNumber(after))) {
    if (day > dayNumber(after) + within) break;
    days.push(dayText(day));
  }
  return days;
}

/** The same by the library `rrule`. */
function daysOfLibrary(text: string, start: string, after: string, within = 3_000): string[] {
  const end = dayNumber(after) + within;
  const { until, ...options } = rrule.RRule.parseString(text);
  const last = until ? Math.min(end, Math.floor(until.getTime() / dayMs)) : end;
  const rule = new rrule.RRule({
    ...options,
    dtstart: new Date(dayNumber(start) * dayMs),
    // Without an end, the library searches rules without further days for minutes.
    ...(options.count ? {} : { until: new Date(last * dayMs) }),
  });
  return rule
    .between(new Date((dayNumber(after) + 1) * dayMs), new Date(end * dayMs), true)
    .map((date) => date.toISOString().slice(0, 10));
}

const day = (from: string, days: number) =>
  fc.integer({ min: 0, max: days }).map((n) => dayText(dayNumber(from) + n));
const some = (max: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 3 });
const weekdays = fc.uniqueArray(fc.constantFrom('SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'), {
  minLength: 1,
  maxLength: 4,
});
const nth = fc.constantFrom('', '1', '2', '-1', '-2', '5');

/** Rules that match days. */
const rules = fc
  .record({
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    months: fc.option(some(12)),
    monthDays: fc.option(
      fc.tuple(some(31), fc.boolean()).map(([all, isLast]) => all.map((n) => (isLast ? -n : n))),
    ),
    days: fc.option(fc.tuple(nth, weekdays)),
    position: fc.option(fc.constantFrom(1, 2, -1)),
    end: fc.oneof(
      fc.constant(''),
      fc.constant(''),
      fc.integer({ min: 1, max: 30 }).map((n) => `;COUNT=${n}`),
      day('2016-01-01', 5_000).map((until) => `;UNTIL=${until.replaceAll('-', '')}`),
    ),
    weekStart: fc.constantFrom('', ';WKST=SU', ';WKST=WE'),
  })
  .map(({ frequency, interval, months, monthDays, days, position, end, weekStart }) => {
    const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY';
    const parts = [
      months && `BYMONTH=${months}`,
      frequency !== 'WEEKLY' && monthDays && `BYMONTHDAY=${monthDays}`,
      days && `BYDAY=${days[1].map((each) => (isLong ? days[0] : '') + each)}`,
    ].filter((part) => typeof part === 'string');
    // The library counts positions in the first week only from the start; RFC 5545 counts in the whole week.
    const positions =
      position !== null && isLong && parts.length > 0 ? [`BYSETPOS=${position}`] : [];
    return `FREQ=${frequency};INTERVAL=${interval}${[...parts, ...positions].map((part) => `;${part}`).join('')}${end}${weekStart}`;
  });

describe('recurrence rules', () => {
  test('have the same days as the library rrule', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        rules,
        day('2015-12-01', 2_000),
        day('2015-12-01', 4_000),
        (text, start, after) => {
          const days = daysOf(text, start, after);
          // The library takes minutes to find that a rule matches no day.
          if (days.length === 0) return;
          compared += 1;
          expect(days, text).toEqual(daysOfLibrary(text, start, after));
        },
      ),
      { numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(150);
  }, 120_000);

  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=31', ['2027-01-31', '2027-03-31', '2027-05-31']],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
      ['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30'],
    ],
    ['FREQ=MONTHLY;BYDAY=-1FR;INTERVAL=2', ['2027-01-29', '2027-03-26', '2027-05-28']],
  ])('month ends: %s', (text, days) => {
    expect(daysOf(text, '2026-11-30', '2026-11-30', 200).slice(-days.length)).toEqual(days);
  });

  test('29 February occurs in leap years, or on the last day of each February', () => {
    const inYears = (text: string) => daysOf(text, '2096-01-01', '2096-01-01', 3_652);
    expect(inYears('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29')).toEqual(['2096-02-29', '2104-02-29']);
    expect(inYears('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1').slice(0, 9)).toEqual([
      ...['2096-02-29', '2097-02-28', '2098-02-28', '2099-02-28', '2100-02-28', '2101-02-28'],
      ...['2102-02-28', '2103-02-28', '2104-02-29'],
    ]);
    expect(daysOf('FREQ=YEARLY', '2024-02-29', '2024-03-01')).toEqual(['2028-02-29', '2032-02-29']);
  });

  test.each([
    '',
    'FREQ=HOURLY',
    'FREQ=WEEKLY;BYHOUR=9',
    'FREQ=DAILY;COUNT=2;UNTIL=20270101',
    'FREQ=DAILY;UNTIL=20270230',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=YEARLY;BYWEEKNO=1',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY\nDTSTART:20270101',
  ])('%j is refused', (text) => expect(parseRule(text)).toBeUndefined());

  test.each(['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=5'])(
    '%s matches no day, and its search ends',
    (text) => {
      expect(daysOf(text, '2026-01-01', '2026-01-01')).toEqual([]);
    },
  );
});

const hours: BusinessHours = {
  weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })),
  national_holidays: true,
  holidays: [{ date: '2026-06-24', name: 'São João', yearly: true }],
};

/** Creates the tasks that are due, as the worker does at a time by the clock. */
function sweep(state: State, plan: Plan, today: string): void {
  if (state.nextCheckOn === null || state.nextCheckOn > today) return;
  for (let isDone = false; !isDone; ) {
    const { due, until, nextCheckOn } = dueOccurrences(plan, state.until, today, hours, 5);
    for (const { occurs_on, due_on } of due) state.made.push({ occurs_on, due_on, on: today });
    state.until = until;
    state.nextCheckOn = nextCheckOn;
    isDone = nextCheckOn === null || nextCheckOn > today;
  }
}

interface State {
  until: string;
  nextCheckOn: string | null;
  readonly made: { occurs_on: string; due_on: string; on: string }[];
}

const plans = fc.record({
  rule: rules,
  starts_on: day('2017-06-01', 700),
  shift: fc.constantFrom('none', 'before', 'after'),
  days_ahead: fc.integer({ min: 0, max: 40 }),
});

describe('occurrences', () => {
  test('are created once, in order and on time, whatever the clock shows', () => {
    fc.assert(
      fc.property(
        plans,
        fc.array(fc.integer({ min: -40, max: 60 }), { maxLength: 25 }),
        (plan, jumps) => {
          const state: State = { until: '2017-06-30', nextCheckOn: '2000-01-01', made: [] };
          let [now, latest] = [dayNumber('2017-07-01'), dayNumber('2017-07-01')];
          for (const jump of [0, ...jumps]) {
            now += jump;
            latest = Math.max(latest, now);
            sweep(state, plan, dayText(now));
          }
          const expected = daysOf(plan.rule, plan.starts_on, '2017-06-30').filter(
            (_, i) => i < state.made.length,
          );
          expect(state.made.map(({ occurs_on }) => occurs_on)).toEqual(expected);
          for (const { due_on, on } of state.made)
            expect(dayNumber(on)).toBeGreaterThanOrEqual(dayNumber(due_on) - plan.days_ahead);
          // All that were due by the latest day exist.
          const rest = dueOccurrences(plan, state.until, dayText(latest), hours, 1_000);
          expect(rest.due).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);

  test('are due on working days', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { due } = dueOccurrences(plan, '2017-06-30', '2018-06-30', hours, 100);
        for (const { occurs_on, due_on } of due) {
          if (plan.shift === 'none') expect(due_on).toBe(occurs_on);
          else expect(isWorkingDay(hours, due_on), due_on).toBe(true);
          if (plan.shift === 'before') expect(due_on <= occurs_on).toBe(true);
          if (plan.shift === 'after') expect(due_on >= occurs_on).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  }, 120_000);

  // Clocks in Brazil were set forward at midnight, so these days have no 00:00.
  test.each([
    ['America/Sao_Paulo', '2017-10-14', '2019-02-18'],
    ['America/Cuiaba', '2017-10-14', '2019-02-18'],
    ['Europe/Lisbon', '2026-03-27', '2026-10-27'],
    ['Pacific/Apia', '2011-12-27', '2012-01-03'],
  ])('are created on the local day across changes of the clock in %s', (zone, from, to) => {
    const plan: Plan = { rule: 'FREQ=DAILY', starts_on: from, shift: 'none', days_ahead: 0 };
    const state: State = {
      until: dayText(dayNumber(from) - 1),
      nextCheckOn: '2000-01-01',
      made: [],
    };
    const seen = new Set<string>();
    for (
      let at = dayNumber(from) * dayMs + dayMs / 2;
      at < dayNumber(to) * dayMs;
      at += 1_800_000
    ) {
      const today = dayText(localDay(zone, at) / dayMs);
      seen.add(today);
      sweep(state, plan, today);
    }
    // Apia skipped the 30 December 2011.
    for (const { occurs_on, on } of state.made)
      expect(on).toBe(
        occurs_on === '2011-12-30' && zone === 'Pacific/Apia' ? '2011-12-31' : occurs_on,
      );
    expect(new Set(state.made.map(({ on }) => on))).toEqual(seen);
    expect(new Set(state.made.map(({ occurs_on }) => occurs_on)).size).toBe(state.made.length);
  });

  test('without working days, are due on their days', () => {
    const closed = { weekly: [], national_holidays: false, holidays: [] };
    const plan: Plan = {
      rule: 'FREQ=DAILY;COUNT=2',
      starts_on: '2026-11-28',
      shift: 'after',
      days_ahead: 0,
    };
    expect(dueOccurrences(plan, '2026-11-01', '2026-12-31', closed, 9).due).toEqual([
      { occurs_on: '2026-11-28', due_on: '2026-11-28' },
      { occurs_on: '2026-11-29', due_on: '2026-11-29' },
    ]);
  });
});

test('positions count in the whole first week, also before the start', () => {
  expect(daysOf('FREQ=WEEKLY;BYDAY=WE,SU;BYSETPOS=1;COUNT=1', '2017-07-13', '2017-07-01')).toEqual([
    '2017-07-19',
  ]);
});
