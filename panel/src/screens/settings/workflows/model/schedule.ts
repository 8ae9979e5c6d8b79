import { isList, isObject, type Json, type JsonObject } from './json.ts';

/* Trigger `schedule` as the form shows it. */

export const repeats = ['daily', 'weekly', 'monthly'] as const;
export type Repeat = (typeof repeats)[number];

export const closedDays = ['run', 'skip', 'before', 'after'] as const;
export type ClosedDays = (typeof closedDays)[number];

export interface ScheduleView {
  /** '' if not set. */
  readonly at: string;
  readonly repeat: Repeat;
  /** Days of the week from 0, Sunday, or of the month. */
  readonly days: readonly number[];
  readonly closed: ClosedDays;
}

export const scheduleNames = ['at', 'weekdays', 'month_days', 'closed_days'];

const isDays = (value: Json | undefined): value is readonly number[] =>
  isList(value) && value.every((each) => typeof each === 'number');

/** undefined if the form cannot show it. */
export function scheduleIn(trigger: Json | undefined): ScheduleView | undefined {
  if (!isObject(trigger)) return undefined;
  const { at = '', weekdays, month_days, closed_days = 'run' } = trigger;
  const closed = closedDays.find((each) => each === closed_days);
  if (typeof at !== 'string' || !closed || (weekdays !== undefined && month_days !== undefined))
    return undefined;
  const days = weekdays ?? month_days ?? [];
  if (!isDays(days)) return undefined;
  const repeat = weekdays ? 'weekly' : month_days ? 'monthly' : 'daily';
  return { at, repeat, days, closed };
}

/** The trigger with days of a repetition; an earlier choice of other days is dropped. */
export function withDays(trigger: JsonObject, repeat: Repeat, days: readonly number[]): JsonObject {
  const { weekdays: _, month_days: __, ...rest } = trigger;
  if (repeat === 'daily') return rest;
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  return { ...rest, [repeat === 'weekly' ? 'weekdays' : 'month_days']: sorted };
}

/** Days that a newly chosen repetition has. */
export const firstDays: Readonly<Record<Repeat, readonly number[]>> = {
  daily: [],
  weekly: [1, 2, 3, 4, 5],
  monthly: [1],
};

/** Days of the month in a text such as `1, 15`; undefined for any other text. */
export function monthDaysIn(text: string): readonly number[] | undefined {
  if (!/^\s*\d{1,2}(?:[\s,;]+\d{1,2})*[\s,;]*$/.test(text)) return undefined;
  const days = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return days.every((day) => day >= 1 && day <= 31) ? days : undefined;
}

/** Input of templates on a day, as an example. @param today ISO day */
export function sampleOf(today: string, time: string): JsonObject {
  const date = new Date(today);
  return {
    date: today,
    time,
    weekday: date.getUTCDay(),
    day: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    year: date.getUTCFullYear(),
  };
}
