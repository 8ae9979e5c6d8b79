import { isDay } from '../calendar/days.ts';

/*
 * Dates in the notation of the panel's language, independent of the browser's: 26/11/2026 in Portuguese, 11/26/2026 in English. Values are
 * 'YYYY-MM-DD', or 'YYYY-MM-DDTHH:mm' with a time, and are also accepted as typed text in every language.
 */

export type DateKind = 'day' | 'moment';

type Part = 'day' | 'month' | 'year';
const isPart = (type: string): type is Part => ['day', 'month', 'year'].includes(type);

/** Order of day, month and year in a language, and the separator. */
function shapeOf(locale: string): { readonly order: readonly Part[]; readonly separator: string } {
  const parts = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).formatToParts(0);
  return {
    order: parts.map(({ type }) => type).filter(isPart),
    separator: parts.find(({ type }) => type === 'literal')?.value ?? '/',
  };
}

/** Formats a date, with its time if it has one. */
export function writeDate(locale: string, value: string): string {
  const [date = '', time] = value.split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  if (day === '') return value;
  const { order, separator } = shapeOf(locale);
  const written = order.map((part) => ({ day, month, year })[part]).join(separator);
  return time === undefined ? written : `${written} ${writeTime(locale, time)}`;
}

/** '15:00' → '15:00' or '3:00 PM'. */
export const writeTime = (locale: string, time: string) =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
    .format(Date.parse(`1970-01-01T${time}Z`))
    .replace(/\s+/g, ' ');

const two = (text: string) => text.padStart(2, '0');

/** True for years that the API accepts. */
const isSensible = (day: string) => isDay(day) && /^(19|2\d)/.test(day);

function readDay(locale: string, text: string, today: string, isFinal: boolean) {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isSensible(text) ? text : undefined;
  const { order } = shapeOf(locale);
  const digits = /^\d{6}$|^\d{8}$/.test(text) && order.at(-1) === 'year';
  const pieces = digits
    ? [text.slice(0, 2), text.slice(2, 4), text.slice(4)]
    : text.split(/[/.\-\s]+/);
  if (pieces.length > 3 || pieces.some((piece) => !/^\d{1,4}$/.test(piece))) return undefined;
  const hasYear = pieces.length === order.length;
  const places = hasYear ? order : order.filter((part) => part !== 'year');
  if (pieces.length !== places.length) return undefined;
  const piece = (part: Part) => pieces[places.indexOf(part)] ?? '';
  const year = hasYear ? piece('year') : today.slice(0, 4);
  if (year.length !== 4 && !(isFinal && year.length === 2)) return undefined;
  if (!hasYear && !isFinal) return undefined;
  const day = `${year.length === 2 ? `20${year}` : year}-${two(piece('month'))}-${two(piece('day'))}`;
  return isSensible(day) ? day : undefined;
}

/** Parses a typed time: '9', '9h30', '14:00', '2pm'. */
export function readTime(text: string): string | undefined {
  const [, hours = '', minutes = '00', half] =
    /^(\d{1,2})(?:[:h](\d\d)?)?\s*(?:([ap])\.?m\.?)?$/i.exec(text.trim()) ?? [];
  const hourNumber = Number(hours);
  const isAfternoon = half?.toLowerCase() === 'p';
  if (hours === '' || hourNumber > (half ? 12 : 23) || (half && hourNumber === 0)) return undefined;
  const hour = half ? (hourNumber % 12) + (isAfternoon ? 12 : 0) : hourNumber;
  return Number(minutes) < 60 ? `${two(String(hour))}:${minutes}` : undefined;
}

/** Default time of a moment when only the day was typed. */
const usualTime = '09:00';

/**
 * Parses a typed date.
 * @param isFinal true when the field was left: completes short years, a date without a year, and a moment without a time
 * @returns undefined if it cannot be parsed
 */
export function readDate(
  {
    locale,
    kind,
    today,
  }: { readonly locale: string; readonly kind: DateKind; readonly today: string },
  written: string,
  isFinal: boolean,
): string | undefined {
  const text = written.trim();
  if (kind === 'day') return readDay(locale, text, today, isFinal);
  const [, date = text, clock] = /^(\S+?)(?:T|,?\s+(?:às |at )?)(\d.*)$/.exec(text) ?? [];
  const day = readDay(locale, date, today, isFinal);
  const time = clock === undefined ? (isFinal ? usualTime : undefined) : readTime(clock);
  return day && time && `${day}T${time}`;
}
