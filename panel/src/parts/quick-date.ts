import { addDays, addMonths, isDay, monthOf, weekdayOf } from '../ui/calendar/days.ts';
import { folded } from '../ui/filter-by-words.ts';

/*
 * Parses a day, with or without a time, in a title, in Portuguese and in English: `Ligar para Ana sexta às 15h`. Prefers a missed date to a
 * wrong one (ADR 153): a day counts at the end or the beginning of the title, elsewhere only with a time.
 */

/** Title whose date was recognized. */
export interface TitleDate {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  /** 'HH:mm'; undefined if the title names no exact time. */
  readonly time: string | undefined;
  /** Title without the words of the day; those of the time stay. */
  readonly title: string;
  /** Title without the words of an exact time either. */
  readonly shortTitle: string;
  /** Recognized words. */
  readonly phrase: string;
}

/** Groups of a match by name; `a`, `b` and `c` are those of the day. */
type Groups = Readonly<Record<string, string | undefined>>;

interface Context {
  readonly today: string;
  /** Decides if 1/2 is in January or in February. */
  readonly locale: string;
}

/** Lower case without accents, with every character at its index. */
const foldInPlace = (text: string) =>
  Array.from(text, (char) => {
    const plain = folded(char);
    return plain.length === char.length ? plain : char;
  }).join('');

// Days -------------------------------------------------------------------------------------------

const weekdays: readonly (readonly string[])[] = [
  ['domingo', 'sunday', 'dom', 'sun'],
  ['segunda', 'monday', 'seg', 'mon'],
  ['terca', 'tuesday', 'ter', 'tues', 'tue'],
  ['quarta', 'wednesday', 'qua', 'wed'],
  ['quinta', 'thursday', 'qui', 'thurs', 'thu'],
  ['sexta', 'friday', 'sex', 'fri'],
  ['sabado', 'saturday', 'sab', 'sat'],
];

const months: readonly (readonly string[])[] = [
  ['janeiro', 'january', 'jan'],
  ['fevereiro', 'february', 'fev', 'feb'],
  ['marco', 'march', 'mar'],
  ['abril', 'april', 'abr', 'apr'],
  ['maio', 'may', 'mai'],
  ['junho', 'june', 'jun'],
  ['julho', 'july', 'jul'],
  ['agosto', 'august', 'ago', 'aug'],
  ['setembro', 'september', 'sept', 'set', 'sep'],
  ['outubro', 'october', 'out', 'oct'],
  ['novembro', 'november', 'nov'],
  ['dezembro', 'december', 'dez', 'dec'],
];

const numerals: readonly (readonly string[])[] = [
  ['um', 'uma', 'one', 'an', 'a'],
  ['dois', 'duas', 'two'],
  ['tres', 'three'],
  ['quatro', 'four'],
  ['cinco', 'five'],
  ['seis', 'six'],
  ['sete', 'seven'],
  ['oito', 'eight'],
  ['nove', 'nine'],
  ['dez', 'ten'],
];

const placeOf = (all: readonly (readonly string[])[], name: string) =>
  all.findIndex((names) => names.includes(name));

const countOf = (text: string) => Number(text) || placeOf(numerals, text) + 1;

/** The next occurrence of the weekday, never today. */
function nextWeekday(name: string, today: string): string {
  return addDays(today, ((placeOf(weekdays, name) - weekdayOf(today) + 6) % 7) + 1);
}

const two = (text: string | number) => String(text).padStart(2, '0');

/** Day of a month; without a year, its next occurrence. */
function dayOfMonth(
  day: string | number,
  month: string | number,
  year: string | undefined,
  today: string,
): string {
  const rest = `-${two(month)}-${two(day)}`;
  if (year !== undefined) return `${year.length === 2 ? `20${year}` : year}${rest}`;
  const thisYear = Number(today.slice(0, 4));
  const next = [0, 1, 2, 3, 4].map((more) => `${thisYear + more}${rest}`);
  return next.find((date) => isDay(date) && date >= today) ?? '';
}

/** Next occurrence of a day number, in this month or the next. */
function dayAlone(day: string, today: string): string {
  const date = `${monthOf(today)}-${two(day)}`;
  return date < today ? `${monthOf(addMonths(`${monthOf(today)}-01`, 1))}-${two(day)}` : date;
}

/** Day in digits, in the language's order, else in the only possible one. */
function dayInDigits({ a = '', b = '', c: year }: Groups, { today, locale }: Context): string {
  const isMonthFirst = locale.startsWith('en');
  const at = (monthFirst: boolean) =>
    monthFirst ? dayOfMonth(b, a, year, today) : dayOfMonth(a, b, year, today);
  return isDay(at(isMonthFirst)) ? at(isMonthFirst) : at(!isMonthFirst);
}

