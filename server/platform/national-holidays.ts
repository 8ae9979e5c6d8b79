/*
 * National holidays of Brazil, and the days of Carnaval and Corpus Christi, on which offices close although they are no holidays by law.
 * Fixed dates: laws 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023. Dates are ISO days, such as 2026-12-25.
 */

/** Names of the days, for translations. */
export const nationalHolidays = [
  'new_year',
  'carnival',
  'good_friday',
  'tiradentes',
  'labour_day',
  'corpus_christi',
  'independence',
  'aparecida',
  'all_souls',
  'republic',
  'black_awareness',
  'christmas',
] as const;
export type NationalHoliday = (typeof nationalHolidays)[number];

const fixed: readonly (readonly [day: string, name: NationalHoliday, since?: number])[] = [
  ['01-01', 'new_year'],
  ['04-21', 'tiradentes'],
  ['05-01', 'labour_day'],
  ['09-07', 'independence'],
  ['10-12', 'aparecida'],
  ['11-02', 'all_souls'],
  ['11-15', 'republic'],
  ['11-20', 'black_awareness', 2024],
  ['12-25', 'christmas'],
];

/** Days after Easter. */
const movable: readonly (readonly [days: number, name: NationalHoliday])[] = [
  [-48, 'carnival'],
  [-47, 'carnival'],
  [-2, 'good_friday'],
  [60, 'corpus_christi'],
];

const dayMs = 86_400_000;

/** Easter Sunday of a year, as UTC midnight in Unix milliseconds: the Gregorian computation of Meeus, Jones and Butcher. */
export function easterOf(year: number): number {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const g = Math.floor((8 * century + 13) / 25);
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30;
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - h - (rest % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return Date.UTC(year, month - 1, day);
}

/** The ISO day at a UTC midnight. */
export const isoDay = (midnight: number) => new Date(midnight).toISOString().slice(0, 10);

const years = new Map<number, ReadonlyMap<string, NationalHoliday>>();

/** National holidays of a year, by day. */
function holidaysOf(year: number): ReadonlyMap<string, NationalHoliday> {
  const cached = years.get(year);
  if (cached) return cached;
  const easter = easterOf(year);
  const holidays = new Map<string, NationalHoliday>([
    ...fixed
      .filter(([, , since = year]) => since <= year)
      .map(([day, name]): [string, NationalHoliday] => [`${year}-${day}`, name]),
    ...movable.map(([days, name]): [string, NationalHoliday] => [
      isoDay(easter + days * dayMs),
      name,
    ]),
  ]);
  // A request may name any year; computing one takes microseconds.
  if (years.size >= 100) years.clear();
  years.set(year, holidays);
  return holidays;
}

/** The national holiday on an ISO day, if any. */
export const nationalHolidayOn = (day: string): NationalHoliday | undefined =>
  holidaysOf(Number(day.slice(0, 4))).get(day);
