/* Data of charts, and the texts that are derived from them. */

import type { ReportUnit } from '#panel/api/schema.ts';
import { shownDecimals, shownNumber } from '#server/platform/report-labels.ts';

/** Unit of a chart's values. Percentages are of 100. */
export type Unit = ReportUnit;

/** Meaning of a series, which decides its colour; without one, the colour follows its position. */
export type Tone = 'good' | 'bad' | 'warn' | 'quiet';

export interface Series {
  readonly name: string;
  readonly tone?: Tone;
}

/** Value of a series; null if there is none, or if the caller may not see it. */
export type Value = number | null;

/** Month, person, client or similar. */
export interface Category {
  readonly key: string;
  readonly label: string;
  /** Text on an axis, if the label is long. */
  readonly short?: string;
  /** One value for each series. */
  readonly values: readonly Value[];
  /** Value in the previous period: of the only series, or of all together. */
  readonly previous?: Value;
  /** Capacity, contract or target that the values must not exceed. */
  readonly limit?: Value;
  /** List of the records behind the values. */
  readonly href?: string;
}

export interface ChartData {
  readonly title: string;
  /** Heading of the categories, such as "Month". */
  readonly heading: string;
  readonly unit: Unit;
  /** True if the values are estimates, which are marked with ≈. */
  readonly isApproximate?: boolean;
  /** Name of the limit; without one, it is called a limit. */
  readonly limitName?: string;
  readonly series: readonly Series[];
  readonly categories: readonly Category[];
}

/** Prints a value; a dash for null. */
export type FormatValue = (value: Value) => string;

export interface Formats {
  /** Less than an hour is in minutes. */
  readonly full: FormatValue;
  /** For a table, whose file has the same digits: hours as decimals, and the cents of all of a column's values if one of them has any. */
  readonly column: (values: readonly Value[]) => FormatValue;
  /** Short form for an axis. */
  readonly brief: (value: number) => string;
}

const dash = '–';

const styleOf = (unit: Unit): Intl.NumberFormatOptions => {
  switch (unit) {
    case 'money':
      return { style: 'currency', currency: 'BRL' };
    case 'hours':
      return { style: 'unit', unit: 'hour', unitDisplay: 'narrow' };
    case 'days':
      return { style: 'unit', unit: 'day', unitDisplay: 'long' };
    case 'percent':
      return { style: 'percent' };
    case 'count':
      return {};
  }
};

/** Formats of the values of a unit in a language. */
export function formatsOf(unit: Unit, locale: string): Formats {
  const style = styleOf(unit);
  const whole = new Intl.NumberFormat(locale, {
    ...style,
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  });
  const fine = new Intl.NumberFormat(locale, {
    ...style,
    minimumFractionDigits: unit === 'money' ? 2 : 0,
    maximumFractionDigits: shownDecimals[unit],
  });
  const brief = new Intl.NumberFormat(locale, {
    ...style,
    ...(unit === 'days' && { unitDisplay: 'narrow' }),
    ...(unit === 'percent' ? {} : { notation: 'compact' }),
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
  const scaled = (value: number) => (unit === 'percent' ? value / 100 : value);
  const print = (value: number, hasDecimals: boolean) =>
    (hasDecimals ? fine : whole).format(scaled(value));
  const decimal: FormatValue = (value) => {
    if (value === null) return dash;
    const rounded = shownNumber(value, unit);
    return print(rounded, !Number.isInteger(rounded));
  };
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute' });
  const full: FormatValue = (value) => {
    const inMinutes = unit === 'hours' && value !== null ? Math.round(value * 60) : 0;
    return inMinutes === 0 || Math.abs(inMinutes) >= 60
      ? decimal(value)
      : minutes.format(inMinutes);
  };
  return {
    full,
    column: (values) =>
      unit === 'money' && values.some((value) => value !== null && !Number.isInteger(value))
        ? (value) => (value === null ? dash : print(shownNumber(value, unit), true))
        : decimal,
    brief: (value) => brief.format(scaled(value)),
  };
}

/** Marks values as estimates. */
export const asEstimate =
  (format: FormatValue): FormatValue =>
  (value) =>
    value === null ? format(value) : `≈ ${format(value)}`;

/** True if there is nothing to draw. */
export const isEmpty = ({ categories }: ChartData): boolean =>
  categories.every(({ values, previous }) =>
    [...values, previous ?? null].every((value) => value === null || value === 0),
  );

export const sumOf = (values: readonly Value[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

interface Terms {
  readonly previous: string;
  readonly limit: string;
  readonly total: string;
}

/** Name and value of a line of a tooltip, of the announcement and of the table. */
export interface Reading {
  readonly name: string;
  readonly text: string;
  /** Number of the series; undefined for derived values. */
  readonly series?: number;
}

/** Values of a category in words. */
export function readingsOf(
  { series }: Pick<ChartData, 'series'>,
  { values, previous, limit }: Category,
  format: FormatValue,
  terms: Terms,
  isStacked = false,
): readonly Reading[] {
  return [
    ...series.map(({ name }, at) => ({ name, text: format(values[at] ?? null), series: at })),
    ...(isStacked && series.length > 1 ? [{ name: terms.total, text: format(sumOf(values)) }] : []),
    ...(limit === undefined || limit === null ? [] : [{ name: terms.limit, text: format(limit) }]),
    ...(previous === undefined ? [] : [{ name: terms.previous, text: format(previous) }]),
  ];
}

/** Announcement of a category: "nov.: Ganhos 12, Perdidos 4". */
export const announcementOf = (label: string, readings: readonly Reading[]): string =>
  `${label}: ${readings.map(({ name, text }) => `${name} ${text}`).join(', ')}`;

/** Index of the point that a key moves to; undefined for keys that do not move. */
export function moved(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Shortens a text on an axis to about a number of pixels. */
export function fitted(text: string, pixels: number, perCharacter = 6.4): string {
  const most = Math.max(1, Math.floor(pixels / perCharacter));
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}
