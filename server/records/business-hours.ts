import {
  type BusinessHours,
  comingHolidays,
  minutesOf,
  periodAt,
  type Schedule,
} from '../platform/business-hours.ts';
import { nationalHolidays } from '../platform/national-holidays.ts';
import { Type } from '../platform/schema.ts';
import { about, boolean, kind, required, singleLine, timestamp } from './fields.ts';

/* Business hours as a field, and what follows from them now. */

const maxBlocksPerDay = 6;
const maxHolidays = 500;

const time = (examples: readonly string[]) =>
  Type.String({ pattern: '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$', examples: [...examples] });

const weekly = Type.Object(
  {
    weekday: about('The day of the week; 0 is Sunday.', Type.Integer({ minimum: 0, maximum: 6 })),
    from: about('When it opens, in the team’s time zone.', time(['09:00'])),
    to: about('When it closes; at most 24:00.', time(['18:00'])),
  },
  { additionalProperties: false },
);

const holiday = Type.Object(
  {
    date: about('The day on which it is closed.', Type.String({ format: 'date' })),
    name: about('The name of the day.', Type.String({ minLength: 1, maxLength: 100 })),
    yearly: about('True if it is closed on this day of every year.', Type.Boolean()),
  },
  { additionalProperties: false },
);

/** Blocks of a day must not overlap, so that each edge is an opening or a closing. */
function isInOrder({ weekly: blocks }: BusinessHours): boolean {
  const days = Map.groupBy(blocks, ({ weekday }) => weekday);
  return [...days.values()].every((ofDay) => {
    const ordered = ofDay.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from));
    return (
      ordered.length <= maxBlocksPerDay &&
      ordered.every(
        ({ from, to }, i) =>
          minutesOf(from) < minutesOf(to) &&
          minutesOf(from) >= minutesOf(ordered[i - 1]?.to ?? '00:00'),
      )
    );
  });
}

function check(value: unknown): boolean {
  if (value === null) return true;
  const hours = value as BusinessHours;
  const days = new Set(hours.holidays.map(({ date }) => date));
  return isInOrder(hours) && days.size === hours.holidays.length;
}

const trimmed = (each: unknown): unknown =>
  typeof each === 'object' && each !== null && 'name' in each && typeof each.name === 'string'
    ? { ...each, name: each.name.trim() }
    : each;

/** Weekly blocks and closed days; null if there are none. */
export const businessHours = kind(
  Type.Object(
    {
      weekly: about(
        'The open time of each day of the week.',
        Type.Array(weekly, { maxItems: 7 * maxBlocksPerDay }),
      ),
      national_holidays: Type.Boolean({
        description: 'True if it is closed on the national holidays of Brazil.',
      }),
      holidays: about('Further closed days.', Type.Array(holiday, { maxItems: maxHolidays })),
    },
    {
      additionalProperties: false,
      examples: [
        {
          weekly: [
            { weekday: 1, from: '09:00', to: '12:00' },
            { weekday: 1, from: '13:30', to: '18:00' },
          ],
          national_holidays: true,
          holidays: [{ date: '2026-06-24', name: 'São João', yearly: true }],
        },
      ],
    },
  ),
  `an object with weekly (at most ${maxBlocksPerDay} blocks a day, with weekday from 0 to 6, from and to, such as 09:00, not overlapping), national_holidays, and holidays (at most ${maxHolidays}, with date, name and yearly, one each day)`,
  'json',
  {
    clean: (value) =>
      typeof value === 'object' &&
      value !== null &&
      'holidays' in value &&
      Array.isArray(value.holidays)
        ? { ...value, holidays: value.holidays.map(trimmed) }
        : value,
    check,
    store: (value) => (value === null ? null : JSON.stringify(value)),
  },
);

export const closedDays = kind(
  Type.Array(
    Type.Object({
      date: about('The closed day.', Type.String({ format: 'date' })),
      national: about(
        'The national holiday; null for a day of `holidays`.',
        Type.Union([Type.Enum([...nationalHolidays]), Type.Null()]),
      ),
      name: about('The name of a day of `holidays`.', Type.Union([Type.String(), Type.Null()])),
    }),
  ),
  'a list of closed days',
  'json',
);

/** Fields of a response that are computed from hours and the time. */
export const scheduleFields = {
  time_zone: about('The team’s time zone, in which the hours are meant.', required(singleLine(64))),
  is_open: about('True if it is open now. Without hours, it is always open.', required(boolean)),
  changes_at: about('When it closes or opens next; null if it does not.', timestamp),
  coming_holidays: about('The closed days of the next 365 days, in order.', required(closedDays)),
};

/** Values of {@link scheduleFields}. @param now Unix milliseconds */
export function scheduleNow(hours: BusinessHours | null, zone: string, now: number) {
  const schedule: Schedule | undefined = hours ? { hours, zone } : undefined;
  const { isOpen, until } = schedule ? periodAt(schedule, now) : { isOpen: true, until: undefined };
  return {
    time_zone: zone,
    is_open: isOpen,
    changes_at: until === undefined ? null : new Date(until).toISOString(),
    coming_holidays: schedule ? comingHolidays(schedule, now) : [],
  };
}
