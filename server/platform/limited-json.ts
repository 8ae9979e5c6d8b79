import { randomUUID } from 'node:crypto';

/** Limits of a JSON text, which bound its parsing time regardless of its size. */
interface JsonLimits {
  /** Maximum nesting depth. */
  readonly levels: number;
  /** Maximum keys of all its objects together. */
  readonly keys: number;
  /** Maximum objects, lists, texts, numbers, true, false and null at any depth. */
  readonly values: number;
}

/** Limits for client input: more than a legitimate free-form object of 64 kB contains. */
export const bodyLimits: JsonLimits = { levels: 64, keys: 10_000, values: 50_000 };

/** Maximum distinct keys with escapes: each costs as much as many others, and real input has few. */
const maxSpellings = 1_000;
/** Maximum keys of a text in which some must be renamed: all of them are then visited. */
const maxKeysWhenRenaming = 2_000;

/** A JSON text exceeds the limits. The message completes "It …". */
export class TooMuch extends Error {
  override name = 'TooMuch';
}

/** Successive positions of a character in a text, from left to right: searches again only past the last one. */
function positionsOf(character: string, text: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) {
      next = text.indexOf(character, from);
      if (next < 0) next = text.length;
    }
    return next;
  };
}

/** Characters of a string, and after an escape, that are scanned one by one: short strings and consecutive escapes are common. */
const stride = 64;

/** Finds the ends of strings in JSON text. The returned object is reused by the next call. */
function stringEnds(text: string): (start: number) => { end: number; hasEscape: boolean } {
  const nextQuote = positionsOf('"', text);
  const nextEscape = positionsOf('\\', text);
  const scan = { end: 0, hasEscape: false };
  return (start) => {
    scan.hasEscape = false;
    for (let i = start + 1; i < text.length; i = Math.min(nextQuote(i), nextEscape(i))) {
      for (const stop = Math.min(i + stride, text.length); i < stop; i += 1) {
        const code = text.charCodeAt(i);
        if (code === 0x22) {
          scan.end = i + 1;
          return scan;
        }
        if (code === 0x5c) {
          scan.hasEscape = true;
          i += 1;
        }
      }
    }
    scan.end = text.length;
    return scan;
  };
}

/**
 * Scans a JSON text once before parsing.
 * @returns its number of keys, and the start and end of each key with escapes, alternately
 * @throws TooMuch
 */
function survey(text: string, bounds: JsonLimits): { keys: number; places: number[] } {
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
  /** Start and end of the last string, if it has escapes and may still be a key. */
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
 * JSON.parse for external input. In Node.js 24 and 26, it may mistake a key with an escape for another key parsed earlier: after
 * {"a":1,"\\":2} it parses {"a":1,"\n":2} as the same (https://github.com/nodejs/node/issues/63785), for the lifetime of the
 * process. Therefore keys with escapes are replaced by generated names before parsing, and restored afterwards.
 * @throws SyntaxError if the text is not JSON, TooMuch if it exceeds the limits
 */
export function readJson(text: string, bounds: JsonLimits = bodyLimits): unknown {
  const { keys, places } = survey(text, bounds);
  if (places.length === 0) return JSON.parse(text);
  // Unguessable, so it cannot occur in the input.
  const mark = randomUUID();
  /** Replacements by original spelling, and generated names by key. */
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
      if (harmless.size === maxSpellings)
        throw new TooMuch(`must have at most ${maxSpellings} different keys with escapes`);
      key = spell(spelling);
      harmless.set(spelling, key);
    }
    parts.push(text.slice(done, start), key);
    done = end;
  }
  if (names.size > 0 && keys > maxKeysWhenRenaming)
    throw new TooMuch(
      `must have at most ${maxKeysWhenRenaming} keys if any of them contains quotation marks, backslashes or control characters`,
    );
  const value: unknown = JSON.parse(parts.join('') + text.slice(done));
  if (names.size === 0) return value;
  return renamed(value, mark, new Map([...names].map(([key, name]) => [name, key])));
}

/** Restores the original keys, preserving their order. @param mark prefix of generated names */
function renamed(value: unknown, mark: string, keys: ReadonlyMap<string, string>): unknown {
  const top = [value];
  const left: object[] = [top];
  const rename = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const named = withOwnKeys(part, mark, keys);
    left.push(named);
    return named;
  };
  for (let holder = left.pop(); holder; holder = left.pop()) {
    if (Array.isArray(holder)) {
      for (let i = 0; i < holder.length; i += 1) holder[i] = rename(holder[i]);
    } else {
      const parts = holder as Record<string, unknown>;
      for (const name in parts) {
        const part = parts[name];
        const named = rename(part);
        // Not by assignment, which does not create a key named __proto__.
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