/** Fractions, aspect ratios and "24/7", which are dates only after a preposition or with a time. */
const isFraction = (text: string) =>
  /^(?:1\/1|1\/2|1\/3|2\/3|1\/4|3\/4|4\/5|5\/4|9\/16|16\/9|3\/2|4\/3|24\/7|50\/50)$/.test(text);

// Grammar ----------------------------------------------------------------------------------------

const anyOf = (all: readonly (readonly string[])[], which: (name: string) => boolean) =>
  all.flat().filter(which).join('|');

const isLong = (name: string) => name.length > 4;
const weekdayNames = anyOf(weekdays, isLong);
const weekdayShort = anyOf(weekdays, (name) => !isLong(name));
const monthNames = anyOf(months, () => true);
const englishMonths =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec';
const count = `\\d{1,3}|${anyOf(numerals, () => true)}`;
/** Weekday before a date that it repeats, as in 'sexta-feira, 27 de novembro'. */
const named = `(?:(?:${weekdayNames}|${weekdayShort})(?:-feira)?\\.?,? )?`;

/** Exact time. */
const exact =
  '(?:(?:as|a|at|@|pelas) ?)?(?:\\d{1,2}(?: ?h(?:oras?|rs?|s)?(?: ?[0-5]\\d(?:min)?)?|:[0-5]\\d(?: ?h(?:rs?|s)?| ?[ap]\\.?m\\b\\.?)?| ?[ap]\\.?m\\b\\.?)(?![\\w:])|(?<=\\b(?:as|at) )\\d{1,2}(?![\\w:/]))|(?:(?:ao|a|at) )?(?:meio[- ]dia|meia[- ]noite|noon|midnight)\\b';
/** Period whose words stay in the title. */
const period = `(?:de|a|pela|da|in the|at) (?:manha|tarde|noite|noitinha|morning|afternoon|evening|night)\\b|(?:morning|afternoon|evening)\\b|(?:das? |from )?(?:${exact})(?: ?[-–] ?| (?:as|ate|a|to|until) )(?:${exact}|\\d{1,2}\\b)`;
const anyTime = `${period}|${exact}`;

const prepositions =
  '(?:para|pra|pro|ate|em|na|no|nesta|neste|nessa|nesse|a partir d[aeo]|on|by|for|due|until|till|before|this)(?: (?:as?|os?|the|dia|o dia))?';
/** Words that make the next ones part of the title: "post de sexta", "a segunda", "Black Friday". */
const binding =
  'from|a|o|as|os|ao|aos|um|uma|the|an|de|do|da|dos|das|of|e|and|or|ou|primeira|black|good|cyber|giving|blue|palm|easter|ash|super|casual|holy|every|each|cada|toda|todo|ultima|ultimo|last|numero|vai|deve|pode|precisa|quer|vamos';
/** Words that make a number a part of the title: "parte 1/2". */
const counting =
  'partes?|parts?|paginas?|pages?|posts?|videos?|slides?|cards?|fotos?|photos?|pictures?|versa?o|version|v|capitulos?|chapters?|etapas?|fases?|phases?|steps?|episodios?|episodes?|ep|modulos?|modules?|aulas?|lessons?|lotes?|itens|item|story|stories|reels?|artes?|banners?|pecas?|opca?o|option|layouts?|formato|format|proporcao|ratio|nota|score|temporada|season|volume|vol|lei|law|dividir|divide|cortar|cut|rodada|round';

interface Reading {
  /** Words of the day. */
  readonly words: string;
  readonly day: (groups: Groups, context: Context) => string;
  /** Requirement besides the place: 'strict' needs a preposition or a time, 'atEnd' is not read at the beginning without a time or a comma. */
  readonly needs?: 'strict' | 'atEnd';
  /** True if it also counts between other words without a time. */
  readonly isAnywhere?: boolean;
}

const after = (unit: string, amount: string, today: string): string => {
  const n = countOf(amount);
  if (/^d/.test(unit)) return addDays(today, n);
  return /^(?:s|w)/.test(unit) ? addDays(today, 7 * n) : addMonths(today, n);
};
const units = 'dias?|semanas?|mes(?:es)?|days?|weeks?|months?';

