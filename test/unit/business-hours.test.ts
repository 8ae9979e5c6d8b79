import { describe, expect, test } from 'vitest';
import {
  type BusinessHours,
  comingHolidays,
  minutesOf,
  momentAfter,
  periodAt,
  type Schedule,
} from '#server/platform/business-hours.ts';
import { easterOf, isoDay, nationalHolidayOn } from '#server/platform/national-holidays.ts';
import { instantOf, localTime } from '#server/platform/zoned-time.ts';

/* Business hours, compared with known dates and with a clock that is read step by step. */

const at = (text: string) => Date.parse(text);
/** All blocks and clock changes below are at multiples of it. */
const stepMinutes = 5;
const stepMs = stepMinutes * 60_000;
const hourMs = 3_600_000;
const workdays = [1, 2, 3, 4, 5];
const office: BusinessHours = {
  weekly: workdays.flatMap((weekday) => [
    { weekday, from: '09:00', to: '12:00' },
    { weekday, from: '13:30', to: '18:00' },
  ]),
  national_holidays: true,
  holidays: [
    { date: '2026-07-09', name: 'Revolução Constitucionalista', yearly: true },
    { date: '2026-12-24', name: 'Recesso', yearly: false },
  ],
};
const inSaoPaulo: Schedule = { hours: office, zone: 'America/Sao_Paulo' };

const ofYear = (year: number) =>
  Array.from({ length: 366 }, (_, i) => isoDay(Date.UTC(year, 0, 1 + i)))
    .filter((day) => day.startsWith(String(year)))
    .flatMap((day) => {
      const name = nationalHolidayOn(day);
      return name ? [`${day.slice(5)} ${name}`] : [];
    });

describe('national holidays', () => {
  test('of 2026 are those of the federal calendar', () => {
    expect(ofYear(2026)).toEqual([
      '01-01 new_year',
      '02-16 carnival',
      '02-17 carnival',
      '04-03 good_friday',
      '04-21 tiradentes',
      '05-01 labour_day',
      '06-04 corpus_christi',
      '09-07 independence',
      '10-12 aparecida',
      '11-02 all_souls',
      '11-15 republic',
      '11-20 black_awareness',
      '12-25 christmas',
    ]);
    expect(ofYear(2023).some((day) => day.includes('black_awareness'))).toBe(false);
  });

  test('move with Easter, whose dates are those of the almanacs', () => {
    const easters = [
      '1961-04-02',
      '1981-04-19',
      '2000-04-23',
      '2008-03-23',
      '2011-04-24',
      '2019-04-21',
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
      '2049-04-18',
      '2076-04-19',
      '2285-03-22',
    ];
    expect(easters.map((day) => isoDay(easterOf(Number(day.slice(0, 4)))))).toEqual(easters);
  });

  test('agree with a second computation of Easter over four centuries', () => {
    // The first Sunday after the ecclesiastical full moon, by the epact of Clavius.
    const byEpact = (year: number) => {
      const century = Math.floor(year / 100) + 1;
      const solar = Math.floor((3 * century) / 4) - 12;
      const lunar = Math.floor((8 * century + 5) / 25) - 5;
      const golden = (year % 19) + 1;
      const sunday = Math.floor((5 * year) / 4) - solar - 10;
      let epact = (((11 * golden + 20 + lunar - solar) % 30) + 30) % 30;
      if ((epact === 25 && golden > 11) || epact === 24) epact += 1;
      let moon = 44 - epact;
      if (moon < 21) moon += 30;
      return Date.UTC(year, 2, moon + 7 - ((sunday + moon) % 7));
    };
    for (let year = 1900; year <= 2299; year += 1)
      expect(isoDay(easterOf(year))).toBe(isoDay(byEpact(year)));
  });
});

