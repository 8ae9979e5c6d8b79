import { phaseName } from './phase-names.ts';

/* Labels and decimals of reports, which the panel's table and its CSV share. */

/** Max decimals of a unit. Money has two, or none. */
export const shownDecimals = { count: 1, money: 2, hours: 1, days: 1, percent: 1 } as const;

const rounding = new Map<number, Intl.NumberFormat>();

/** Rounds a value as its format does, which rounds halves up. */
export function shownNumber(value: number, unit: keyof typeof shownDecimals): number {
  const digits = shownDecimals[unit];
  const format =
    rounding.get(digits) ??
    new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: digits });
  rounding.set(digits, format);
  // Plus 0: no negative zero.
  return Number(format.format(value)) + 0;
}

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const weekMs = 6 * 86_400_000;

/** Month of its first day: 'nov. de 2026'. */
const monthLabel = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(
    at(day),
  );

/** Week of its Monday, with the year, since a report may have two: '30 nov. – 6 dez. 2026'. */
const weekLabel = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...{ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' },
  })
    .formatRange(at(day), new Date(at(day).getTime() + weekMs))
    .replaceAll(' de ', ' ');

/** True for an ISO day. A key in an address may be anything. */
const isDay = (key: string): boolean => {
  const time = at(key).getTime();
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === key;
};

interface LabelWords<Dimension extends string> {
  readonly locale: string;
  /** Labels of rows without a key. */
  readonly without: Readonly<Record<Dimension, string>>;
  readonly buckets: Readonly<Record<string, string>>;
  /** Label of rows whose record was deleted. */
  readonly deleted: string;
}

/** Label of a row. */
export function rowLabel<Dimension extends string>(
  by: Dimension,
  { key, label }: { readonly key: string | null; readonly label: string | null },
  { locale, without, buckets, deleted }: LabelWords<Dimension>,
): string {
  if (key === null) return without[by];
  switch (by) {
    case 'month':
      return isDay(key) ? monthLabel(key, locale) : key;
    case 'week':
      return isDay(key) ? weekLabel(key, locale) : key;
    case 'phase':
      return phaseName(key);
    case 'bucket':
      return buckets[key] ?? key;
    case 'source':
    case 'reason':
      return label ?? key;
    default:
      return label ?? deleted;
  }
}
