import { type BusinessHours, minutesOf, opensOn } from '#server/platform/business-hours.ts';
import { isoDay } from '#server/platform/national-holidays.ts';
import { instantOf, localDay } from '#server/platform/zoned-time.ts';

/* Occurrences of a schedule: days and a time in the team's time zone, also across changes of its clock (ADR 226). */

/** Ways to treat an occurrence on a day on which the team is closed. */
export const closedDays = ['run', 'skip', 'before', 'after'] as const;
export type ClosedDays = (typeof closedDays)[number];

/** Rule of a schedule. Without `weekdays` and `month_days`, it applies every day. */
export interface ScheduleRule {
  /** Such as 09:00. */
  readonly at: string;
  /** 0 is Sunday. */
  readonly weekdays?: readonly number[];
  /** In a shorter month, a later day is its last one. */
  readonly month_days?: readonly number[];
  /** `run` if absent. */
  readonly closed_days?: ClosedDays;
}

/** Time zone of a team, and its business hours; null if it is always open. */
export interface TeamTime {
  readonly zone: string;
  readonly hours: BusinessHours | null;
}

export interface Occurrence {
  /** ISO day of the rule; the occurrence may be moved to an open day. */
  readonly day: string;
  /** When it is due, in Unix milliseconds. */
  readonly at: number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Max number of days by which a closed day moves an occurrence. */
const maxShift = 14;
/** Max number of days that are searched for the next occurrence. */
const maxDays = 400;

const isClosed = (hours: BusinessHours | null, day: number): boolean =>
  hours !== null && !opensOn(hours, isoDay(day));

function isOn({ weekdays, month_days }: ScheduleRule, day: number): boolean {
  const date = new Date(day);
  if (weekdays) return weekdays.includes(date.getUTCDay());
  if (!month_days) return true;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return month_days.some((each) => Math.min(each, last) === date.getUTCDate());
}

/** The day to which an occurrence is moved, as UTC midnight; undefined if it is skipped. */
function movedDay(policy: ClosedDays, hours: BusinessHours | null, day: number) {
  if (policy === 'run' || !isClosed(hours, day)) return day;
  if (policy === 'skip') return undefined;
  const step = policy === 'before' ? -dayMs : dayMs;
  for (let n = 1; n <= maxShift; n += 1)
    if (!isClosed(hours, day + n * step)) return day + n * step;
  return undefined;
}

/** Occurrences due on some local days, in order. Of several that are moved to one day, only the nearest remains. @param from UTC midnights */
function occurrencesOn(rule: ScheduleRule, { zone, hours }: TeamTime, from: number, to: number) {
  const { closed_days: policy = 'run' } = rule;
  const reach = policy === 'before' || policy === 'after' ? maxShift * dayMs : 0;
  const byDay = new Map<number, number>();
  for (let day = from - reach; day <= to + reach; day += dayMs) {
    const moved = isOn(rule, day) ? movedDay(policy, hours, day) : undefined;
    if (moved === undefined || moved < from || moved > to) continue;
    const nearest = byDay.get(moved);
    if (nearest === undefined || Math.abs(day - moved) < Math.abs(nearest - moved))
      byDay.set(moved, day);
  }
  return [...byDay]
    .map(
      ([moved, day]): Occurrence => ({
        day: isoDay(day),
        at: instantOf(zone, moved + minutesOf(rule.at) * minuteMs),
      }),
    )
    .toSorted((a, b) => a.at - b.at);
}

/** Occurrences that are due after one moment, up to another, in order. Both in Unix milliseconds. */
export function occurrencesBetween(
  rule: ScheduleRule,
  team: TeamTime,
  after: number,
  until: number,
): Occurrence[] {
  if (after >= until) return [];
  // A skipped local time may be moved to the next day.
  const from = localDay(team.zone, after) - dayMs;
  return occurrencesOn(rule, team, from, localDay(team.zone, until) + dayMs).filter(
    ({ at }) => at > after && at <= until,
  );
}

/** The next occurrences after a moment. */
export function occurrencesAfter(
  rule: ScheduleRule,
  team: TeamTime,
  after: number,
  count: number,
): Occurrence[] {
  const next: Occurrence[] = [];
  const step = 32 * dayMs;
  for (let at = after; at < after + maxDays * dayMs && next.length < count; at += step)
    next.push(...occurrencesBetween(rule, team, at, at + step));
  return next.slice(0, count);
}
