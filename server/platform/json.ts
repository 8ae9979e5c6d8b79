import { randomUUID } from 'node:crypto';

/** How much a JSON text may hold. Reading one takes a moment then, whatever its size. */
export interface Bounds {
  /** How deep it may be nested. */
  readonly levels: number;
  /** Of all its objects together. */
  readonly keys: number;
  /** Objects, lists, texts, numbers, true, false and null, however deep. */
  readonly values: number;
}

/** Of what anybody sends: more than a free object of 64 kB holds in good faith. */
export const bodyBounds: Bounds = { levels: 64, keys: 10_000, values: 50_000 };

/** Different keys with escapes in them: each costs as much as many others, and nobody has many. */
const mostSpellings = 1_000;
/** All keys of a text where some have to be renamed: then all are looked at. */
const mostBeside = 2_000;

/** A JSON text holds more than it may. The message completes "It …". */
export class TooMuch extends Error {
  override name = 'TooMuch';
}

/** The next places of a character in a text, from left to right: looked for again only when passed. */
function placesOf(character: string, text: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) {
      next = text.indexOf(character, from);
      if (next < 0) next = text.length;
    }
    return next;
  };
}

/** So many characters of a string, and behind an escape, are looked at one by one: short ones, and escapes in a row, are the rule. */
const stride = 64;

/** Finds where strings of JSON text end. What it answers holds until it is asked again. */
function stringEnds(text: string): (start: number) => { end: number; hasEscape: boolean } {
  const nextQuote = placesOf('"', text);
  const nextEscape = placesOf('\\', text);
  const found = { end: 0, hasEscape: false };
  return (start) => {
    found.hasEscape = false;
    for (let i = start + 1; i < text.length; i = Math.min(nextQuote(i), nextEscape(i))) {
      for (const stop = Math.min(i + stride, text.length); i < stop; i += 1) {
        const code = text.charCodeAt(i);
        if (code === 0x22) {
          found.end = i + 1;
          return found;
        }
        if (code === 0x5c) {
          found.hasEscape = true;
          i += 1;
        }
      }
    }
    found.end = text.length;
    return found;
  };
}

/**
 * Goes through a JSON text once, before anything is made of it.
 * @returns how many keys it has, and where those with escapes begin and end, in turn
 * @throws TooMuch
 */
function survey(text: string, bounds: Bounds): { keys: number; places: number[] } {
  const refuse = () => {
    const { levels, keys, values } = bounds;
    throw new TooMuch(
      `must have at most ${keys} keys and ${values} values, nested at most ${levels} levels deep`,
    );
  };
  const endOf = stringEnds(text);
  const places: number[] = [];
  let depth = 0;
  let keys = 0;
  let values = 1;
  /** Where the last string begins and ends, where it has escapes and no colon stood behind it yet. */
  let start = -1;
  let end = -1;
  let isEmpty = false;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case 0x22: {
        const string = endOf(i);
        end = string.end;
        start = string.hasEscape ? i : -1;
        i = end - 1;
        isEmpty = false;
        break;
      }
      case 0x3a: // :
        keys += 1;
        if (keys > bounds.keys) refuse();
        if (start >= 0) places.push(start, end);
        start = -1;
        break;
      case 0x2c: // ,
        values += 1;
        if (values > bounds.values) refuse();
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > bounds.levels) refuse();
        isEmpty = true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        if (!isEmpty) values += 1;
        isEmpty = false;
        break;
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        break;
      default:
        isEmpty = false;
    }
  }
  if (values > bounds.values) refuse();
  return { keys, places };
}

/**
 * JSON.parse for texts from outside. That of Node.js 24 and 26 may take a key with an escape in it for another key that was
 * parsed before: after {"a":1,"\\":2} it reads {"a":1,"\n":2} as the same (https://github.com/nodejs/node/issues/63785), for as
 * long as the process lives. So no key with an escape gets to it: such keys go under names of ours, and get their own after.
 * @throws SyntaxError where the text is no JSON, TooMuch where it holds more than it may
 */
export function readJson(text: string, bounds: Bounds = bodyBounds): unknown {
  const { keys, places } = survey(text, bounds);
  if (places.length === 0) return JSON.parse(text);
  // Nobody can have written it.
  const mark = randomUUID();
  /** What goes to JSON.parse by what was written, and our names by keys. */
  const harmless = new Map<string, string>();
  const names = new Map<string, string>();
  /** @param spelling a string of JSON text */
  const spell = (spelling: string): string => {
    const key = JSON.parse(spelling) as string;
    const plain = JSON.stringify(key);
    if (!plain.includes('\\')) return plain;
    const name = names.get(key) ?? `${mark}${names.size}`;
    names.set(key, name);
    return `"${name}"`;
  };
  const parts: string[] = [];
  let done = 0;
  for (let i = 0; i < places.length; i += 2) {
    const start = places[i] ?? 0;
    const end = places[i + 1] ?? 0;
    const spelling = text.slice(start, end);
    let key = harmless.get(spelling);
    if (key === undefined) {
      if (harmless.size === mostSpellings)
        throw new TooMuch(`must have at most ${mostSpellings} different keys with escapes`);
      key = spell(spelling);
      harmless.set(spelling, key);
    }
    parts.push(text.slice(done, start), key);
    done = end;
  }
  if (names.size > 0 && keys > mostBeside)
    throw new TooMuch(
      `must have at most ${mostBeside} keys if any of them contains quotation marks, backslashes or control characters`,
    );
  const value: unknown = JSON.parse(parts.join('') + text.slice(done));
  if (names.size === 0) return value;
  return renamed(value, mark, new Map([...names].map(([key, name]) => [name, key])));
}

/** Gives keys their own names, in the order that they stand in. @param mark what the names of ours begin with */
function renamed(value: unknown, mark: string, keys: ReadonlyMap<string, string>): unknown {
  const top = [value];
  const left: object[] = [top];
  const own = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const named = withOwnKeys(part, mark, keys);
    left.push(named);
    return named;
  };
  for (let holder = left.pop(); holder; holder = left.pop()) {
    if (Array.isArray(holder)) {
      for (let i = 0; i < holder.length; i += 1) holder[i] = own(holder[i]);
    } else {
      const parts = holder as Record<string, unknown>;
      for (const name in parts) {
        const part = parts[name];
        const named = own(part);
        // Not by assignment, to which __proto__ is no key.
        if (named !== part) Object.defineProperty(parts, name, { value: named, enumerable: true });
      }
    }
  }
  return top[0];
}

function withOwnKeys(part: object, mark: string, keys: ReadonlyMap<string, string>): object {
  if (Array.isArray(part)) return part;
  for (const name in part) {
    if (name.startsWith(mark))
      return Object.fromEntries(
        Object.entries(part).map(([key, inner]) => [keys.get(key) ?? key, inner]),
      );
  }
  return part;
}
