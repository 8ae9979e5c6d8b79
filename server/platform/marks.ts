/*
 * Combining marks in a row: the accents on one letter. Scripts need a handful. Composing and decomposing text sorts them, in time
 * that grows by the square of their number, so there is a bound: the one of UAX #15, section 13 (stream-safe text).
 */

/** The most that any text may hold in a row. */
export const mostMarks = 30;

/** Completes "<name> …". */
export const marksRule = `must not contain more than ${mostMarks} combining marks in a row`;

/** What of each code point is known: nothing yet, whether it is a mark, or that it is none. */
const known = new Uint8Array(0x110000);
const [aMark, noMark] = [1, 2];
const mark = /\p{M}/u;

function isMark(codePoint: number): boolean {
  const found = known[codePoint];
  if (found) return found === aMark;
  const is = mark.test(String.fromCodePoint(codePoint));
  known[codePoint] = is ? aMark : noMark;
  return is;
}

/** Where marks may stand. Most texts hold no such character, which shows at once. */
const exotic = /[\u0300-\uffff]/;

/** Where the first mark stands that is one too many in its row; undefined where there is none. */
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
    if (row > mostMarks) return i;
    if (codePoint > 0xffff) i += 1;
  }
  return undefined;
}

/** Whether a text holds more marks in a row than it may. */
export const hasTooManyMarks = (text: string): boolean => firstTooMany(text) !== undefined;

/** A text without the marks that are too many in their row. */
export function withoutFurtherMarks(text: string): string {
  const first = firstTooMany(text);
  if (first === undefined) return text;
  let kept = text.slice(0, first);
  let row = mostMarks;
  for (const character of text.slice(first)) {
    row = isMark(character.codePointAt(0) ?? 0) ? row + 1 : 0;
    if (row <= mostMarks) kept += character;
  }
  return kept;
}

const marks = /\p{M}/gu;

/** A text without any marks, those in its letters included. In linear time: before letters are taken apart few are left to be sorted. */
export const withoutMarks = (text: string, form: 'NFD' | 'NFKD'): string =>
  text.replace(marks, '').normalize(form).replace(marks, '');

/** Whether a text in a JSON value, or a key in it, holds more marks in a row than it may. */
export function holdsTooManyMarks(value: unknown): boolean {
  if (typeof value === 'string') return hasTooManyMarks(value);
  // Written as JSON no two texts touch, and marks are written as they are.
  return typeof value === 'object' && value !== null && hasTooManyMarks(JSON.stringify(value));
}
