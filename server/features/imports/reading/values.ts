import type { CodedReason } from '#server/records/coded-reason.ts';
import { hasCnpjDigits, hasCpfDigits } from '../../crm/clients/tax-ids.ts';
import { fold } from './fold.ts';
import { serialDate } from './xlsx.ts';

/*
 * Cells as values: numbers, dates, phones and tax ids as people and spreadsheets write them in Brazil. A cell that cannot be read without a guess is
 * refused with a reason, and a likely value is offered if its check digits prove it.
 */

/** Code → its sentence. The column and the line are named by the caller. */
const sentences = {
  exponent: () =>
    'The spreadsheet has rounded this number and its last digits are lost. Format the column as text and export it again.',
  formula_error: () => 'The formula of this cell has no result.',
  not_a_number: () => 'This is not a number.',
  out_of_range: ({ least, most }) => `The number must be from ${least} to ${most}.`,
  foreign_currency: () => 'The amount is not in Brazilian reais.',
  not_a_date: () => 'This is not a date.',
  impossible_date: () => 'This day does not exist.',
  not_yes_or_no: () => 'This is neither yes nor no.',
  not_a_phone: () => 'This is not a phone number.',
  area_code_missing: () => 'The area code (DDD) is missing.',
  unknown_area_code: ({ area }) => `No place in Brazil has the area code ${area}.`,
  not_an_email: () => 'This is not an e-mail address.',
  not_a_tax_id: () => 'This is neither a CPF nor a CNPJ.',
  wrong_check_digits: () => 'The check digits do not match, so a digit is wrong.',
  lost_zeros: ({ offer }) => `The zeros at its start are missing: it should be ${offer}.`,
  unknown_choice: ({ choices }) => `The value must be one of: ${choices}.`,
  too_long: ({ limit }) => `The text has more than ${limit} characters.`,
} as const satisfies Record<string, (values: Readonly<Record<string, string | number>>) => string>;

export type ValueProblemCode = keyof typeof sentences;

/** Every code, in a stable order. */
export const valueProblemCodes = Object.keys(sentences) as ValueProblemCode[];

export type ValueProblem = CodedReason<ValueProblemCode>;

/** A value, or the reason for which there is none. */
export type Reading<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: ValueProblem; readonly offer?: T };

/** Refuses a cell. @param offer a value that the user may accept */
function refuse<T>(
  code: ValueProblemCode,
  values: Readonly<Record<string, string | number>> = {},
  offer?: T,
): Reading<T> {
  const says: (values: Readonly<Record<string, string | number>>) => string = sentences[code];
  const problem = { text: says(values), code, values };
  return offer === undefined ? { problem } : { problem, offer };
}

/** Errors of formulas in Portuguese and English. */
const formulaError =
  /^#(?:n\/?[ad]|ref!|valor!|value!|div\/0!|nome\?|name\?|num!|núm!|nulo!|null!|spill!|despejar!|calc!)$/i;

/** A number that a spreadsheet has shortened: 5,51E+12. */
const exponent = /^[-+]?\d+(?:[.,]\d+)?e\+?\d+$/i;

/** Cells that say that there is nothing. */
const blank =
  /^(?:-+|–+|—+|n\/?[ad]|nd|nt|nao (?:informado|tem|possui|consta|ha)|sem|null|none|nil|\.+|x+|\?+)$/;

/** True for cells without a value, which never clear a field. */
export const isBlank = (cell: string): boolean => cell.trim() === '' || blank.test(fold(cell));

/** Refuses errors of formulas, which are no value of any kind. */
function commonProblem<T>(cell: string): Reading<T> | undefined {
  return formulaError.test(cell.trim()) ? refuse('formula_error') : undefined;
}

/** @param limit characters */
export function readText(cell: string, limit: number): Reading<string> {
  const text = cell.trim();
  return (
    commonProblem(text) ?? (text.length > limit ? refuse('too_long', { limit }) : { value: text })
  );
}

