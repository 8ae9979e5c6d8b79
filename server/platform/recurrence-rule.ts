/*
 * Recurrence rules of whole days: RFC 5545, section 3.3.10, with DTSTART as a date. The parts that need a time or the number of a week or of
 * a day in the year are refused. Every search ends after {@link maxDays}, also for rules that match no day (docs/adr/0223-recurring-tasks.md).
 * Days are counted from 1970-01-01, without a time zone, so that no change of a clock affects them.
 */

const dayMs = 86_400_000;
/** A rule without a further day in this time counts as ended. */
const maxDays = 36_525;
/** Max length of a rule. */
export const maxRuleLength = 200;
const maxInterval = 100;
const maxCount = 1_000;
const maxParts = 31;

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof frequencies)[number];
const weekdays: readonly string[] = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** A weekday, in every week or as the nth one of the period; negative numbers count from its end. */
interface NthWeekday {
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly nth: number | undefined;
}

export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  /** Number of the last possible day. */
  readonly until: number | undefined;
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekdays: readonly NthWeekday[];
  readonly positions: readonly number[];
  /** First day of a week; 0 is Sunday. */
  readonly weekStart: number;
}

/** The number of a day `YYYY-MM-DD`. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
/** A day `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const firstOf = (year: number, month: number) => Date.UTC(year, month - 1, 1) / dayMs;
/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7;
const dateOf = (day: number) => {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() };
};

function integers(
  text: string,
  min: number,
  max: number,
  isSigned = false,
): readonly number[] | undefined {
  const parts = text.split(',');
  const numbers = parts.map((part) => (/^[+-]?\d{1,4}$/.test(part) ? Number(part) : Number.NaN));
  const isValid = (value: number) =>
    Number.isInteger(value) &&
    Math.abs(value) >= min &&
    Math.abs(value) <= max &&
    (isSigned || value > 0);
  return parts.length <= maxParts && numbers.every(isValid) ? numbers : undefined;
}

const oneInteger = (text: string, max: number) => {
  const [value, ...rest] = integers(text, 1, max) ?? [];
  return rest.length === 0 ? value : undefined;
};

function readWeekdays(text: string): readonly NthWeekday[] | undefined {
  const all = text.split(',').map((part) => {
    const match = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(part);
    const nth = match?.[1] === undefined ? undefined : Number(match[1]);
    const weekday = weekdays.indexOf(match?.[2] ?? '');
    return match && (nth === undefined || (nth !== 0 && Math.abs(nth) <= 53))
      ? { weekday, nth }
      : undefined;
  });
  const valid = all.filter((each) => each !== undefined);
  return valid.length === all.length && all.length <= maxParts ? valid : undefined;
}

function readUntil(text: string): number | undefined {
  const [, year = '', month = '', date = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const day = dayNumber(`${year}-${month}-${date}`);
  return Number.isInteger(day) && dayText(day) === `${year}-${month}-${date}` ? day : undefined;
}

/** Parses a rule such as `FREQ=WEEKLY;BYDAY=MO`. Undefined if it is invalid, or has parts that whole days do not need. */
export function parseRule(text: string): RecurrenceRule | undefined {
  if (text.length > maxRuleLength) return undefined;
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=([A-Z0-9,+-]+)$/.exec(part) ?? [];
    if (name === '' || parts.has(name)) return undefined;
    parts.set(name, value);
  }
  const invalid: string[] = [];
  /** Reads a part, removing it from those that are left. */
  const take = <T>(name: string, read: (value: string) => T | undefined): T | undefined => {
    const value = parts.get(name);
    if (value === undefined) return undefined;
    parts.delete(name);
    const result = read(value);
    if (result === undefined) invalid.push(name);
    return result;
  };
  const frequency = take('FREQ', (value) => frequencies.find((each) => each === value));
  const weekStart = take('WKST', (value) => weekdays.find((each) => each === value));
  const rule = {
    interval: take('INTERVAL', (value) => oneInteger(value, maxInterval)) ?? 1,
    count: take('COUNT', (value) => oneInteger(value, maxCount)),
    until: take('UNTIL', readUntil),
    months: take('BYMONTH', (value) => integers(value, 1, 12)) ?? [],
    monthDays: take('BYMONTHDAY', (value) => integers(value, 1, 31, true)) ?? [],
    weekdays: take('BYDAY', readWeekdays) ?? [],
    positions: take('BYSETPOS', (value) => integers(value, 1, 366, true)) ?? [],
    weekStart: weekdays.indexOf(weekStart ?? 'MO'),
  };
  if (!frequency || invalid.length > 0 || parts.size > 0) return undefined;
  if (rule.count !== undefined && rule.until !== undefined) return undefined;
  const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY';
  if (!isLong && rule.weekdays.some(({ nth }) => nth !== undefined)) return undefined;
  if (frequency === 'WEEKLY' && rule.monthDays.length > 0) return undefined;
  const hasParts = rule.months.length + rule.monthDays.length + rule.weekdays.length > 0;
  if (rule.positions.length > 0 && (frequency === 'DAILY' || !hasParts)) return undefined;
  return { frequency, ...rule };
}

