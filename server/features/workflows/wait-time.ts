import { momentAfter, opensOn, periodAt } from '#server/platform/business-hours.ts';
import { isoDay } from '#server/platform/national-holidays.ts';
import { instantOf, localDay, localTime } from '#server/platform/zoned-time.ts';
import type { TeamTime } from './schedule-rule.ts';
import { durationOf } from './wait-duration.ts';

/* When a wait becomes too long, by the clock or in business hours (ADR 227). Moments are Unix milliseconds. */

/** Time that a record may wait. */
export interface WaitRule {
  /** Such as 30m, 2h or 3d. */
  readonly for: string;
  /** Counts only time in which the team is open; a day is a day on which it opens. */
  readonly business_hours?: boolean;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const secondMs = 1_000;
/** Max number of closed days in a row. */
const maxClosed = 400;

/** The moment itself if the team is open then, else its next opening; undefined if it never opens. */
function openingAt({ zone, hours }: TeamTime, at: number): number | undefined {
  if (!hours) return at;
  const { isOpen, until } = periodAt({ zone, hours }, at);
  return isOpen ? at : until;
}

/** The same time of day some open days later, or the opening after it. */
function openDaysAfter(team: TeamTime, from: number, count: number): number | undefined {
  const { zone, hours } = team;
  const start = openingAt(team, from);
  if (!hours || start === undefined) return start;
  let day = localDay(zone, start);
  const time = Math.floor((localTime(zone, start) - day) / minuteMs) * minuteMs;
  const rest = start % minuteMs;
  let left = count;
  for (let closed = 0; left > 0; ) {
    day += dayMs;
    const isOpen = opensOn(hours, isoDay(day));
    closed = isOpen ? 0 : closed + 1;
    if (closed > maxClosed) return undefined;
    if (isOpen) left -= 1;
  }
  return openingAt(team, instantOf(zone, day + time) + rest);
}

/** When a wait that began at a moment becomes too long; undefined if that is more than a year of closed days away. Never earlier for a later moment. */
export function waitEnds(rule: WaitRule, team: TeamTime, since: number): number | undefined {
  const duration = durationOf(rule.for) ?? 0;
  if (!rule.business_hours || !team.hours) return since + duration;
  if (rule.for.trim().endsWith('d')) return openDaysAfter(team, since, duration / dayMs);
  return momentAfter({ zone: team.zone, hours: team.hours }, since, duration / minuteMs);
}

/** Waits that began until then are too long at a moment; to the second. */
export function longWaitsUntil(rule: WaitRule, team: TeamTime, now: number): number {
  const isLong = (since: number) =>
    (waitEnds(rule, team, since) ?? Number.POSITIVE_INFINITY) <= now;
  const duration = durationOf(rule.for) ?? 0;
  if (!rule.business_hours || !team.hours) return now - duration;
  let high = now;
  let low = now - duration;
  for (let step = dayMs; !isLong(low); step *= 2) {
    if (now - low > 2 * maxClosed * dayMs + duration) return Number.NEGATIVE_INFINITY;
    high = low;
    low -= step;
  }
  while (high - low > secondMs) {
    const middle = low + Math.floor((high - low) / 2);
    if (isLong(middle)) low = middle;
    else high = middle;
  }
  return low;
}
