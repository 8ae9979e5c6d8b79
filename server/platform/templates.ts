/*
 * `{{path}}` templates in texts, and the paths in them. Every parser makes one pass from left to right: texts come from outside,
 * and their cost must stay linear.
 */

/** A `{{path}}` in a text. */
interface Template {
  /** Source text between the braces. */
  readonly path: string;
  readonly keys: readonly string[];
}

/*
 * A key without brackets: letters and digits of any script, _ and -, with spaces between them. Keys have at most 255 characters:
 * the regular expression engine keeps backtracking state for each, in limited memory.
 */
const inKey = '\\p{L}\\p{M}\\p{N}_-';
const key = `([${inKey}](?:[ ${inKey}]{0,253}[${inKey}])?)`;
/** `[0]` or `["a.b"]`. There is no escaping: with it, a text of brackets could cause repeated parsing. */
const bracket = '\\[(?:(\\d{1,15})|"([^"]{1,255})")\\]';
const firstSegment = new RegExp(`${key}|${bracket}`, 'uy');
const nextSegment = new RegExp(`\\.${key}|${bracket}`, 'uy');
/** Possible start of a template. Of several braces the last two count, so that `{{{id}}}` is an id in braces. */
const opening = /\{\{(?!\{)\s*/g;
const closing = /\s*\}\}/y;

/** Maximum keys of a path: external data is never nested deeper. */
const maxKeys = 64;

/** Matches a sticky or global pattern from a position. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Parses the path at a position: its keys, and its end; no keys if there is no path. */
function readPath(text: string, start: number): { keys: string[]; end: number } {
  const keys: string[] = [];
  let end = start;
  for (;;) {
    if (keys.length === maxKeys) return { keys, end };
    const segment = matchAt(keys.length === 0 ? firstSegment : nextSegment, text, end);
    if (!segment) return { keys, end };
    keys.push(segment[1] ?? segment[2] ?? segment[3] ?? '');
    end += segment[0].length;
  }
}

/** Splits a text into its templates and the texts between them. */
function parse(text: string): (string | Template)[] {
  const parts: (string | Template)[] = [];
  let done = 0;
  let open = matchAt(opening, text, 0);
  while (open) {
    const start = open.index + open[0].length;
    const { keys, end } = readPath(text, start);
    const close = keys.length > 0 ? matchAt(closing, text, end) : null;
    if (close) {
      if (open.index > done) parts.push(text.slice(done, open.index));
      parts.push({ path: text.slice(start, end), keys });
      done = end + close[0].length;
    }
    open = matchAt(opening, text, close ? done : start);
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

const isTemplate = (part: string | Template) => typeof part !== 'string';

/** Value under a key. In lists, only entries: their length is also an own property. */
function entryOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Object.hasOwn(value, key) || (Array.isArray(value) && !/^\d+$/.test(key))) return undefined;
  return (value as Record<string, unknown>)[key];
}

const valueUnder = (root: unknown, keys: readonly string[]) => keys.reduce(entryOf, root);

/** Keys of a text that is a path as a whole; undefined if it is not. */
function keysOf(text: string): readonly string[] | undefined {
  const { keys, end } = readPath(text, 0);
  return keys.length > 0 && end === text.length ? keys : undefined;
}

/** Value at a path such as `lead.name`, `items[0].title` or `lead["e.mail"]`; undefined if missing. Own properties only. */
export function valueAt(root: unknown, path: string): unknown {
  const keys = keysOf(path);
  return keys && valueUnder(root, keys);
}

/** True if a text is a path accepted by {@link valueAt}. */
export const isPath = (text: string): boolean => keysOf(text) !== undefined;

/** Parses a path once for repeated look-ups; undefined if the text is not a path. */
export function pathGetter(path: string): ((root: unknown) => unknown) | undefined {
  const keys = keysOf(path);
  return keys && ((root) => valueUnder(root, keys));
}

/** Templates would expand a value beyond any usable size, for example by repeating a long text. */
export class TooLong extends Error {
  override name = 'TooLong';
}

/** Remaining budget for expanding templates, which limits the work regardless of their content. */
export interface TemplateBudget {
  readonly limits: { readonly characters: number; readonly values: number };
  /** For longer texts, and for values rendered as JSON. */
  characters: number;
  /** For values within lists and objects rendered as JSON. */
  values: number;
}

/** @param characters by default far more than a record can hold */
export const newTemplateBudget = (characters = 2_000_000, values = 5_000): TemplateBudget => ({
  limits: { characters, values },
  characters,
  values,
});

/** @throws TooLong */
function charge(room: TemplateBudget, what: 'characters' | 'values', n: number): void {
  room[what] -= n;
  if (room[what] < 0)
    throw new TooLong(
      what === 'values'
        ? `its templates insert lists and objects of more than ${room.limits.values} values`
        : `its templates expand to more than ${room.limits.characters} characters`,
    );
}

/** Charges a list or an object and all its contents. @throws TooLong */
export function chargeValues(value: unknown, room: TemplateBudget): void {
  const left = [value];
  for (const part of left) {
    charge(room, 'values', 1);
    if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) left.push(inner);
    }
  }
}

