import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  backupNameAt,
  expiredBackups,
  lastDue,
  timeOfBackup,
} from '#server/features/installation/backups/retention.ts';

/* Which scheduled backups are due, and which are deleted. */

const dayMs = 86_400_000;
const first = Date.parse('2026-01-01T03:00:07Z');
const dayNumber = (name: string) =>
  Math.round(((timeOfBackup(name)?.getTime() ?? 0) - first) / dayMs);

test('a name carries the time of its backup, to the second', () => {
  const at = new Date('2026-11-30T03:00:59.789Z');
  expect(backupNameAt(at)).toBe('pauta-2026-11-30T030059Z.backup');
  expect(timeOfBackup(backupNameAt(at))).toEqual(new Date('2026-11-30T03:00:59Z'));
  for (const name of ['pauta-2026-11-30T030059Z.backup.0a1b2c3d.part', 'pauta.backup', 'files'])
    expect(timeOfBackup(name)).toBeUndefined();
});

test('a backup is due at the time of day in UTC, today or yesterday', () => {
  const now = new Date('2026-03-01T03:00:00Z');
  expect(lastDue('03:00', now)).toEqual(now);
  expect(lastDue('03:01', now)).toEqual(new Date('2026-02-28T03:01:00Z'));
});

test('after two years of daily backups, those of 7 days, 4 weeks and 6 months are left', () => {
  const keep = { days: 7, weeks: 4, months: 6 };
  let names: string[] = [];
  for (let day = 0; day < 730; day += 1) {
    const now = new Date(first + day * dayMs);
    names.push(backupNameAt(now));
    const expired = expiredBackups(names, keep, now);
    names = names.filter((name) => !expired.includes(name));
  }
  expect(names.map((name) => timeOfBackup(name)?.toISOString().slice(0, 10))).toEqual([
    ...['2027-07-31', '2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30'],
    ...['2027-12-12', '2027-12-19'],
    ...[
      '2027-12-25',
      '2027-12-26',
      '2027-12-27',
      '2027-12-28',
      '2027-12-29',
      '2027-12-30',
      '2027-12-31',
    ],
  ]);
});

test('whatever the machine did, the newest backup and those of the last days that have one stay, and the future is left alone', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 60 }),
      fc.record({
        days: fc.integer({ min: 0, max: 9 }),
        weeks: fc.integer({ min: 0, max: 5 }),
        months: fc.integer({ min: 0, max: 12 }),
      }),
      fc.integer({ min: 0, max: 900 }),
      (days, keep, today) => {
        const names = days.map((day) => backupNameAt(new Date(first + day * dayMs)));
        const expired = expiredBackups(
          [...names, 'files', 'x.part'],
          keep,
          new Date(first + today * dayMs),
        );
        const past = days.filter((day) => day <= today).sort((a, b) => b - a);
        const deleted = expired.map(dayNumber);
        for (const day of [
          ...past.slice(0, Math.max(1, keep.days)),
          ...days.filter((day) => day > today),
        ])
          expect(deleted).not.toContain(day);
        expect(past.length - deleted.length).toBeLessThanOrEqual(
          Math.max(1, keep.days + keep.weeks + keep.months),
        );
        // Deleting is settled at once.
        const left = names.filter((name) => !expired.includes(name));
        expect(expiredBackups(left, keep, new Date(first + today * dayMs))).toEqual([]);
      },
    ),
  );
});