const readings: readonly Reading[] = [
  {
    words: 'depois de amanha|(?:the )?day after tomorrow',
    day: (_, { today }) => addDays(today, 2),
    isAnywhere: true,
  },
  {
    words: `(?<a>${count}) (?<b>${units}) from (?:now|today)`,
    day: ({ a = '', b = '' }, { today }) => after(b, a, today),
  },
  { words: '(?:hoje|today)(?! (?:e|eh|is)\\b)', day: (_, { today }) => today },
  {
    words: '(?:amanha|tomorrow)(?! (?:e|eh|is)\\b)',
    day: (_, { today }) => addDays(today, 1),
    isAnywhere: true,
  },
  {
    words: `(?:em|daqui(?: a)?|dentro de|in) (?<a>${count}) (?<b>${units})(?! (?:d[aeo]s?|of)\\b)`,
    day: ({ a = '', b = '' }, { today }) => after(b, a, today),
  },
  {
    words: 'semana que vem|proxima semana|next week',
    day: (_, { today }) => nextWeekday('segunda', today),
  },
  {
    words: 'mes que vem|proximo mes|next month',
    day: (_, { today }) => `${monthOf(addMonths(`${monthOf(today)}-01`, 1))}-01`,
    needs: 'strict',
  },
  {
    words: '(?:o )?(?:fim|final) do mes|(?:the )?end of (?:the )?month',
    day: (_, { today }) => addDays(addMonths(`${monthOf(today)}-01`, 1), -1),
    needs: 'strict',
  },
  { words: `${named}(?<a>\\d{4}-\\d\\d-\\d\\d)`, day: ({ a = '' }) => a },
  {
    words: `${named}(?<!\\b(?:${counting})\\.? )(?:dia )?(?<a>\\d{1,2})\\/(?<b>\\d{1,2})(?:\\/(?<c>\\d{4}|\\d\\d))?`,
    day: dayInDigits,
  },
  {
    words: `${named}(?:dia )?(?<a>\\d{1,2})(?:[ºª°]|o|st|nd|rd|th)?(?: de| of)? (?<b>${monthNames})\\b\\.?(?:(?: de|,)? (?<c>\\d{4}))?`,
    day: ({ a = '', b = '', c }, { today }) => dayOfMonth(a, placeOf(months, b) + 1, c, today),
    needs: 'atEnd',
  },
  {
    words: `${named}(?<a>${englishMonths})\\.? (?<b>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<c>\\d{4}))?`,
    day: ({ a = '', b = '', c }, { today }) => dayOfMonth(b, placeOf(months, a) + 1, c, today),
    needs: 'atEnd',
  },
  {
    words: 'dia (?<a>\\d{1,2})(?:[ºª°]|o\\b)?(?! d[aeo]s?\\b)',
    day: ({ a = '' }, { today }) => dayAlone(a, today),
  },
  {
    words: '(?<=\\b(?:on|by|until|till|due|for) )the (?<a>\\d{1,2})(?:st|nd|rd|th)',
    day: ({ a = '' }, { today }) => dayAlone(a, today),
  },
  {
    words: `(?:(?:proxim[ao]|next|this|nesta|esta) )(?<a>${weekdayNames}|${weekdayShort})\\b(?:[- ]feira)?(?! santa\\b)`,
    day: ({ a = '' }, { today }) => nextWeekday(a, today),
  },
  {
    words: `(?<a>${weekdayNames})(?:[- ]feira(?: que vem)?| que vem)(?! (?:santa|de)\\b)`,
    day: ({ a = '' }, { today }) => nextWeekday(a, today),
  },
  {
    words: `(?<a>${weekdayNames})(?! santa\\b)`,
    day: ({ a = '' }, { today }) => nextWeekday(a, today),
    needs: 'atEnd',
  },
  {
    words: `(?<a>${weekdayShort})\\.?`,
    day: ({ a = '' }, { today }) => nextWeekday(a, today),
    needs: 'strict',
  },
];

const shapes = readings.map(
  ({ words }) => new RegExp(`(?<=^|[\\s,;:])(?:${words})(?=[.!?]?$|[\\s,;:])`, 'g'),
);

/* Text before and after the words of a day. */
const timeAfter = new RegExp(`^([\\s,]+(?:de )?)(${anyTime})(?=[.!?]?$|[\\s,;:])`);
const timeBefore = new RegExp(
  `(?<=^|[\\s,;:])(${anyTime})[\\s,]+(?:(?:de|da|do|of|on|na|no|em) )?$`,
);
const prepositionBefore = new RegExp(`(?<=^|[\\s,;:])(?:${prepositions}) $`);
const bindingBefore = new RegExp(`(?<=^|\\s)(?:${binding})\\s$`);
const isPeriod = new RegExp(`^(?:${period})$`);

// Reading ----------------------------------------------------------------------------------------