/** Compact JSON; '' for a value nested too deeply for JSON.stringify. @throws TooLong */
export function written(value: unknown, room: TemplateBudget): string {
  if (typeof value === 'object') chargeValues(value, room);
  let text = '';
  try {
    text = JSON.stringify(value) ?? '';
  } catch {
    // Rendered as an empty text.
  }
  charge(room, 'characters', text.length);
  return text;
}

/** Renders a value inside a longer text. @throws TooLong */
function inText(value: unknown, room: TemplateBudget): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return written(value, room);
  charge(room, 'characters', value.length);
  return value;
}

/** A value with parsed templates, ready to be filled. @throws TooLong if the result exceeds the budget */
type Filling = (root: unknown, room: TemplateBudget) => unknown;

function fillText(
  parts: readonly (string | Template)[],
  root: unknown,
  room: TemplateBudget,
): unknown {
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return valueUnder(root, only.keys) ?? null;
  let filled = '';
  for (const part of parts)
    filled += inText(typeof part === 'string' ? part : valueUnder(root, part.keys), room);
  return filled;
}

/** A list or an object created by a filling, which may modify it. */
type Copy = Record<string, unknown>;
const copyOf = (value: object) => (Array.isArray(value) ? [...value] : { ...value }) as Copy;

/**
 * Parses the templates in every text of a value, at any depth. When filled, a text that is exactly one template becomes the value
 * itself with its type (null if missing); inside a longer text, a missing or null value is rendered as nothing, a text as itself,
 * and any other value as compact JSON. Keys are not filled, and inserted values are not filled again.
 * @returns undefined if the value contains no template
 */
export function fillingOf(value: unknown): Filling | undefined {
  const texts = new Map<string, (string | Template)[]>();
  /** Lists and objects with templates at any depth, with the names to fill; and the holder of each. */
  const open = new Map<object, string[]>();
  const holders = new Map<object, { readonly holder: object; readonly name: string }>();
  const top = { value };
  const left: object[] = [top];
  // An explicit stack instead of recursion: external values may be nested deeper than the call stack allows.
  for (let holder = left.pop(); holder; holder = left.pop()) {
    for (const [name, part] of Object.entries(holder)) {
      if (typeof part === 'object' && part !== null) {
        holders.set(part, { holder, name });
        left.push(part);
      } else if (typeof part === 'string' && part.includes('{{')) {
        const parts = texts.get(part) ?? parse(part);
        if (!parts.some(isTemplate)) continue;
        texts.set(part, parts);
        let place: { holder: object; name: string } | undefined = { holder, name };
        while (place) {
          const names = open.get(place.holder);
          names?.push(place.name);
          if (names) break;
          open.set(place.holder, [place.name]);
          place = holders.get(place.holder);
        }
      }
    }
  }
  if (open.size === 0) return undefined;
  return (root, room) => {
    const whole: Copy = { value };
    const copies: [Copy, object][] = [[whole, top]];
    for (let next = copies.pop(); next; next = copies.pop()) {
      const [copy, source] = next;
      for (const name of open.get(source) ?? []) {
        const part = copy[name];
        if (typeof part === 'string') copy[name] = fillText(texts.get(part) ?? [], root, room);
        else if (typeof part === 'object' && part !== null) {
          const inner = copyOf(part);
          copy[name] = inner;
          copies.push([inner, part]);
        }
      }
    }
    return whole.value;
  };
}

/** Fills the templates in a value as {@link fillingOf} describes. @throws TooLong */
export function fill(value: unknown, root: unknown): unknown {
  const filling = fillingOf(value);
  return filling ? filling(root, newTemplateBudget()) : value;
}

/** Normalises a filled list for a record's field: drops missing entries, and flattens inserted lists. */
export const tidied = (list: readonly unknown[]): unknown[] =>
  list
    .flat()
    .filter((entry) => entry !== null && !(typeof entry === 'string' && entry.trim() === ''));

/** Texts in a value, without keys. */
function* textsIn(value: unknown): Generator<string> {
  const left = [value];
  for (const part of left) {
    if (typeof part === 'string') yield part;
    else if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) left.push(inner);
    }
  }
}

/** Paths of all templates in a value, as written. */
export function pathsIn(value: unknown): string[] {
  const paths: string[] = [];
  for (const text of textsIn(value)) {
    for (const part of parse(text)) if (typeof part === 'object') paths.push(part.path);
  }
  return paths;
}

/** Upper bound for the number of templates in a value's texts, without parsing them. */
export function openingsIn(value: unknown): number {
  let openings = 0;
  for (const text of textsIn(value)) {
    for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 2)) openings += 1;
  }
  return openings;
}

/** True if a text contains a template. */
export const hasTemplate = (text: string): boolean => parse(text).some(isTemplate);

/** True if a text contains `{{` that starts no template, for example a mistyped one: {@link fill} leaves it unchanged. */
export const hasStrayBraces = (text: string): boolean =>
  parse(text).some((part) => typeof part === 'string' && part.includes('{{'));
