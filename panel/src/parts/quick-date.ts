import { addDays, addMonths, isDay, monthOf, weekdayOf } from '../ui/calendar/days.ts';

/*
 * Parses a day in a title, in either language: `Ligar para Ana sexta às 15h` → 'Ligar para Ana às 15h' and the date of that Friday.
 * Activities have a date without a time, so a time stays in the title.
 */

interface ParsedTitle {
  readonly title: string;
  /** 'YYYY-MM-DD'; undefined if the title names no day. */
  readonly date: string | undefined;
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const weekdays: readonly (readonly string[])[] = [
  ['domingo', 'sunday'],
  ['segunda', 'segunda-feira', 'monday'],
  ['terca', 'terca-feira', 'tuesday'],
  ['quarta', 'quarta-feira', 'wednesday'],
  ['quinta', 'quinta-feira', 'thursday'],
  ['sexta', 'sexta-feira', 'friday'],
  ['sabado', 'saturday'],
];

type Reading = readonly [shape: RegExp, day: (groups: readonly string[], today: string) => string];

/** The next occurrence of the weekday, never today. */
function nextWeekday(name: string, today: string): string {
  const wanted = weekdays.findIndex((names) => names.includes(name));
  return addDays(today, ((wanted - weekdayOf(today) + 6) % 7) + 1);
}

const two = (text: string) => text.padStart(2, '0');

/** Day of a month; without a year, its next occurrence. */
function dayOfMonth(day: string, month: string, year: string | undefined, today: string): string {
  const fullYear = year === undefined ? today.slice(0, 4) : year.length === 2 ? `20${year}` : year;
  const date = `${fullYear}-${two(month)}-${two(day)}`;
  return year === undefined && date < today ? `${Number(fullYear) + 1}${date.slice(4)}` : date;
}

/** Next occurrence of a day number, in this month or the next. */
function dayAlone(day: string, today: string): string {
  const date = `${monthOf(today)}-${two(day)}`;
  return date < today ? `${monthOf(addMonths(`${monthOf(today)}-01`, 1))}-${two(day)}` : date;
}

const months: readonly (readonly string[])[] = [
  ['janeiro', 'jan', 'january'],
  ['fevereiro', 'fev', 'february', 'feb'],
  ['marco', 'mar', 'march'],
  ['abril', 'abr', 'april', 'apr'],
  ['maio', 'mai', 'may'],
  ['junho', 'jun', 'june'],
  ['julho', 'jul', 'july'],
  ['agosto', 'ago', 'august', 'aug'],
  ['setembro', 'set', 'september', 'sept', 'sep'],
  ['outubro', 'out', 'october', 'oct'],
  ['novembro', 'nov', 'november'],
  ['dezembro', 'dez', 'december', 'dec'],
];

/** Month number by name, as digits. */
const monthOfName = (name: string) => String(months.findIndex((names) => names.includes(name)) + 1);

const names = weekdays.flat().join('|');
const monthNames = months.flat().join('|');
const readings: readonly Reading[] = [
  [/depois de amanha|day after tomorrow/, (_, today) => addDays(today, 2)],
  [/hoje|today/, (_, today) => today],
  [/amanha|tomorrow/, (_, today) => addDays(today, 1)],
  [/(?:em|daqui a|in) (\d{1,3}) (?:dias?|days?)/, ([, n], today) => addDays(today, Number(n))],
  [
    /(?:em|daqui a|in) (\d{1,2}) (?:semanas?|weeks?)/,
    ([, n], today) => addDays(today, 7 * Number(n)),
  ],
  [/(?:semana que vem|proxima semana|next week)/, (_, today) => nextWeekday('segunda', today)],
  [/(\d{4}-\d\d-\d\d)/, ([, date = '']) => date],
  [
    /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?/,
    ([, day = '', month = '', year], today) => dayOfMonth(day, month, year, today),
  ],
  [
    new RegExp(
      `(?:dia |day )?(\\d{1,2})(?:[ºª°]|st|nd|rd|th)?(?: de| of)? (${monthNames})\\.?(?:(?: de|,)? (\\d{4}))?`,
    ),
    ([, day = '', month = '', year], today) => dayOfMonth(day, monthOfName(month), year, today),
  ],
  [
    new RegExp(`(${monthNames})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?`),
    ([, month = '', day = '', year], today) => dayOfMonth(day, monthOfName(month), year, today),
  ],
  [/(?:dia|day) (\d{1,2})/, ([, day = ''], today) => dayAlone(day, today)],
  [
    new RegExp(`(?:proxim[ao] |next )?(${names})`),
    ([, name = ''], today) => nextWeekday(name, today),
  ],
];

const before = '(?:^|[\\s,;:]+)(?:(?:para|pra|ate|em|na|no|on|by|for|due) (?:o |a )?)?';

const time =
  '(?:as |a |at )?\\d{1,2}(?: ?h(?:oras?)?(?:\\d\\d)?|:\\d\\d(?: ?[ap]m)?| ?[ap]m)|(?:as|at) \\d{1,2}|(?:ao |a |at )?(?:meio-dia|meia-noite|noon|midnight)';

/** Parses a day at the end of the text, before an optional time, or at its beginning. */
export function parseTitleDate(written: string, today: string): ParsedTitle {
  const text = written.replace(/\s+/g, ' ').trim();
  const plain = folded(text);
  // A letter that folds into several would shift the indexes.
  if (plain.length === text.length)
    for (const [shape, day] of readings) {
      const atEnd = new RegExp(`${before}${shape.source}(?<time>[\\s,]+(?:${time}))?[.!]?$`, 'd');
      const atStart = new RegExp(`^${shape.source}(?=[\\s,:]|$)[\\s,:]*`, 'd');
      const match = atEnd.exec(plain) ?? atStart.exec(plain);
      if (!match) continue;
      const date = day(match, today);
      const [from, to] = match.indices?.groups?.time ?? [0, 0];
      const hour = text.slice(from, to).replace(/^[\s,]+/, '');
      const rest = (text.slice(0, match.index) + text.slice(match.index + match[0].length)).trim();
      if (!isDay(date) || rest + hour === '') continue;
      return { title: rest === '' ? text : `${rest} ${hour}`.trim(), date };
    }
  return { title: text, date: undefined };
}