describe('a schedule', () => {
  test.each([
    ['2026-11-27T11:59:59Z', false, '2026-11-26T21:00:00Z', '2026-11-27T12:00:00Z'],
    ['2026-11-27T12:00:00Z', true, '2026-11-27T12:00:00Z', '2026-11-27T15:00:00Z'],
    ['2026-11-27T15:00:00Z', false, '2026-11-27T15:00:00Z', '2026-11-27T16:30:00Z'],
    // From Friday to Monday.
    ['2026-11-28T03:00:00Z', false, '2026-11-27T21:00:00Z', '2026-11-30T12:00:00Z'],
    // 12 October and 9 July are holidays, the first of the nation, the second of the state, every year.
    ['2026-10-12T15:00:00Z', false, '2026-10-09T21:00:00Z', '2026-10-13T12:00:00Z'],
    ['2027-07-09T15:00:00Z', false, '2027-07-08T21:00:00Z', '2027-07-12T12:00:00Z'],
    // 24 December of that year only, and Christmas.
    ['2026-12-24T15:00:00Z', false, '2026-12-23T21:00:00Z', '2026-12-28T12:00:00Z'],
    ['2027-12-24T14:00:00Z', true, '2027-12-24T12:00:00Z', '2027-12-24T15:00:00Z'],
  ])('at %s is open: %s, since %s, until %s', (moment, isOpen, since, until) => {
    const period = periodAt(inSaoPaulo, at(moment));
    expect(period).toEqual({ isOpen, since: at(since), until: at(until) });
  });

  test('that never opens, or never closes, has no edges', () => {
    const never = { hours: { ...office, weekly: [] }, zone: 'America/Sao_Paulo' };
    expect(periodAt(never, at('2026-11-27T12:00:00Z'))).toEqual({
      isOpen: false,
      since: undefined,
      until: undefined,
    });
    const always: Schedule = {
      hours: {
        weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
        national_holidays: false,
        holidays: [],
      },
      zone: 'America/New_York',
    };
    expect(periodAt(always, at('2026-11-27T12:00:00Z'))).toEqual({
      isOpen: true,
      since: undefined,
      until: undefined,
    });
  });

  test('lists the holidays of a year from today', () => {
    const coming = comingHolidays(inSaoPaulo, at('2026-12-24T12:00:00Z'));
    expect(coming.slice(0, 3)).toEqual([
      { date: '2026-12-24', national: null, name: 'Recesso' },
      { date: '2026-12-25', national: 'christmas', name: null },
      { date: '2027-01-01', national: 'new_year', name: null },
    ]);
    expect(coming).toHaveLength(15);
    expect(coming.at(-1)?.date).toBe('2027-11-20');
  });
});

/**
 * A clock that is never set back: it is read every five minutes, and shows the latest time that it has displayed. A schedule is open while this time is
 * in a block.
 */
function openMinutes({ hours, zone }: Schedule, from: number, to: number): ReadonlySet<number> {
  const open = new Set<number>();
  let latest = Number.NEGATIVE_INFINITY;
  for (let minute = from - 3 * hourMs; minute < to; minute += stepMs) {
    latest = Math.max(latest, localTime(zone, minute));
    const clock = new Date(latest);
    const minutes = clock.getUTCHours() * 60 + clock.getUTCMinutes();
    const isOpen =
      nationalHolidayOn(isoDay(latest)) === undefined &&
      !hours.holidays.some(({ date, yearly }) =>
        yearly ? isoDay(latest).slice(5) === date.slice(5) : isoDay(latest) === date,
      ) &&
      hours.weekly.some(
        (block) =>
          block.weekday === clock.getUTCDay() &&
          minutesOf(block.from) <= minutes &&
          minutes < minutesOf(block.to),
      );
    if (minute >= from && isOpen) open.add(minute);
  }
  return open;
}

/** Blocks around the clock changes of the zones below, which happen between Saturday evening and Sunday morning. */
const weekend: BusinessHours = {
  weekly: [
    { weekday: 6, from: '22:15', to: '23:20' },
    { weekday: 6, from: '23:40', to: '24:00' },
    { weekday: 0, from: '00:00', to: '00:10' },
    { weekday: 0, from: '00:30', to: '01:40' },
    { weekday: 0, from: '02:10', to: '02:50' },
    { weekday: 0, from: '03:05', to: '12:00' },
  ],
  national_holidays: true,
  holidays: [],
};

/** Zones and the days around which their clocks are changed. */
const zonesAndDays = [
  ['America/Sao_Paulo', '2018-11-03', 'set forward at midnight'],
  ['America/Sao_Paulo', '2019-02-16', 'set back at midnight'],
  ['America/New_York', '2026-03-07', 'set forward at two'],
  ['America/New_York', '2026-10-31', 'set back at two'],
  ['Europe/Lisbon', '2026-03-28', 'set forward at one'],
  ['Europe/Lisbon', '2026-10-24', 'set back at two'],
  ['Australia/Lord_Howe', '2026-04-04', 'set back by half an hour'],
  ['Australia/Lord_Howe', '2026-10-03', 'set forward by half an hour'],
  ['America/Sao_Paulo', '2026-11-28', 'not changed'],
  ['Asia/Kolkata', '2026-11-28', 'half an hour off, not changed'],
] as const;