/** @returns 'HH:mm'; undefined if the words name no exact time */
function timeIn(words: string): string | undefined {
  if (/^(?:(?:ao|a|at) )?(?:meio[- ]dia|noon)$/.test(words)) return '12:00';
  if (/^(?:(?:ao|a|at) )?(?:meia[- ]noite|midnight)$/.test(words)) return '00:00';
  const [, hours = '', minutes = '00', half] =
    /^\D*?(\d{1,2})(?: ?h(?:oras?|rs?|s)?| ?:)? ?(\d\d)?(?:min| ?h(?:rs?|s)?)? ?(?:([ap])\.?m\.?)?$/.exec(
      words,
    ) ?? [];
  const hour = Number(hours);
  if (hours === '' || hour > (half ? 12 : 23) || (half && hour === 0)) return undefined;
  return `${two(half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour)}:${minutes}`;
}

const places = ['end', 'beginning', 'inside'] as const;

/** Words of a day in a folded title, with the time and the preposition next to them. */
interface Match {
  readonly groups: Groups;
  readonly place: (typeof places)[number];
  readonly from: number;
  readonly to: number;
  /** Start and end of the words of a time. */
  readonly timeAt: readonly [number, number] | undefined;
  /** True if a preposition or a comma shows that it is a date. */
  readonly isMarked: boolean;
}

function matchesOf(shape: RegExp, plain: string): readonly Match[] {
  return [...plain.matchAll(shape)].flatMap((match): Match[] => {
    const [before, end] = [plain.slice(0, match.index), match.index + match[0].length];
    const first = timeBefore.exec(before);
    const preposition = prepositionBefore.exec(before);
    if (!first && !preposition && bindingBefore.test(before)) return [];
    const [, gap = '', words = ''] = (!first && timeAfter.exec(plain.slice(end))) || [];
    const from = first?.index ?? preposition?.index ?? match.index;
    const to = words === '' ? end : end + gap.length + words.length;
    const rest = plain.slice(to);
    const isBeginning = from === 0;
    return [
      {
        groups: match.groups ?? {},
        place: /^[.!?]?$/.test(rest) ? 'end' : isBeginning ? 'beginning' : 'inside',
        from,
        to,
        timeAt: first
          ? [first.index, first.index + (first[1] ?? '').length]
          : words === ''
            ? undefined
            : [end + gap.length, to],
        isMarked: preposition !== null || (isBeginning && /^(?:\s?[,;:–]|\s-)\s/.test(rest)),
      },
    ];
  });
}

/** False if a match needs more evidence than it has. */
function isPlausible({ groups, place, isMarked }: Match, words: string, reading: Reading): boolean {
  const isTimed = words !== '' && !isPeriod.test(words);
  if (isTimed) return timeIn(words) !== undefined;
  if (place === 'inside' && reading.isAnywhere !== true) return false;
  if (isMarked) return true;
  const { a = '', b, c } = groups;
  if (c === undefined && isFraction(`${a}/${b}`)) return false;
  return reading.needs === undefined
    ? place === 'end' || words === ''
    : reading.needs === 'atEnd' && place === 'end';
}

const tidy = (...parts: readonly string[]) =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');

/**
 * Recognizes the day that a title names, with its time.
 * @param refused recognized words that the user wants to keep in the title
 */
export function parseTitleDate(
  written: string,
  context: Context,
  refused?: string,
): TitleDate | undefined {
  const text = written.normalize('NFC').replace(/\s+/g, ' ').trim();
  const plain = foldInPlace(text);
  for (const [index, reading] of readings.entries()) {
    const matches = matchesOf(shapes[index] ?? /(?!)/g, plain);
    for (const match of places.flatMap((place) => matches.filter((each) => each.place === place))) {
      const [from, to] = match.timeAt ?? [0, 0];
      const words = plain.slice(from, to);
      const day = reading.day(match.groups, context);
      if (!isPlausible(match, words, reading) || !isDay(day)) continue;
      const phrase = text.slice(match.from, match.to);
      if (phrase === refused) return undefined;
      const hour = text.slice(from, to);
      const left = text.slice(0, match.from).replace(/[\s,;:]+$/, '');
      const right = text.slice(match.to).replace(/^[\s,;:–-]+|^[.!?]$/, '');
      const rest = tidy(left, right);
      if (rest === '' && hour === '') continue;
      const time = timeIn(words);
      const title = rest === '' ? text : tidy(left, hour, right);
      return {
        day,
        time,
        phrase,
        title,
        shortTitle: rest === '' || time === undefined ? title : rest,
      };
    }
  }
  return undefined;
}