export type DecimalMark = ',' | '.';

/** Decides the decimal mark and the order of the dates of a column from its cells, one by one. */
export class ColumnFormat {
  #commas = 0;
  #points = 0;
  #dayFirst = 0;
  #monthFirst = 0;

  add(cell: string): void {
    if (/[.,]/.test(cell)) {
      const text = cell.replace(/[^\d.,]/g, '');
      if (/\d\.\d{3},\d|^\d+,(?:\d{1,2}|\d{4,})$/.test(text)) this.#commas += 1;
      if (/\d,\d{3}\.\d|^\d+\.(?:\d{1,2}|\d{4,})$/.test(text)) this.#points += 1;
    }
    const [, first, second] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(cell) ?? [];
    if (Number(first) > 12) this.#dayFirst += 1;
    if (Number(second) > 12) this.#monthFirst += 1;
  }

  /** The mark that any of its cells proves, else the comma. */
  get decimalMark(): DecimalMark {
    return this.#points > this.#commas ? '.' : ',';
  }

  /** The order of its dates; uncertain if both orders are possible. */
  get dayOrder(): { order: DayOrder; isCertain: boolean } {
    // Files of Brazil have the day first; another order needs a proof without contradiction.
    if (this.#monthFirst > 0 && this.#dayFirst === 0) return { order: 'mdy', isCertain: true };
    return { order: 'dmy', isCertain: this.#monthFirst === 0 };
  }
}

const formatOf = (cells: Iterable<string>): ColumnFormat => {
  const format = new ColumnFormat();
  for (const cell of cells) format.add(cell);
  return format;
};

/** Decides the decimal mark of a column. */
export const decimalMarkOf = (cells: Iterable<string>): DecimalMark => formatOf(cells).decimalMark;

/** Reads digits with marks; undefined if they are no number. */
function plainNumber(text: string, mark: DecimalMark): number | undefined {
  const thousands = mark === ',' ? '.' : ',';
  // A column of one kind may have cells of the other: 1,234.56 and 1.234,56 are clear.
  for (const [decimal, group] of [
    [mark, thousands],
    [thousands, mark],
  ]) {
    const isGrouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`).test(text);
    const isPlain = new RegExp(`^\\d*\\${decimal}\\d+$|^\\d+\\${decimal}?$`).test(text);
    if (!isGrouped && !isPlain) continue;
    return Number(text.replaceAll(group ?? '', '').replace(decimal ?? '', '.'));
  }
  return undefined;
}

/** Reads a number such as 1.234,56, R$ 10, (10,00) or 60%. */
export function readNumber(
  cell: string,
  { mark = ',', least, most }: { mark?: DecimalMark; least?: number; most?: number } = {},
): Reading<number> {
  const common = commonProblem<number>(cell);
  if (common) return common;
  let text = cell.replace(/[\s\u00a0\u202f]/g, '');
  if (exponent.test(text)) return refuse('exponent');
  if (/^[-+(]*(?:us\$|u\$s|usd|€|eur|£|gbp)|(?:usd|eur|gbp|€)\)?$/i.test(text))
    return refuse('foreign_currency');
  text = text.replace(/r\$|brl|reais$|%$/gi, '').replace(/(\d),-$/, '$1');
  const isNegative = /^\(.*\)$|^-|-$/.test(text);
  text = text.replace(/[()]/g, '').replace(/^[-+]|-$/g, '');
  const value = plainNumber(text, mark);
  if (value === undefined || !Number.isFinite(value)) return refuse('not_a_number');
  const signed = isNegative && value !== 0 ? -value : value;
  if ((least !== undefined && signed < least) || (most !== undefined && signed > most))
    return refuse('out_of_range', { least: least ?? '', most: most ?? '' });
  return { value: signed };
}

/** Reads an amount in reais, rounded to cents. */
export function readMoney(cell: string, mark: DecimalMark = ','): Reading<number> {
  const reading = readNumber(cell, { mark, least: 0, most: 999_999_999_999.99 });
  return reading.value === undefined ? reading : { value: Number(reading.value.toFixed(2)) };
}

/** Reads hours: 1,5 or 2h30 or 02:30 or 90 min. */
export function readHours(cell: string, mark: DecimalMark = ','): Reading<number> {
  const text = fold(cell).replace(/\s/g, '');
  const [, hours, minutes] =
    /^(\d+)(?:h|hs|hrs?|horas?|:)(\d{1,2})?(?:m|min|minutos?)?(?::00)?$/.exec(text) ?? [];
  if (hours !== undefined)
    return { value: Math.round((Number(hours) + Number(minutes ?? 0) / 60) * 100) / 100 };
  const [, alone] = /^(\d+)(?:m|min|mins|minutos?)$/.exec(text) ?? [];
  if (alone !== undefined) return { value: Math.round((Number(alone) / 60) * 100) / 100 };
  return readNumber(text.replace(/(?:h|hs|hrs?|horas?)$/, ''), { mark, least: 0, most: 1_000_000 });
}

export type DayOrder = 'dmy' | 'mdy';

/** Decides the order of a column's dates from all cells. */
export const dayOrderOf = (cells: Iterable<string>): { order: DayOrder; isCertain: boolean } =>
  formatOf(cells).dayOrder;

const months: readonly (readonly string[])[] = [
  ['janeiro', 'jan', 'january'],
  ['fevereiro', 'fev', 'february', 'feb'],
  ['marco', 'mar', 'march'],
  ['abril', 'abr', 'april', 'apr'],
  ['maio', 'mai', 'may'],
  ['junho', 'jun', 'june'],
  ['julho', 'jul', 'july'],
  ['agosto', 'ago', 'august', 'aug'],
  ['setembro', 'set', 'september', 'sep', 'sept'],
  ['outubro', 'out', 'october', 'oct'],
  ['novembro', 'nov', 'november'],
  ['dezembro', 'dez', 'december', 'dec'],
];

const monthOf = (word: string) => months.findIndex((words) => words.includes(word)) + 1;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A date as ISO 8601; undefined if it does not exist. */
function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    year >= 1 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && day >= 1;
  if (!exists) return undefined;
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Years with two digits are from 1930 to 2029 in the past, and of this century otherwise. */
const fullYear = (digits: string, isPast: boolean) =>
  digits.length > 2
    ? Number(digits)
    : Number(digits) + (isPast && Number(digits) >= 30 ? 1900 : 2000);

export interface DateOptions {
  readonly order?: DayOrder;
  /** True for birthdays. */
  readonly isPast?: boolean;
}

/** Serial numbers of the days from 1930 to 2099. */
const isSerial = (value: number) => value >= 10_959 && value <= 73_050;

/** Parts of a date and time as they are written. */
interface Moment {
  readonly date: string;
  /** HH:MM:SS; null for a date alone. */
  readonly time: string | null;
  /** Z or +HH:MM; null for a local time. */
  readonly offset: string | null;
}

function readClock(text: string): { time: string | null; offset: string | null } | undefined {
  if (text.trim() === '') return { time: null, offset: null };
  const match =
    /^[t, ]*(?:as )?(\d{1,2})(?::|h)(\d{2})?(?::(\d{2})(?:[.,]\d+)?)?(?:h|hs)? ?(am|pm)? ?(z|utc|[+-]\d{2}:?\d{2})?$/.exec(
      text,
    );
  if (!match) return undefined;
  const [, hours = '', minutes = '0', seconds = '0', half, zone] = match;
  let hour = Number(hours);
  if (half) hour = (hour % 12) + (half === 'pm' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const time = `${twoDigits(hour)}:${twoDigits(Number(minutes))}:${twoDigits(Number(seconds))}`;
  const offset =
    zone === undefined ? null : /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
  return { time, offset };
}

function readMoment(cell: string, { order = 'dmy', isPast = false }: DateOptions): Reading<Moment> {
  const common = commonProblem<Moment>(cell);
  if (common) return common;
  const text = fold(cell).replace(/^(?:seg|ter|qua|qui|sex|sab|dom)[a-z-]*[,. ]+/, '');
  if (exponent.test(text)) return refuse('exponent');
  if (/^\d{5}(?:[.,]\d+)?$/.test(text) && isSerial(Number(text.replace(',', '.')))) {
    const [date = '', time] = serialDate(Number(text.replace(',', '.'))).split('T');
    return { value: { date, time: time ?? null, offset: null } };
  }
  // Milliseconds or seconds since 1970.
  if (/^1\d{12}$|^1\d{9}$/.test(text)) {
    const instant = new Date(text.length === 13 ? Number(text) : Number(text) * 1000).toISOString();
    return { value: { date: instant.slice(0, 10), time: instant.slice(11, 19), offset: 'Z' } };
  }
  let parts: [year: number, month: number, day: number] | undefined;
  let rest = '';
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(.*)$/.exec(text);
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)(.*)$/.exec(text);
  const worded =
    /^(\d{1,2})(?:o|º)?[ /.-]*(?:de )?([a-z]{3,9})\.?[ /.-]*(?:de )?(\d{4}|\d{2})(?!\d)(.*)$/.exec(
      text,
    );
  const american = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/.exec(text);
  if (iso) {
    parts = [Number(iso[1]), Number(iso[2]), Number(iso[3])];
    rest = iso[4] ?? '';
  } else if (numeric) {
    const [, first = '', second = '', year = '', after = ''] = numeric;
    const [day, month] = order === 'dmy' ? [first, second] : [second, first];
    parts = [fullYear(year, isPast), Number(month), Number(day)];
    rest = after;
  } else if (worded && monthOf(worded[2] ?? '') > 0) {
    parts = [fullYear(worded[3] ?? '', isPast), monthOf(worded[2] ?? ''), Number(worded[1])];
    rest = worded[4] ?? '';
  } else if (american && monthOf(american[1] ?? '') > 0) {
    parts = [Number(american[3]), monthOf(american[1] ?? ''), Number(american[2])];
    rest = american[4] ?? '';
  }
  const clock = readClock(rest);
  if (!parts || !clock) return refuse('not_a_date');
  const date = isoDate(...parts);
  return date === undefined ? refuse('impossible_date') : { value: { date, ...clock } };
}

/** Reads a day as ISO 8601; a time is left out. */
export function readDate(cell: string, options: DateOptions = {}): Reading<string> {
  const reading = readMoment(cell, options);
  return reading.value === undefined ? { problem: reading.problem } : { value: reading.value.date };
}

/** A point in time: `local` without a zone, which the caller converts, or else an instant. */
export interface Timestamp {
  readonly text: string;
  readonly isLocal: boolean;
}

/** Reads a date with or without its time. */
export function readTimestamp(cell: string, options: DateOptions = {}): Reading<Timestamp> {
  const { value, problem } = readMoment(cell, options);
  if (value === undefined) return { problem };
  const { date, time, offset } = value;
  const text = `${date}T${time ?? '00:00:00'}`;
  if (offset === null) return { value: { text, isLocal: true } };
  return { value: { text: new Date(`${text}${offset}`).toISOString(), isLocal: false } };
}

const yes = /^(?:sim|s|yes|y|true|verdadeiro|v|1|x|ok|ativo|ativa|feito|concluid[oa]|done|✓|✔|☑)$/;
const no = /^(?:nao|n|no|false|falso|f|0|inativo|inativa|pendente|aberto|-|☐|✗)$/;

export function readYesNo(cell: string): Reading<boolean> {
  const text = fold(cell);
  if (yes.test(text)) return { value: true };
  if (no.test(text)) return { value: false };
  return commonProblem(cell) ?? refuse('not_yes_or_no');
}

/** Area codes of Brazil (Anatel). */
const areas = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
);

/** Digits of a phone number of Brazil without its country code: 10 for landlines and old mobiles, 11 for mobiles. */
function brazilian(digits: string): Reading<string> {
  const area = digits.slice(0, 2);
  if (!areas.has(area)) return refuse('unknown_area_code', { area });
  if (digits.length === 11 && digits[2] !== '9') return refuse('not_a_phone');
  if (digits.length === 10 && /[01]/.test(digits[2] ?? '')) return refuse('not_a_phone');
  return { value: `55${digits}` };
}

/**
 * Reads a phone number as digits with the country code.
 * @param area area code of the team, with which a number without one is offered
 */
export function readPhone(cell: string, area?: string): Reading<string> {
  const common = commonProblem<string>(cell);
  if (common) return common;
  const text = cell
    .trim()
    .replace(/^'/, '')
    .replace(/^(?:tel|cel|fone|fax|whats(?:app)?|zap)[a-z]*\.?:?\s*/i, '')
    .replace(/^https?:\/\/(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?/i, '+')
    .replace(/@(?:s\.whatsapp\.net|c\.us)$/i, '')
    .replace(/[\s,;-]*\(?(?:ramal|r\.|ext\.?|extension)\s*:?\s*\d{1,6}\)?$/i, '')
    .replace(/[\s-]*\((?:whats\w*|zap|cel\w*|fixo|recado|com|res|[a-zà-ú .]{2,20})\)$/i, '');
  if (exponent.test(text)) return refuse('exponent');
  if (!/^[+\d\s().\u00a0\u202f\u2010-\u2014/-]+(?:,0+)?$/.test(text) || /\/.*\//.test(text))
    return refuse('not_a_phone');
  // A number as a spreadsheet exports it: 11999998888.0
  const digits = text.replace(/^(\d{8,})[.,]0+$/, '$1').replace(/\D/g, '');
  const isInternational = /^\s*(?:\+|00)/.test(text);
  if (isInternational) {
    const full = digits.replace(/^00/, '');
    if (full.startsWith('55') && (full.length === 12 || full.length === 13))
      return brazilian(full.slice(2));
    return full.startsWith('55') || full.length < 10 || full.length > 15
      ? refuse('not_a_phone')
      : { value: full };
  }
  // A trunk prefix, and a carrier after it: 0 15 11 99999-8888.
  const bare = digits.startsWith('0')
    ? digits.length >= 13
      ? digits.slice(3)
      : digits.slice(1)
    : digits;
  if (bare.length === 10 || bare.length === 11) return brazilian(bare);
  if ((bare.length === 12 || bare.length === 13) && bare.startsWith('55'))
    return brazilian(bare.slice(2));
  if (bare.length === 8 || bare.length === 9) {
    const offer = area === undefined ? undefined : brazilian(`${area}${bare}`).value;
    return refuse('area_code_missing', {}, offer);
  }
  return refuse('not_a_phone');
}

const emailPattern = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@<>()[\],;:".]{2,}$/;

export function readEmail(cell: string): Reading<string> {
  const text = cell
    .trim()
    .replace(/^.*<([^<>]+)>$/, '$1')
    .replace(/^mailto:/i, '')
    .replace(/[.,;]+$/, '')
    .toLowerCase();
  if (emailPattern.test(text) && text.length <= 254) return { value: text };
  return commonProblem(cell) ?? refuse('not_an_email');
}

export interface TaxId {
  readonly kind: 'cpf' | 'cnpj';
  /** Without punctuation. */
  readonly value: string;
}

/** Shortest numbers that may be tax ids without the zeros at their start. */
const shortest = { cpf: 8, cnpj: 11 } as const;

/** Reads a CPF or a CNPJ. @param kinds expected in the column */
export function readTaxId(
  cell: string,
  kinds: readonly TaxId['kind'][] = ['cpf', 'cnpj'],
): Reading<TaxId> {
  const common = commonProblem<TaxId>(cell);
  if (common) return common;
  const text = cell
    .trim()
    .replace(/^'/, '')
    .replace(/^(\d{8,})[.,]0$/, '$1');
  if (exponent.test(text.replace(/\s/g, ''))) return refuse('exponent');
  const bare = text.replace(/[.\-/\s\u00a0]/g, '').toUpperCase();
  const isCpf = /^\d{11}$/.test(bare) && hasCpfDigits(bare);
  const isCnpj = /^[0-9A-Z]{12}\d{2}$/.test(bare) && hasCnpjDigits(bare);
  if (isCpf && kinds.includes('cpf')) return { value: { kind: 'cpf', value: bare } };
  if (isCnpj && kinds.includes('cnpj')) return { value: { kind: 'cnpj', value: bare } };
  if (!/^[0-9A-Z]+$/.test(bare)) return refuse('not_a_tax_id');
  const offers: TaxId[] = [];
  if (/^\d+$/.test(bare)) {
    const cpf = bare.padStart(11, '0');
    const cnpj = bare.padStart(14, '0');
    if (
      kinds.includes('cpf') &&
      bare.length >= shortest.cpf &&
      bare.length < 11 &&
      hasCpfDigits(cpf)
    )
      offers.push({ kind: 'cpf', value: cpf });
    if (
      kinds.includes('cnpj') &&
      bare.length >= shortest.cnpj &&
      bare.length < 14 &&
      hasCnpjDigits(cnpj)
    )
      offers.push({ kind: 'cnpj', value: cnpj });
  }
  const [offer] = offers;
  if (offer && offers.length === 1) return refuse('lost_zeros', { offer: offer.value }, offer);
  const isLong =
    (kinds.includes('cpf') && /^\d{11}$/.test(bare)) ||
    (kinds.includes('cnpj') && /^[0-9A-Z]{12}\d{2}$/.test(bare));
  return refuse(isLong ? 'wrong_check_digits' : 'not_a_tax_id');
}

/** Separators of several values in a cell. A comma and a slash separate only what is complete on both sides. */
const separators = /\s*(?:\s:::\s|;|\||\n|\r)\s*/;

const isList = /^\[(.*)\]$/s;

/** Splits a cell into values, without repetitions. */
export function splitValues(cell: string, isComplete: (part: string) => boolean): string[] {
  const inner = isList.exec(cell.trim())?.[1] ?? cell;
  const parts = inner.split(separators).flatMap((part) => {
    for (const separator of [
      /\s*,\s*/,
      /\s+\/\s*|\s*\/\s+|\//,
      /\s+(?:e|ou|and|or)\s+/i,
      /\s{2,}/,
    ]) {
      const pieces = part.split(separator).filter((piece) => piece.trim() !== '');
      if (pieces.length > 1 && pieces.every(isComplete)) return pieces;
    }
    return [part];
  });
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

/** Splits phones: a part with enough digits for a number. */
export const splitPhones = (cell: string): string[] =>
  splitValues(cell, (part) => part.replace(/\D/g, '').length >= 8);

export const splitEmails = (cell: string): string[] =>
  splitValues(cell, (part) => part.includes('@'));

/** Splits tags and names of people at commas, too. System labels of Google, such as `* myContacts`, are left out. */
export const splitTags = (cell: string): string[] =>
  splitValues(cell, () => true)
    .flatMap((part) => part.split(/\s*,\s*/))
    .filter((part) => part !== '' && !part.startsWith('* '));

/** Enumeration → value → further words for it, without accents. */
const words = {
  task_priority: {
    urgent: 'urgente|critica|critical|highest|1|p0',
    high: 'alta|alto|2|p1',
    medium: 'media|medio|normal|3|p2',
    low: 'baixa|baixo|4|lowest|p3',
    none: 'nenhuma|sem prioridade|no priority',
  },
  deal_priority: {
    alta: 'alto|high|urgente|urgent|quente|hot',
    media: 'medio|medium|normal|morno|warm',
    baixa: 'baixo|low|frio|cold',
  },
  activity_priority: {
    high: 'alta|alto|urgente|urgent',
    medium: 'media|medio|normal',
    low: 'baixa|baixo',
  },
  deal_status: {
    ativo: 'aberto|aberta|open|active|em andamento|em negociacao|ativa',
    arquivado: 'arquivada|archived|fechado|encerrado',
  },
  /** States of deals in other products, which are phases here. */
  deal_outcome: {
    open: 'aberto|aberta|em andamento|em aberto|ativo',
    won: 'ganho|ganha|vendido|vendida|fechado ganho|closed won|venda|fechado',
    lost: 'perdido|perdida|closed lost|perda|fechado perdido|desistiu',
  },
  client_type: {
    PF: 'pessoa fisica|fisica|individual|person|f|pessoa',
    PJ: 'pessoa juridica|juridica|company|empresa|j|mei|ltda|business',
  },
  client_status: {
    active: 'ativo|ativa|sim|1|true|cliente|em dia|vigente',
    inactive: 'inativo|inativa|nao|0|false|ex cliente|cancelado|encerrado|churn|pausado',
  },
  project_status: {
    backlog:
      'a iniciar|nao iniciado|planejado|planejamento|fila|a fazer|novo|planned|not started|to do',
    active:
      'ativo|em andamento|andamento|em execucao|in progress|iniciado|aberto|open|em producao|ativa',
    paused: 'pausado|em pausa|suspenso|on hold|parado|aguardando',
    completed: 'concluido|finalizado|entregue|done|encerrado|complete|closed|fechado',
    cancelled: 'cancelado|canceled|abandonado|perdido',
  },
  project_priority: {
    urgent: 'urgente|critica|1',
    high: 'alta|alto|2',
    medium: 'media|medio|normal|3',
    low: 'baixa|baixo|4',
  },
  campaign_status: {
    draft: 'rascunho|planejamento|em planejamento|ideia|briefing|planejada',
    scheduled: 'agendado|agendada|programado|programada',
    active: 'ativo|ativa|no ar|em andamento|veiculando|rodando|em veiculacao|live|running',
    paused: 'pausado|pausada',
    completed: 'concluido|concluida|finalizado|finalizada|encerrado|encerrada|done',
    cancelled: 'cancelado|cancelada|canceled',
  },
  activity_type: {
    call: 'ligacao|telefonema|chamada|telefone|phone call',
    meeting: 'reuniao|encontro|visita|videochamada|video chamada|call de alinhamento|apresentacao',
    email: 'e-mail|e mail|mail',
    note: 'nota|anotacao|observacao',
    task: 'tarefa|to do|todo',
    follow_up: 'follow up|follow-up|followup|retorno|acompanhamento|whatsapp|mensagem',
    deadline: 'prazo|entrega',
    hearing: 'audiencia',
    case_event: 'andamento processual',
    contract_event: 'evento de contrato|assinatura de contrato',
  },
} as const satisfies Record<string, Record<string, string>>;

export type Enumeration = keyof typeof words;

const wordsByEnumeration = new Map<string, Map<string, string>>(
  Object.entries(words).map(([name, values]) => [
    name,
    new Map(
      Object.entries(values).flatMap(([value, list]) =>
        [fold(value), ...list.split('|')].map((word) => [word, value] as const),
      ),
    ),
  ]),
);

/** Reads a value of an enumeration, in Portuguese or English. */
export function readChoice(cell: string, enumeration: Enumeration): Reading<string> {
  const choices = wordsByEnumeration.get(enumeration);
  const text = fold(cell).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const value = choices?.get(text) ?? choices?.get(text.replace(/[-_/]+/g, ' '));
  if (value !== undefined) return { value };
  return (
    commonProblem(cell) ??
    refuse('unknown_choice', { choices: [...new Set(choices?.values())].join(', ') })
  );
}
