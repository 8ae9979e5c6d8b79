import { type BusinessHours, isWorkingDay } from '#server/platform/business-hours.ts';
import { isoDay } from '#server/platform/national-holidays.ts';
import { instantOf, localDay } from '#server/platform/zoned-time.ts';

/*
 * Times at which notifications are mailed. Instants are Unix milliseconds; quiet hours and the digest follow the clock of the member's zone.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Local time of the digest, in minutes. */
const digestMinute = 8 * 60;
/** Min distance between two mails of a member, other than digests. */
const minGapMs = hourMs;
/** Max number of days that are searched for a working day. */
const maxDays = 120;

/** Local times such as 22:00; `until` is not part of it, and may be on the next day. */
export interface QuietHours {
  readonly from: string;
  readonly until: string;
}

/** First and last ISO day. */
interface Days {
  readonly starts_on: string;
  readonly ends_on: string;
}

export interface MailCalendar {
  /** IANA zone of the member. */
  readonly zone: string;
  readonly quiet: QuietHours | null;
  /** Business hours of the team: digests are sent on its working days. */
  readonly hours: BusinessHours | null;
  readonly absences: readonly Days[];
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The end of the quiet hours that contain an instant; the instant itself outside of them. */
export function quietEnd(
  { zone, quiet }: Pick<MailCalendar, 'zone' | 'quiet'>,
  at: number,
): number {
  if (!quiet || quiet.from === quiet.until) return at;
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const today = localDay(zone, at);
  // Those that began yesterday, and those of today.
  for (const day of [today - dayMs, today]) {
    const begins = instantOf(zone, day + from * minuteMs);
    const ends = instantOf(zone, day + (from < until ? 0 : dayMs) + until * minuteMs);
    if (begins <= at && at < ends) return ends;
  }
  return at;
}

/** The first digest at an instant or after it; undefined if the team never works. */
export function digestAt(calendar: MailCalendar, at: number): number | undefined {
  const { zone, hours, absences } = calendar;
  const today = localDay(zone, at);
  for (let n = 0; n <= maxDays; n += 1) {
    const day = today + n * dayMs;
    const date = isoDay(day);
    const isAbsent = absences.some((each) => each.starts_on <= date && date <= each.ends_on);
    if (isAbsent || !isWorkingDay(hours, date)) continue;
    const slot = quietEnd(calendar, instantOf(zone, day + digestMinute * minuteMs));
    if (slot >= at) return slot;
  }
  return undefined;
}

/** A notification that has not been mailed. */
export interface Pending {
  readonly id: string;
  /** When it was to be considered. */
  readonly dueAt: number;
  readonly mode: MailMode;
}

export const mailModes = ['immediate', 'digest', 'off'] as const;
export type MailMode = (typeof mailModes)[number];

export interface Plan {
  readonly now: readonly string[];
  /** All that are in neither list are never mailed. */
  readonly later: readonly { readonly id: string; readonly at: number }[];
}

/**
 * Decides about the notifications of a member that are due.
 * @param lastMailAt when the last mail was sent
 */
export function planMail(
  calendar: MailCalendar,
  pending: readonly Pending[],
  lastMailAt: number | undefined,
  at: number,
): Plan {
  const now: string[] = [];
  const later: { id: string; at: number }[] = [];
  const immediateAt = quietEnd(calendar, Math.max(at, (lastMailAt ?? 0) + minGapMs));
  for (const { id, dueAt, mode } of pending) {
    const slot =
      mode === 'off' ? undefined : mode === 'digest' ? digestAt(calendar, dueAt) : immediateAt;
    if (slot === undefined) continue;
    if (slot > at) later.push({ id, at: slot });
    // A digest that is late, because the server was down, does not arrive at night.
    else if (quietEnd(calendar, at) > at) later.push({ id, at: quietEnd(calendar, at) });
    else now.push(id);
  }
  return { now, later };
}
