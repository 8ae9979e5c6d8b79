import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from '#panel/screens/hours/duration.ts';
import { cellsOf, changeOfCell, noProject, startOn } from '#panel/screens/hours/model.ts';
import { mondayOf } from '#panel/ui/calendar/days.ts';

describe('durations', () => {
  test.each([
    ['1h30', 90],
    ['1:30', 90],
    ['1h 30min', 90],
    ['90m', 90],
    ['90 min', 90],
    ['1,5', 90],
    ['1.5h', 90],
    ['2', 120],
    ['2h', 120],
    [',25', 15],
    ['', null],
    ['1:75', undefined],
    ['uma hora', undefined],
    ['-1', undefined],
    ['1e3', undefined],
  ])('%j is %j minutes', (text, minutes) => expect(parseDuration(text)).toBe(minutes));

  test('what is shown can be typed, and any text is read without an error', () => {
    fc.assert(
      fc.property(fc.nat(60_000), (minutes) => {
        expect(parseDuration(formatDuration(minutes))).toBe(minutes);
        const [hours, rest] = [Math.floor(minutes / 60), String(minutes % 60)];
        for (const text of [`${hours}h${rest}`, `${minutes}m`, ` ${hours} H ${rest} min `])
          expect(parseDuration(text)).toBe(minutes);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const minutes = parseDuration(text);
        expect(minutes === null || minutes === undefined || minutes >= 0).toBe(true);
      }),
    );
  });
});

describe('a week', () => {
  const zone = 'America/Sao_Paulo';
  const entry = (id: string, started_at: string, minutes: number | null) => ({
    ...{ id, started_at, minutes },
    project_id: null,
  });

  test('begins on Monday', () =>
    expect(['2026-11-29', '2026-11-30', '2026-12-06'].map(mondayOf)).toEqual([
      '2026-11-23',
      '2026-11-30',
      '2026-11-30',
    ]));

  test('has the entries of a day in the team’s time zone; typed ones are on it', () => {
    const late = entry('a', '2026-11-25T02:30:00Z', 30);
    const timer = entry('b', startOn(zone, '2026-11-24'), null);
    expect(cellsOf([late, timer], zone).at(noProject, '2026-11-24')).toEqual({
      entries: [late],
      minutes: 30,
      isRunning: true,
    });
  });

  test('a single entry is changed or removed; several are corrected by a further one', () => {
    const [one, two] = [entry('a', '', 30), entry('b', '', 20)];
    const cell = (...entries: (typeof one)[]) => ({
      entries,
      minutes: entries.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
      isRunning: false,
    });
    expect(changeOfCell(cell(), 0)).toEqual({ kind: 'none' });
    expect(changeOfCell(cell(), 15)).toEqual({ kind: 'create', minutes: 15 });
    expect(changeOfCell(cell(one), 45)).toEqual({ kind: 'update', id: 'a', minutes: 45 });
    expect(changeOfCell(cell(one), 0)).toEqual({ kind: 'remove', id: 'a' });
    expect(changeOfCell(cell(one, two), 40)).toEqual({ kind: 'create', minutes: -10 });
  });
});
