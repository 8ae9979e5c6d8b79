import { Type } from '#server/platform/schema.ts';
import { about, type Field, kind, patterned, required } from '#server/records/fields.ts';
import { type ClosedDays, closedDays, type ScheduleRule } from './schedule-rule.ts';

/* Fields of triggers by time. */

const sortedNumbers = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === 'number')
    ? [...new Set(value)].toSorted((a, b) => a - b)
    : value;

const numbers = (minimum: number, maximum: number, says: string) =>
  kind(Type.Array(Type.Integer({ minimum, maximum }), { minItems: 1 }), says, 'json', {
    clean: sortedNumbers,
  });

/** Fields of `schedule`. */
export const scheduleFields: Readonly<Record<string, Field>> = {
  at: required(patterned(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'a time such as 09:00', '09:00')),
  weekdays: about(
    'The days of the week, from 0 (Sunday) to 6 (Saturday).',
    numbers(0, 6, 'a list of numbers from 0 (Sunday) to 6 (Saturday)'),
  ),
  month_days: about(
    'The days of the month. In a shorter month, a later day is its last one.',
    numbers(1, 31, 'a list of days of the month, from 1 to 31'),
  ),
  closed_days: kind(Type.Enum([...closedDays]), `one of ${closedDays.join(', ')}`, 'text') as Field,
};

/** Names of all these fields. */
export const timingNames = [...Object.keys(scheduleFields)];

/** Values of a trigger by time. */
export interface Timing {
  readonly at?: string;
  readonly weekdays?: readonly number[];
  readonly month_days?: readonly number[];
  readonly closed_days?: ClosedDays;
}

/** The part of a trigger that is stored as its timing; undefined if changes trigger it. */
export function timingOf(trigger: Timing): Timing | undefined {
  const parts = Object.entries(trigger).filter(([name]) => timingNames.includes(name));
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** The rule of a stored `schedule`. */
export const ruleOf = (timing: Timing): ScheduleRule => ({ at: '00:00', ...timing });
