/*
 * Limits consecutive combining marks, i.e. the accents on one letter. Scripts need a handful. Unicode normalisation sorts them in
 * time quadratic in their number; the limit is that of UAX #15, section 13 (stream-safe text).
 */

/** Maximum consecutive marks in any text. */
const maxMarks = 30;

/** Completes "<name> …". */
export const marksRule = `must not contain more than ${maxMarks} combining marks in a row`;

/** Cache per code point: 0 unknown, otherwise mark or not a mark. */
const markCache = new Uint8Array(0x110000);
const [aMark, noMark] = [1, 2];
const mark = /\p{M}/u;

function isMark(codePoint: number): boolean {
  const cached = markCache[codePoint];
  if (cached) return cached === aMark;
  const is = mark.test(String.fromCodePoint(codePoint));
  markCache[codePoint] = is ? aMark : noMark;
  return is;
}

/** Range that contains all marks. Most texts have no such character, which a single search shows. */
const exotic = /[\u0300-\uffff]/;

/** Position of the first excess mark; undefined if there is none. */
function firstTooMany(text: string): number | undefined {
  let row = 0;
  for (let i = text.search(exotic); i >= 0 && i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x300) {
      row = 0;
      continue;
    }
    const codePoint = text.codePointAt(i) ?? 0;
    row = isMark(codePoint) ? row + 1 : 0;
    if (row > maxMarks) return i;
    if (codePoint > 0xffff) i += 1;
  }
  return undefined;
}

/** True if a text has too many consecutive marks. */
export const hasTooManyMarks = (text: string): boolean => firstTooMany(text) !== undefined;

/** Removes excess marks from a text. */
export function withoutFurtherMarks(text: string): string {
  const first = firstTooMany(text);
  if (first === undefined) return text;
  let result = text.slice(0, first);
  let row = maxMarks;
  for (const character of text.slice(first)) {
    row = isMark(character.codePointAt(0) ?? 0) ? row + 1 : 0;
    if (row <= maxMarks) result += character;
  }
  return result;
}

const marks = /\p{M}/gu;

/**
 * Removes all marks from a text, including those of its letters. Runs in linear time: few marks are left to sort when letters are
 * decomposed.
 */
export const withoutMarks = (text: string, form: 'NFD' | 'NFKD'): string =>
  text.replace(marks, '').normalize(form).replace(marks, '');

/** True if a text or a key in a JSON value has too many consecutive marks. */
export function containsTooManyMarks(value: unknown): boolean {
  if (typeof value === 'string') return hasTooManyMarks(value);
  // In JSON text, no two strings are adjacent, and marks are not escaped.
  return typeof value === 'object' && value !== null && hasTooManyMarks(JSON.stringify(value));
}
