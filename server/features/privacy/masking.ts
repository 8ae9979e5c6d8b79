import { certainKinds, expressionOf, type Identifiers, patternOf } from './identifiers.ts';

/*
 * Masks the data of other people in the package of a person: phone numbers, e-mail addresses, documents and names. The person's identifiers
 * stay readable.
 */

/** Words of a name as they are compared: without accents, in lower case. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s._-]+/gu, ' ')
    .trim();

/** A 53-bit hash: a million names fit into some tens of megabytes, and a collision masks a few words too many. */
function hashOf(text: string): number {
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b) ^ (low >>> 13);
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}

/** Max words of a name that is recognized in texts. */
const maxWords = 6;

/** Names of people. A single word is too common to be recognized in texts. */
export class NameSet {
  readonly #hashes = new Set<number>();

  /** Adds a name, and its first word with its last. */
  add(name: string): void {
    const words = folded(name).split(' ');
    const [first, last] = [words[0], words.at(-1)];
    if (words.length < 2 || words.length > maxWords || first === undefined || last === undefined)
      return;
    this.#hashes.add(hashOf(words.join(' ')));
    if (words.length > 2) this.#hashes.add(hashOf(`${first} ${last}`));
  }

  has(words: readonly string[]): boolean {
    return this.#hashes.has(hashOf(words.join(' ')));
  }
}

const email = String.raw`[^\s@"'<>()[\]{},;:]{1,64}@[\p{L}\p{N}.-]+\.\p{L}{2,}`;
const uuid = String.raw`(?<!\w)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?!\w)`;
const day = String.raw`(?<!\d)(?:\d{1,2}/\d{1,2}/\d{2,4}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?)(?!\d)`;
const digits = String.raw`\+?\(?\d(?:[ ().+\u00a0-]{0,3}\d){7,}(?:/\d{4}-?\d{2})?(?:-[xX])?`;
const suspect = new RegExp(
  `(?<email>${email})|(?<stays>${uuid}|${day})|(?<digits>(?<![\\p{L}\\d])${digits}(?![\\p{L}\\d]))`,
  'giu',
);

/** Digits of a phone number or a document: from ten digits on; shorter ones as people write a local number or an RG. */
const isNumberOfPerson = (text: string) =>
  text.replace(/\D/g, '').length >= 10 ||
  /^\d{4,5}[- ]\d{4}$/.test(text) ||
  /^\d{1,2}\.\d{3}\.\d{3}-[\dxX]$/.test(text);

const maskedDigits = (text: string) => text.replace(/\d/g, '*');

const word = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** Between the words of a name, also in names of files. */
const gap = /^[ \t\u00a0._-]{1,3}$/;

/** Initials of a name. */
const initials = (text: string) =>
  text
    .trim()
    .split(/[\s._-]+/)
    .map((each) => `${[...each][0] ?? ''}***`)
    .join(' ');

/** A word in a text. */
interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Words of a text. */
const wordsOf = (text: string): Word[] =>
  [...text.matchAll(word)].map(({ 0: match, index }) => {
    return { text: folded(match), from: index, to: index + match.length };
  });

/** Number of words at `i` that are a name of another person; 0 if none. */
function nameLength(text: string, words: readonly Word[], i: number, names: NameSet): number {
  let longest = 1;
  while (
    longest < maxWords &&
    gap.test(text.slice(words[i + longest - 1]?.to, words[i + longest]?.from)) &&
    i + longest < words.length
  )
    longest += 1;
  for (let n = longest; n > 1; n -= 1)
    if (names.has(words.slice(i, i + n).map((each) => each.text))) return n;
  return 0;
}

function withoutNames(text: string, names: NameSet): string {
  const words = wordsOf(text);
  let masked = '';
  let done = 0;
  for (let i = 0; i < words.length; ) {
    const n = nameLength(text, words, i, names);
    const [first, last] = [words[i], words[i + n - 1]];
    if (n > 0 && first && last) {
      masked += text.slice(done, first.from) + initials(text.slice(first.from, last.to));
      done = last.to;
    }
    i += Math.max(n, 1);
  }
  return masked + text.slice(done);
}

/** A part of a text without the person's identifiers. */
function maskedPart(text: string, names: NameSet): string {
  const numbers = text.replace(suspect, (match, ...rest) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (groups.email !== undefined) return '***@***';
    if (groups.digits === undefined || !isNumberOfPerson(match)) return match;
    return maskedDigits(match);
  });
  return withoutNames(numbers, names);
}

/** Masks texts. */
export interface Masking {
  /** Masks what a text says of others. */
  text(text: string): string;
  /** Masks a name, unless it is the person's. */
  name(name: string): string;
  /** Masks the texts in a value of JSON. */
  json(value: unknown): unknown;
  /** True for a name of the person. */
  isPersons(name: string): boolean;
}

/**
 * @param identifiers those of the person
 * @param personNames names of the person, also single words
 * @param others names of others
 */
export function maskingOf(
  identifiers: Identifiers,
  personNames: readonly string[],
  others: NameSet,
): Masking {
  const pattern = patternOf(identifiers, [...certainKinds, 'name']);
  const expression = pattern === null ? undefined : expressionOf(pattern);
  const persons = new Set(personNames.map(folded));
  const text = (value: string): string => {
    if (!expression) return maskedPart(value, others);
    let masked = '';
    let done = 0;
    for (const { 0: match, index } of value.matchAll(expression)) {
      masked += maskedPart(value.slice(done, index), others) + match;
      done = index + match.length;
    }
    return masked + maskedPart(value.slice(done), others);
  };
  const isPersons = (name: string) => persons.has(folded(name));
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), json(each)]));
  };
  return { text, name: (name) => (isPersons(name) ? name : initials(name)), json, isPersons };
}
