import { describe, expect, test } from 'vitest';
import {
  daysIntoWeek,
  daysWithin,
  firstWeekday,
  formatBriefDay,
  shownDays,
  titleOf,
  weeksOf,
} from '#panel/ui/calendar/days.ts';
import { readDate, writeDate } from '#panel/ui/date/parse-date.ts';

/* Dates in the formats of the panel's languages, and parsing of typed ones. */

const today = '2026-11-26';
const read = (locale: string, text: string, isFinal = true) =>
  readDate({ locale, kind: 'day', today }, text, isFinal);
const readMoment = (locale: string, text: string, isFinal = true) =>
  readDate({ locale, kind: 'moment', today }, text, isFinal);

describe('a date', () => {
  test.each([
    ['pt-BR', '2026-02-01', '01/02/2026'],
    ['en', '2026-02-01', '02/01/2026'],
    ['pt-BR', '2026-02-01T14:05', '01/02/2026 14:05'],
    ['en', '2026-02-01T14:05', '02/01/2026 2:05 PM'],
    ['pt-BR', '', ''],
  ])('in %s: %s is written %s', (locale, value, written) =>
    expect(writeDate(locale, value)).toBe(written),
  );

  test.each([
    ['pt-BR', '01/02/2026', '2026-02-01'],
    ['en', '01/02/2026', '2026-01-02'],
    ['pt-BR', '1.2.2026', '2026-02-01'],
    ['pt-BR', '01022026', '2026-02-01'],
    ['en', '01022026', '2026-01-02'],
    ['pt-BR', '010226', '2026-02-01'],
    ['pt-BR', '1/2/26', '2026-02-01'],
    ['pt-BR', '1/2', '2026-02-01'],
    ['en', '2026-02-01', '2026-02-01'],
    ['pt-BR', '31/02/2026', undefined],
    ['en', '26/11/2026', undefined],
    ['pt-BR', 'amanhã', undefined],
    ['pt-BR', '01/02/0026', undefined],
    ['pt-BR', '1/2/3/4', undefined],
  ])('in %s: %s is read as %s', (locale, text, date) => expect(read(locale, text)).toBe(date));

  test.each(['1', '1/2', '1/2/2', '1/2/20', '010226'])('%s is incomplete while typing', (text) =>
    expect(read('pt-BR', text, false)).toBeUndefined(),
  );

  test.each([
    ['pt-BR', '01/02/2026 14:05', '2026-02-01T14:05'],
    ['pt-BR', '01/02/2026 às 9h', '2026-02-01T09:00'],
    ['pt-BR', '01/02/2026', '2026-02-01T09:00'],
    ['en', '02/01/2026, 2:05 PM', '2026-02-01T14:05'],
    ['en', '02/01/2026 12:00 AM', '2026-02-01T00:00'],
    ['pt-BR', '2026-02-01T14:05', '2026-02-01T14:05'],
    ['pt-BR', '01/02/2026 25:00', undefined],
    ['en', '02/01/2026 13:00 PM', undefined],
  ])('in %s: the moment %s is read as %s', (locale, text, moment) =>
    expect(readMoment(locale, text)).toBe(moment),
  );

  test.each(['pt-BR', 'en'])('in %s every day survives formatting and parsing', (locale) => {
    for (const day of ['2024-02-29', '2026-01-31', '2026-12-01', '1999-12-31', '2999-12-31']) {
      expect(read(locale, writeDate(locale, day), false)).toBe(day);
      for (const time of ['00:00', '09:30', '12:00', '23:59'])
        expect(readMoment(locale, writeDate(locale, `${day}T${time}`), false)).toBe(
          `${day}T${time}`,
        );
    }
  });
});

test('weeks of calendars and of the date picker start on the first day of the language', () => {
  expect(firstWeekday('pt-BR')).toBe(0);
  expect(firstWeekday('de-DE')).toBe(1);
  expect(weeksOf('2026-11-26', 'week', 'de-DE')[0]).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
  ]);
  expect(weeksOf('2026-11-01', 'month', 'de-DE')[0]?.[0]).toBe('2026-10-26');
  expect(shownDays('2026-11-01', 'month', 'de-DE')).toEqual({
    from: '2026-10-26',
    to: '2026-12-06',
  });
  expect(shownDays('2026-11-01', 'week', 'pt-BR').from).toBe('2026-11-01');
  expect(shownDays('2026-11-01', 'week', 'de-DE').from).toBe('2026-10-26');
  expect(daysWithin('2026-11-01', 'week', 'de-DE').at(-1)).toBe('2026-11-01');
  expect(titleOf('2026-11-01', 'week', 'de-DE')).toMatch(/^26\. Oktober/);
  expect(daysIntoWeek('2026-11-01', 'pt-BR')).toBe(0);
  expect(daysIntoWeek('2026-11-01', 'de-DE')).toBe(6);
});

describe('a day in brief', () => {
  test.each([
    ['pt-BR', '2026-11-25', 'ontem'],
    ['pt-BR', '2026-11-26', 'hoje'],
    ['pt-BR', '2026-11-27', 'amanhã'],
    ['pt-BR', '2026-11-28', 'sáb.'],
    ['pt-BR', '2026-12-02', 'qua.'],
    ['pt-BR', '2026-12-03', '3 dez.'],
    ['pt-BR', '2026-11-20', '20 nov.'],
    ['pt-BR', '2025-11-27', '27 nov. 2025'],
    ['en', '2026-11-27', 'tomorrow'],
    ['en', '2026-12-03', 'Dec 3'],
    ['en', '2025-11-27', 'Nov 27, 2025'],
  ])('in %s: %s is %s', (locale, day, text) =>
    expect(formatBriefDay(day, today, locale)).toBe(text),
  );
});
