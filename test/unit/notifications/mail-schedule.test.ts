import { describe, expect, test } from 'vitest';
import { digestAt, planMail, quietEnd } from '#server/features/notifications/mail-schedule.ts';
import { localTime } from '#server/platform/zoned-time.ts';

/* Times of mails: quiet hours and digests by the clock of the member's zone, also on days on which it changes. */

const at = (text: string) => Date.parse(text);
const iso = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString().slice(0, 16);
const calendar = {
  zone: 'America/Sao_Paulo',
  quiet: null,
  hours: null,
  absences: [],
};
const night = { from: '22:00', until: '07:00' };

describe('quiet hours', () => {
  test.each([
    ['2026-11-30T00:59Z', '2026-11-30T00:59'],
    ['2026-11-30T01:00Z', '2026-11-30T10:00'],
    ['2026-11-30T09:59Z', '2026-11-30T10:00'],
    ['2026-11-30T10:00Z', '2026-11-30T10:00'],
  ])('over midnight: %s ends at %s', (time, end) => {
    expect(iso(quietEnd({ zone: 'America/Sao_Paulo', quiet: night }, at(time)))).toBe(end);
  });

  test.each([
    ['2026-11-30T14:59Z', '2026-11-30T14:59'],
    ['2026-11-30T15:00Z', '2026-11-30T16:30'],
  ])('at noon: %s ends at %s', (time, end) => {
    const quiet = { from: '12:00', until: '13:30' };
    expect(iso(quietEnd({ zone: 'America/Sao_Paulo', quiet }, at(time)))).toBe(end);
  });

  // The clock of each zone, read step by step, is the reference.
  test.each([
    ['America/New_York', '2026-03-07T00:00Z'],
    ['America/New_York', '2026-10-31T00:00Z'],
    ['Europe/Lisbon', '2026-03-28T00:00Z'],
    ['Europe/Lisbon', '2026-10-24T00:00Z'],
    ['Australia/Lord_Howe', '2026-04-03T00:00Z'],
    ['Australia/Lord_Howe', '2026-10-02T00:00Z'],
    ['America/Sao_Paulo', '2018-11-03T00:00Z'],
    ['America/Sao_Paulo', '2019-02-15T00:00Z'],
    ['Asia/Kolkata', '2026-06-01T00:00Z'],
  ])('end when the clock of %s shows it, around %s', (zone, start) => {
    for (const quiet of [
      night,
      { from: '23:30', until: '02:30' },
      { from: '01:00', until: '05:00' },
    ]) {
      for (let time = at(start); time < at(start) + 4 * 86_400_000; time += 15 * 60_000) {
        const end = quietEnd({ zone, quiet }, time);
        expect(end).toBeGreaterThanOrEqual(time);
        if (end === time) continue;
        const clock = new Date(localTime(zone, end)).toISOString().slice(11, 16);
        const before = new Date(localTime(zone, end - 60_000)).toISOString().slice(11, 16);
        // A skipped end is the moment of the change.
        if (clock !== quiet.until) expect(before < quiet.until && quiet.until < clock).toBe(true);
        expect(end - time).toBeLessThanOrEqual(10.5 * 3_600_000);
        expect(quietEnd({ zone, quiet }, end)).toBe(end);
      }
    }
  });

  test('of no length are none', () => {
    const quiet = { from: '22:00', until: '22:00' };
    const time = at('2026-11-30T01:00Z');
    expect(quietEnd({ zone: 'America/Sao_Paulo', quiet }, time)).toBe(time);
  });
});

describe('the digest', () => {
  test('is at 8:00 of a working day', () => {
    // Monday to Friday, since the team has no business hours.
    expect(iso(digestAt(calendar, at('2026-11-30T10:59Z')))).toBe('2026-11-30T11:00');
    expect(iso(digestAt(calendar, at('2026-11-30T11:00Z')))).toBe('2026-11-30T11:00');
    expect(iso(digestAt(calendar, at('2026-12-04T11:01Z')))).toBe('2026-12-07T11:00');
    expect(iso(digestAt({ ...calendar, zone: 'Asia/Tokyo' }, at('2026-11-30T00:00Z')))).toBe(
      '2026-11-30T23:00',
    );
  });

  test('skips holidays, days without work and absences', () => {
    const hours = {
      weekly: [2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })),
      national_holidays: true,
      holidays: [{ date: '2026-12-24', name: 'Recesso', yearly: true }],
    };
    // Friday 25 December is a holiday, Monday is not worked.
    expect(iso(digestAt({ ...calendar, hours }, at('2026-12-23T12:00Z')))).toBe('2026-12-29T11:00');
    const absences = [{ starts_on: '2026-12-28', ends_on: '2026-12-30' }];
    expect(iso(digestAt({ ...calendar, hours, absences }, at('2026-12-23T12:00Z')))).toBe(
      '2026-12-31T11:00',
    );
  });

  test('waits for the end of quiet hours', () => {
    const quiet = { from: '20:00', until: '09:30' };
    expect(iso(digestAt({ ...calendar, quiet }, at('2026-11-30T10:00Z')))).toBe('2026-11-30T12:30');
    expect(iso(digestAt({ ...calendar, quiet }, at('2026-11-30T12:30Z')))).toBe('2026-11-30T12:30');
  });

  test('never comes if the team never works', () => {
    const hours = { weekly: [], national_holidays: false, holidays: [] };
    expect(digestAt({ ...calendar, hours }, at('2026-11-30T10:00Z'))).toBeUndefined();
  });
});

describe('due notifications', () => {
  const now = at('2026-11-30T15:00Z');
  const entry = (id: string, mode: 'immediate' | 'digest' | 'off', dueAt = now) => ({
    id,
    mode,
    dueAt,
  });

  test('are mailed now, later or never', () => {
    expect(
      planMail(
        calendar,
        [entry('a', 'immediate'), entry('b', 'digest'), entry('c', 'off')],
        undefined,
        now,
      ),
    ).toEqual({ now: ['a'], later: [{ id: 'b', at: at('2026-12-01T11:00Z') }] });
  });

  test('wait for an hour after the last mail', () => {
    const last = now - 20 * 60_000;
    expect(planMail(calendar, [entry('a', 'immediate')], last, now).later).toEqual([
      { id: 'a', at: last + 3_600_000 },
    ]);
    expect(planMail(calendar, [entry('a', 'immediate')], now - 3_600_000, now).now).toEqual(['a']);
  });

  test('are not sent in quiet hours, even if they are late', () => {
    const quiet = { from: '11:00', until: '13:00' };
    const late = at('2026-11-30T11:00Z');
    const { later } = planMail(
      { ...calendar, quiet },
      [entry('a', 'immediate'), entry('b', 'digest', late)],
      undefined,
      now,
    );
    expect(later.map((each) => iso(each.at))).toEqual(['2026-11-30T16:00', '2026-11-30T16:00']);
  });
});
