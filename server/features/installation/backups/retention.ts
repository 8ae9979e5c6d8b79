/* Names of scheduled backups, when they are due, and which of them are deleted. */

/** Numbers of backups to keep: the last one of each day, ISO week and month, for the last days, weeks and months that have one. */
export interface Keep {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const dayMs = 86_400_000;
const shape = /^pauta-(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** Name of a backup made at a time: `pauta-2026-11-30T030000Z.backup`. */
export const backupNameAt = (at: Date): string =>
  `pauta-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;

/** Time of a backup, by its name; undefined for other files. */
export function timeOfBackup(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = shape.exec(name) ?? [];
  if (year === undefined) return undefined;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** True for the incomplete file of a scheduled backup that was killed. */
export const isLeftover = (name: string): boolean =>
  /^pauta-[\dT-]+Z\.backup\.[\da-f]{8}\.part$/.test(name);

/** Last time at or before `now` at which a backup was due. @param schedule time of day in UTC, `03:00` */
export function lastDue(schedule: string, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${schedule}:00Z`);
  return today <= now ? today : new Date(today.getTime() - dayMs);
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
/** Monday of the week. */
const weekOf = (time: Date) =>
  dayOf(new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * dayMs));
const monthOf = (time: Date) => time.toISOString().slice(0, 7);

/**
 * Returns the backups to delete. The newest one is never among them; those of the future, from before a clock was corrected, are ignored.
 * @param names of files in the directory
 */
export function expiredBackups(
  names: readonly string[],
  { days, weeks, months }: Keep,
  now: Date,
): string[] {
  const backups = names
    .flatMap((name) => {
      const time = timeOfBackup(name);
      return time && time <= now ? [{ name, time }] : [];
    })
    .sort((a, b) => b.time.getTime() - a.time.getTime());
  const wanted = new Set(backups.slice(0, 1).map(({ name }) => name));
  const periods = [
    [days, dayOf],
    [weeks, weekOf],
    [months, monthOf],
  ] as const;
  for (const [most, periodOf] of periods) {
    const last = new Map<string, string>();
    for (const { name, time } of backups) {
      const period = periodOf(time);
      if (!last.has(period) && last.size < most) last.set(period, name);
    }
    for (const name of last.values()) wanted.add(name);
  }
  return backups.map(({ name }) => name).filter((name) => !wanted.has(name));
}