describe('changes of the clock', () => {
  test.each(zonesAndDays)('%s on %s, %s: the same minutes are open as by a clock', (zone, day) => {
    const schedule = { hours: weekend, zone };
    const from = at(`${day}T00:00:00Z`) - 14 * hourMs;
    const to = from + 72 * hourMs;
    const open = openMinutes(schedule, from, to);
    expect(open.size).toBeGreaterThan(120);
    for (let minute = from; minute < to; minute += stepMs) {
      const period = periodAt(schedule, minute);
      if (period.isOpen !== open.has(minute))
        expect.fail(`${new Date(minute).toISOString()}: ${period.isOpen}`);
    }
    // Edges are where the clock opens and closes.
    const opens = [...open].filter((minute) => !open.has(minute - stepMs));
    const closes = [...open].filter((minute) => !open.has(minute + stepMs));
    expect(opens.map((minute) => periodAt(schedule, minute).since)).toEqual(opens);
    expect(closes.map((minute) => periodAt(schedule, minute).until)).toEqual(
      closes.map((minute) => minute + stepMs),
    );
  });

  test.each(zonesAndDays)('%s on %s, %s: open minutes are counted as by a clock', (zone, day) => {
    const schedule = { hours: weekend, zone };
    const from = at(`${day}T00:00:00Z`) - 14 * hourMs;
    const open = [...openMinutes(schedule, from, from + 72 * hourMs)];
    for (let moment = from; moment < from + 48 * hourMs; moment += 19 * stepMs) {
      const coming = open.filter((minute) => minute >= moment);
      for (let n = 1; n <= coming.length; n += 11)
        expect(momentAfter(schedule, moment, n * stepMinutes)).toBe(Number(coming[n - 1]) + stepMs);
    }
  });

  test('a skipped time is the moment of the change, a repeated one its first', () => {
    const utc = (zone: string, local: string) =>
      new Date(instantOf(zone, at(`${local}Z`))).toISOString();
    expect(utc('America/New_York', '2026-03-08T02:30')).toBe('2026-03-08T07:00:00.000Z');
    expect(utc('America/New_York', '2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z');
    expect(utc('America/Sao_Paulo', '2018-11-04T00:00')).toBe('2018-11-04T03:00:00.000Z');
    expect(utc('America/Sao_Paulo', '2019-02-16T23:30')).toBe('2019-02-17T01:30:00.000Z');
    expect(utc('America/Sao_Paulo', '2019-02-17T00:00')).toBe('2019-02-17T03:00:00.000Z');
  });
});

describe('the moment after some open minutes', () => {
  test.each([
    ['without closed hours', '2026-11-27T12:00:30Z', 90, '2026-11-27T13:30:30Z'],
    ['before opening', '2026-11-27T10:00:00Z', 30, '2026-11-27T12:30:00Z'],
    ['that ends when it closes', '2026-11-27T14:30:00Z', 30, '2026-11-27T15:00:00Z'],
    ['over lunch', '2026-11-27T14:30:00Z', 31, '2026-11-27T16:31:00Z'],
    ['over a weekend', '2026-11-27T20:30:00Z', 60, '2026-11-30T12:30:00Z'],
    ['over closed days', '2026-12-23T20:00:00Z', 120, '2026-12-28T13:00:00Z'],
    ['in a closed night', '2026-11-25T03:00:00Z', 1, '2026-11-25T12:01:00Z'],
  ])('%s', (_, from, minutes, moment) => {
    expect(momentAfter(inSaoPaulo, at(from), minutes)).toBe(at(moment));
  });

  test('is a plain sum if it is always open, and none if it never opens', () => {
    const from = at('2026-11-28T23:59:59.999Z');
    expect(momentAfter(undefined, from, 1_500)).toBe(from + 1_500 * 60_000);
    const never = { hours: { ...office, weekly: [] }, zone: 'America/Sao_Paulo' };
    expect(momentAfter(never, from, 1)).toBeUndefined();
    expect(momentAfter(inSaoPaulo, from, 400 * 1_440)).toBeUndefined();
  });

  test('is that of a clock through a year with holidays', () => {
    const from = at('2026-06-01T03:00:00Z');
    const open = [...openMinutes(inSaoPaulo, from, from + 365 * 24 * hourMs)];
    for (let moment = from; moment < from + 340 * 24 * hourMs; moment += 3_173 * stepMs) {
      const first = open.findIndex((minute) => minute >= moment);
      for (const n of [1, 6, 54, 163, 271]) {
        const last = Number(open[first + n - 1]);
        expect(momentAfter(inSaoPaulo, moment, n * stepMinutes)).toBe(last + stepMs);
      }
    }
  });
});