/** Adds the parts of the rule that its first day implies. */
function completed(rule: RecurrenceRule, start: number): RecurrenceRule {
  const { frequency, months, monthDays, weekdays: days } = rule;
  if (monthDays.length > 0 || days.length > 0 || frequency === 'DAILY') return rule;
  const { month, date } = dateOf(start);
  if (frequency === 'WEEKLY')
    return { ...rule, weekdays: [{ weekday: weekdayOf(start), nth: undefined }] };
  const isBare = frequency === 'YEARLY' && months.length === 0;
  return { ...rule, monthDays: [date], ...(isBare && { months: [month] }) };
}

/** Consecutive days: the first one, and the first one after them. */
interface Span {
  readonly first: number;
  readonly end: number;
}

/** The nth period of the rule. Period 0 contains the first day. */
function periodAt({ frequency, interval, weekStart }: RecurrenceRule, start: number, n: number) {
  const { year, month } = dateOf(start);
  switch (frequency) {
    case 'DAILY':
      return { first: start + n * interval, end: start + n * interval + 1 };
    case 'WEEKLY': {
      const first = start - ((weekdayOf(start) - weekStart + 7) % 7) + 7 * n * interval;
      return { first, end: first + 7 };
    }
    case 'MONTHLY': {
      const of = month + n * interval;
      return { first: firstOf(year, of), end: firstOf(year, of + 1) };
    }
    case 'YEARLY': {
      const of = year + n * interval;
      return { first: firstOf(of, 1), end: firstOf(of + 1, 1) };
    }
  }
}

/** Max days of a period: no period with searched days is skipped. */
const periodDays = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 } as const;

/** True if the day is the nth one of its weekday in the span, counted from either end. */
function isNth(day: number, { first, end }: Span, nth: number): boolean {
  return nth > 0
    ? Math.floor((day - first) / 7) + 1 === nth
    : -(Math.floor((end - 1 - day) / 7) + 1) === nth;
}

function matches(rule: RecurrenceRule, day: number, period: Span): boolean {
  const { year, month, date } = dateOf(day);
  const { frequency, months, monthDays, weekdays: days } = rule;
  if (months.length > 0 && !months.includes(month)) return false;
  const ofMonth = { first: firstOf(year, month), end: firstOf(year, month + 1) };
  if (monthDays.length > 0 && !monthDays.includes(date) && !monthDays.includes(day - ofMonth.end))
    return false;
  const counted = frequency === 'YEARLY' && months.length === 0 ? period : ofMonth;
  return (
    days.length === 0 ||
    days.some(
      ({ weekday, nth }) =>
        weekday === weekdayOf(day) && (nth === undefined || isNth(day, counted, nth)),
    )
  );
}

/** The days of a period that match, in order. */
function daysIn(rule: RecurrenceRule, period: Span): readonly number[] {
  const all: number[] = [];
  for (let day = period.first; day < period.end; day += 1)
    if (matches(rule, day, period)) all.push(day);
  if (rule.positions.length === 0) return all;
  return all.filter(
    (_, i) => rule.positions.includes(i + 1) || rule.positions.includes(i - all.length),
  );
}

/**
 * Days of a rule after another day, in order.
 * @param start number of the first possible day, which the rule's periods are counted from
 * @param after number of a day
 */
export function* daysAfter(
  bare: RecurrenceRule,
  start: number,
  after: number,
): Generator<number, void> {
  const rule = completed(bare, start);
  const { frequency, interval, count, until } = rule;
  const last = Math.min(until ?? Number.POSITIVE_INFINITY, Math.max(start, after) + maxDays);
  // Counted rules begin at the start; others skip the periods that are certainly before the searched days.
  const skipped =
    count === undefined
      ? Math.max(0, Math.floor((after - start) / (periodDays[frequency] * interval)) - 1)
      : 0;
  let counted = 0;
  for (let n = skipped; ; n += 1) {
    const period = periodAt(rule, start, n);
    if (period.first > last) return;
    for (const day of daysIn(rule, period)) {
      if (day < start) continue;
      if (day > last || (count !== undefined && counted === count)) return;
      counted += 1;
      if (day > after) yield day;
    }
  }
}
