/*
 * JSON parser for typed text: returns the value, the position of each part, and the first error with its line. The browser's parser reports
 * neither positions nor duplicate names, and its error messages differ between browsers.
 */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** Path into a value: object names and list indexes. */
export type Path = readonly (string | number)[];

type MistakeKind =
  | 'nothing'
  | 'value'
  | 'name'
  | 'colon'
  | 'comma'
  | 'extraComma'
  | 'twice'
  | 'text'
  | 'number'
  | 'deep'
  | 'rest';

export interface Mistake {
  readonly kind: MistakeKind;
  /** Offset in the text. */
  readonly at: number;
  /** From 1, as in editors. */
  readonly line: number;
  readonly column: number;
}

type JsonResult =
  | { readonly value: Json; readonly places: ReadonlyMap<string, number> }
  | { readonly mistake: Mistake };

/** Path in the server's notation: `steps[1].with.for`, `steps[0].with.data["e.mail"]`. */
export const formatPath = (path: Path): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!/^\w{1,64}$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');

/** Line and column of an offset, from 1. */
export function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Maximum nesting depth: deeper than any workflow, but safe for the stack. */
const deepest = 200;

class JsonMistake extends Error {
  readonly kind: MistakeKind;
  readonly at: number;
  constructor(kind: MistakeKind, at: number) {
    super(kind);
    this.kind = kind;
    this.at = at;
  }
}

const blank = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const quoted = /"(?:[^"\\\n]|\\.)*"/y;
const word = /true|false|null/y;

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** Parses JSON (RFC 8259); rejects duplicate names in an object. */
export function readJson(text: string): JsonResult {
  const places = new Map<string, number>();
  let at = 0;
  const skip = () => {
    at += match(blank, text, at)?.length ?? 0;
  };
  const readText = (): string => {
    const token = match(quoted, text, at);
    if (token === undefined) throw new JsonMistake('text', at);
    try {
      const value = JSON.parse(token) as string;
      at += token.length;
      return value;
    } catch {
      throw new JsonMistake('text', at);
    }
  };
  /** Parses the separator between entries of a list or object. @returns true if another entry follows */
  const goesOn = (close: string): boolean => {
    skip();
    if (text[at] === close) {
      at += 1;
      return false;
    }
    if (text[at] !== ',') throw new JsonMistake('comma', at);
    const comma = at;
    at += 1;
    skip();
    if (text[at] === close) throw new JsonMistake('extraComma', comma);
    return true;
  };
  const readList = (path: Path): Json[] => {
    const list: Json[] = [];
    at += 1;
    skip();
    if (text[at] === ']') {
      at += 1;
      return list;
    }
    do list.push(read([...path, list.length]));
    while (goesOn(']'));
    return list;
  };
  const readObject = (path: Path): JsonObject => {
    const entries: [string, Json][] = [];
    const names = new Set<string>();
    at += 1;
    skip();
    if (text[at] === '}') {
      at += 1;
      return {};
    }
    do {
      skip();
      const start = at;
      if (text[at] !== '"') throw new JsonMistake('name', at);
      const name = readText();
      if (names.has(name)) throw new JsonMistake('twice', start);
      names.add(name);
      skip();
      if (text[at] !== ':') throw new JsonMistake('colon', at);
      at += 1;
      entries.push([name, read([...path, name])]);
    } while (goesOn('}'));
    return Object.fromEntries(entries);
  };
  const read = (path: Path): Json => {
    skip();
    if (path.length > deepest) throw new JsonMistake('deep', at);
    places.set(formatPath(path), at);
    const next = text[at];
    if (next === '{') return readObject(path);
    if (next === '[') return readList(path);
    if (next === '"') return readText();
    const token = match(word, text, at) ?? match(number, text, at);
    if (token === undefined)
      throw new JsonMistake(next !== undefined && /[-\d]/.test(next) ? 'number' : 'value', at);
    at += token.length;
    return JSON.parse(token) as Json;
  };
  try {
    skip();
    if (at === text.length) throw new JsonMistake('nothing', at);
    const value = read([]);
    skip();
    if (at < text.length) throw new JsonMistake('rest', at);
    return { value, places };
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    return { mistake: { kind: error.kind, at: error.at, ...lineOf(text, error.at) } };
  }
}

/** Serializes a value in the panel's format. */
export const print = (value: Json): string => JSON.stringify(value, null, 2);

// Values ------------------------------------------------------------------------------------------

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Entry of a list or object; own properties only. */
const entryOf = (value: Json | undefined, part: string | number): Json | undefined => {
  if (typeof part === 'number') return isList(value) ? value[part] : undefined;
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
};

export const valueAt = (value: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(entryOf, value);

/** True if two values are the same JSON, regardless of the order of names. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((part, place) => isSame(part, b[place]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

/** Sets a name of an object, or removes it if the value is undefined. Other names keep their order. */
function withEntry(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const entries = Object.entries(object);
  if (value === undefined) return Object.fromEntries(entries.filter(([each]) => each !== name));
  if (!Object.hasOwn(object, name)) return Object.fromEntries([...entries, [name, value]]);
  return Object.fromEntries(entries.map(([each, was]) => [each, each === name ? value : was]));
}

function replaced(whole: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  const was = entryOf(whole, part);
  const next = rest.length === 0 ? value : replaced(was, rest, value);
  if (next === was) return whole;
  if (typeof part === 'string')
    return whole === undefined || isObject(whole) ? withEntry(whole ?? {}, part, next) : whole;
  if (!isList(whole) || part >= whole.length) return whole;
  return whole.flatMap((each, place) =>
    place !== part ? [each] : next === undefined ? [] : [next],
  );
}

/**
 * Replaces the value at a path; undefined removes it. Objects outside the path keep their identity. Missing objects on the path are
 * created; if another kind of value is in the way, nothing changes, so that it is not lost.
 */
export const withValue = (whole: Json, path: Path, value: Json | undefined): Json =>
  replaced(whole, path, value) ?? null;
