import { describe, expect, test } from 'vitest';
import { closedDaysIn } from '#panel/parts/business-hours/ics.ts';
import {
  blocksOn,
  daysInConflict,
  formatTime,
  isOvernight,
  readEnd,
  usualHours,
  withBlock,
  withDays,
  withMondayRepeated,
  withoutBlock,
  withoutDay,
  withTime,
} from '#panel/parts/business-hours/model.ts';

/* Editing business hours, and days from calendar files. */

describe('the week', () => {
  test('gets an afternoon after the morning, and copies of Monday', () => {
    const morning = withTime(usualHours, 0, 'to', '12:00');
    const both = withBlock(morning, 1);
    expect(blocksOn(both, 1)).toEqual([
      { weekday: 1, from: '09:00', to: '12:00', at: 0 },
      { weekday: 1, from: '13:00', to: '17:00', at: 5 },
    ]);
    const week = withMondayRepeated(both);
    for (const weekday of [1, 2, 3, 4, 5])
      expect(blocksOn(week, weekday).map(({ from, to }) => `${from} ${to}`)).toEqual([
        '09:00 12:00',
        '13:00 17:00',
      ]);
    expect(blocksOn(week, 0)).toEqual([]);
    expect(blocksOn(withBlock(week, 6), 6)[0]).toMatchObject({ from: '09:00', to: '18:00' });
    expect(blocksOn(withoutBlock(both, 0), 1)[0]).toMatchObject({ from: '13:00' });
    // Late blocks end at midnight.
    const late = withBlock(withTime(usualHours, 0, 'to', '23:30'), 1);
    expect(blocksOn(late, 1)[1]).toMatchObject({ from: '23:00', to: '24:00' });
    expect(daysInConflict(late)).toEqual([1]);
  });

  test('ends at midnight in the notation of each language', () => {
    for (const midnight of ['12 AM', '12:00 am', '24', '24:00', '24h', '0', '00:00', '0h'])
      expect(readEnd(midnight)).toBe('24:00');
    expect([readEnd('12 PM'), readEnd('23:59'), readEnd('25')]).toEqual([
      '12:00',
      '23:59',
      undefined,
    ]);
    const written = (time: string) => ['pt-BR', 'en'].map((locale) => formatTime(locale, time));
    expect(written('24:00')).toEqual(['24:00', '12:00 AM']);
    expect(written('00:00')).toEqual(['00:00', '12:00 AM']);
    expect(written('13:30')).toEqual(['13:30', '1:30 PM']);
    expect(isOvernight(usualHours)).toBe(false);
    expect(isOvernight(withTime(usualHours, 0, 'to', '02:00'))).toBe(true);
    expect(isOvernight(withTime(usualHours, 0, 'to', '24:00'))).toBe(false);
  });

  test('names days whose blocks are impossible', () => {
    expect(daysInConflict(usualHours)).toEqual([]);
    expect(daysInConflict(withTime(usualHours, 2, 'to', '09:00'))).toEqual([3]);
    expect(daysInConflict(withTime(usualHours, 4, 'to', '24:00'))).toEqual([]);
  });
});

const calendar = (...events: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: readonly string[]) =>
  ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

describe('calendar files', () => {
  test('give whole days, days of several, of a time, and yearly ones', () => {
    const text = calendar(
      'BEGIN:VTIMEZONE\r\nTZID:America/Sao_Paulo\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nEND:STANDARD\r\nEND:VTIMEZONE',
      event(
        'DTSTART;VALUE=DATE:20260125',
        'DTEND;VALUE=DATE:20260126',
        'SUMMARY:Aniversário de São Paulo',
        'RRULE:FREQ=YEARLY',
      ),
      event(
        'DTSTART;VALUE=DATE:20261228',
        'DTEND;VALUE=DATE:20261231',
        'SUMMARY:Recesso\\, fim do',
        '  ano',
      ),
      event(
        'SUMMARY;LANGUAGE="pt:BR":Treinamento',
        'DTSTART;TZID=America/Sao_Paulo:20260310T140000',
        'DTEND;TZID=America/Sao_Paulo:20260310T180000',
        'BEGIN:VALARM',
        'SUMMARY:Aviso',
        'DTSTART:20200101',
        'END:VALARM',
      ),
      event('DTSTART:20260101', 'STATUS:CANCELLED', 'SUMMARY:Cancelado'),
      event('SUMMARY:Sem data'),
      event('DTSTART;VALUE=DATE:20260230', 'SUMMARY:Dia que não existe'),
    );
    expect(closedDaysIn(text)).toEqual([
      { date: '2026-01-25', name: 'Aniversário de São Paulo', yearly: true },
      { date: '2026-12-28', name: 'Recesso, fim do ano', yearly: false },
      { date: '2026-12-29', name: 'Recesso, fim do ano', yearly: false },
      { date: '2026-12-30', name: 'Recesso, fim do ano', yearly: false },
      { date: '2026-03-10', name: 'Treinamento', yearly: false },
    ]);
  });

  test('that are none are refused, and long or nameless events are bounded', () => {
    expect(closedDaysIn('date,name\n2026-01-25,Aniversário')).toBeUndefined();
    expect(closedDaysIn('')).toBeUndefined();
    expect(closedDaysIn(calendar())).toEqual([]);
    const long = closedDaysIn(
      calendar(event('DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20300101')),
    );
    expect(long).toHaveLength(60);
    expect(long?.[0]?.name).toBe('2026-01-01');
  });

  test('add only dates that are not closed yet, in order', () => {
    const first = { date: '2026-06-24', name: 'São João', yearly: true };
    const second = { date: '2026-01-25', name: 'Aniversário', yearly: true };
    const once = withDays(usualHours, [first]);
    const twice = withDays(once.hours, [{ ...first, name: 'Festa' }, second, second]);
    expect([once.added, twice.added]).toEqual([1, 1]);
    expect(twice.hours.holidays).toEqual([second, first]);
    expect(withoutDay(twice.hours, '2026-06-24').holidays).toEqual([second]);
  });
});
