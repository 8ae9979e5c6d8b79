import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  type Field,
  kind,
  patterned,
  required,
  singleLine,
} from '#server/records/fields.ts';
import { type ClosedDays, closedDays, type ScheduleRule } from './schedule-rule.ts';
import type { WaitTrigger } from './start-waits.ts';
import { durationOf } from './wait-duration.ts';
import { type WaitingRecord, waitingRecords } from './waiting-records.ts';

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

/** Fields of `waiting_longer_than`. */
export const waitFields: Readonly<Record<string, Field>> = {
  record: required(
    kind(Type.Enum([...waitingRecords]), `one of ${waitingRecords.join(', ')}`, 'text') as Field,
  ),
  for: required(
    kind(
      Type.String({ pattern: '^\\s*([1-9]\\d{0,7})([mhd])\\s*$', examples: ['2h'] }),
      'a time such as 30m, 2h or 3d, from 1m to 365d',
      'text',
      {
        clean: (value) => (typeof value === 'string' ? value.trim() : value),
        check: (value) => durationOf(String(value)) !== undefined,
      },
    ) as Field,
  ),
  in: about('The phase of a deal, or the slug of a task’s column.', singleLine(80, 1)),
  business_hours: about('True if only time in business hours counts.', boolean),
};

/** Names of all these fields. */
export const timingNames = [...Object.keys(scheduleFields), ...Object.keys(waitFields)];

/** Values of a trigger by time. */
export interface Timing {
  readonly at?: string;
  readonly weekdays?: readonly number[];
  readonly month_days?: readonly number[];
  readonly closed_days?: ClosedDays;
  readonly record?: WaitingRecord;
  readonly for?: string;
  readonly in?: string;
  readonly business_hours?: boolean;
}

/** The part of a trigger that is stored as its timing; undefined if changes trigger it. */
export function timingOf(trigger: Timing): Timing | undefined {
  const parts = Object.entries(trigger).filter(([name]) => timingNames.includes(name));
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** The rule of a stored `waiting_longer_than`. */
export const waitOf = (timing: Timing): WaitTrigger => ({
  record: 'conversation',
  for: '365d',
  ...timing,
});

/** The rule of a stored `schedule`. */
export const ruleOf = (timing: Timing): ScheduleRule => ({ at: '00:00', ...timing });
