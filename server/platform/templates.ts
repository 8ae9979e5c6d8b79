/*
 * `{{path}}` templates in texts, and the paths that they hold. Every reading is one pass from left to right: texts come from
 * outside, and none may cost more than its length.
 */

/** A `{{path}}` in a text. */
interface Template {
  /** As it is written between the braces. */
  readonly path: string;
  readonly keys: readonly string[];
}

/*
 * A key without brackets: letters and digits of any script, _ and -, and blanks between them. Keys have at most 255 characters:
 * the engine of regular expressions keeps a note of each, and its notebook is finite.
 */
const inKey = '\\p{L}\\p{M}\\p{N}_-';
const key = `([${inKey}](?:[ ${inKey}]{0,253}[${inKey}])?)`;
/** `[0]` or `["a.b"]`. There is no escaping in it: with it, a text of brackets could be read many times over. */
const bracket = '\\[(?:(\\d{1,15})|"([^"]{1,255})")\\]';
const firstSegment = new RegExp(`${key}|${bracket}`, 'uy');
const nextSegment = new RegExp(`\\.${key}|${bracket}`, 'uy');
/** Where a template may begin. Of many braces the last two count, so that `{{{id}}}` is an id in braces. */
const opening = /\{\{(?!\{)\s*/g;
const closing = /\s*\}\}/y;

/** Keys of a path: nothing from outside is nested deeper. */
const mostKeys = 64;

/** Looks for a pattern (sticky or global) in a text from a place on. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The keys of the path that begins at a place, and where it ends; no keys where none begins. */
function readPath(text: string, start: number): { keys: string[]; end: number } {
  const keys: string[] = [];
  let end = start;
  for (;;) {
    if (keys.length === mostKeys) return { keys, end };
    const segment = matchAt(keys.length === 0 ? firstSegment : nextSegment, text, end);
    if (!segment) return { keys, end };
    keys.push(segment[1] ?? segment[2] ?? segment[3] ?? '');
    end += segment[0].length;
  }
}

/** A text as its templates and what stands between them. */
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

/** What stands under a key. Of a list only its entries: its length is its own property too. */
function entryOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Object.hasOwn(value, key) || (Array.isArray(value) && !/^\d+$/.test(key))) return undefined;
  return (value as Record<string, unknown>)[key];
}

const valueUnder = (root: unknown, keys: readonly string[]) => keys.reduce(entryOf, root);

/** The keys of a whole text as a path; undefined when it is none. */
function keysOf(text: string): readonly string[] | undefined {
  const { keys, end } = readPath(text, 0);
  return keys.length > 0 && end === text.length ? keys : undefined;
}

/** The value at a path such as `lead.name`, `items[0].title` or `lead["e.mail"]`; undefined where there is none. Own properties only. */
export function valueAt(root: unknown, path: string): unknown {
  const keys = keysOf(path);
  return keys && valueUnder(root, keys);
}

/** Whether a text is a path as {@link valueAt} takes it. */
export const isPath = (text: string): boolean => keysOf(text) !== undefined;

/** What stands at a path, which is read once; undefined where the text is none. */
export function lookAt(path: string): ((root: unknown) => unknown) | undefined {
  const keys = keysOf(path);
  return keys && ((root) => valueUnder(root, keys));
}

/** Templates would make more text of a value than anything takes: a long value many times over. */
export class TooLong extends Error {
  override name = 'TooLong';
}

/** What is left of what templates may make, and may take in: a moment's work, whatever they are and find. */
export interface Room {
  readonly most: { readonly characters: number; readonly values: number };
  /** Of longer texts, and of values that are written as JSON. */
  characters: number;
  /** Within lists and objects that are written as JSON. */
  values: number;
}

/** @param characters far more than a record takes, unless given */
export const newRoom = (characters = 2_000_000, values = 5_000): Room => ({
  most: { characters, values },
  characters,
  values,
});

/** @throws TooLong */
function take(room: Room, what: 'characters' | 'values', n: number): void {
  room[what] -= n;
  if (room[what] < 0)
    throw new TooLong(
      what === 'values'
        ? `its templates insert lists and objects of more than ${room.most.values} values`
        : `its templates expand to more than ${room.most.characters} characters`,
    );
}

/** Takes the room for a list or an object and all that it holds. @throws TooLong */
export function takeValues(value: unknown, room: Room): void {
  const left = [value];
  for (const part of left) {
    take(room, 'values', 1);
    if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) left.push(inner);
    }
  }
}

/** Compact JSON; '' for what is deeper than JSON.stringify goes. @throws TooLong */
export function written(value: unknown, room: Room): string {
  if (typeof value === 'object') takeValues(value, room);
  let text = '';
  try {
    text = JSON.stringify(value) ?? '';
  } catch {
    // Nothing can be said of it.
  }
  take(room, 'characters', text.length);
  return text;
}

/** A value as it stands inside a longer text. @throws TooLong */
function inText(value: unknown, room: Room): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return written(value, room);
  take(room, 'characters', value.length);
  return value;
}

/** A value whose templates are read, and only have to be filled. @throws TooLong when more is made than there is room for */
export type Filling = (root: unknown, room: Room) => unknown;

function fillText(parts: readonly (string | Template)[], root: unknown, room: Room): unknown {
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return valueUnder(root, only.keys) ?? null;
  let filled = '';
  for (const part of parts)
    filled += inText(typeof part === 'string' ? part : valueUnder(root, part.keys), room);
  return filled;
}

/** A list or an object that a filling made and may change. */
type Copy = Record<string, unknown>;
const copyOf = (value: object) => (Array.isArray(value) ? [...value] : { ...value }) as Copy;

/**
 * Reads the templates in every text of a value, however deep. Filled, a text that is exactly one template becomes the value itself
 * with its type (null where there is none); inside a longer text a missing or null value is nothing, a text is itself, and
 * anything else compact JSON. Keys are not filled, and what is filled in is not filled again.
 * @returns undefined where it holds no template
 */
export function fillingOf(value: unknown): Filling | undefined {
  const texts = new Map<string, (string | Template)[]>();
  /** Lists and objects in which something is to be filled, however deep: under which names. And what each stands in. */
  const open = new Map<object, string[]>();
  const holders = new Map<object, { readonly holder: object; readonly name: string }>();
  const top = { value };
  const left: object[] = [top];
  // A list of what is left instead of recursion: a value from outside may be deeper than the stack.
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

/** Fills the templates in a value, as {@link fillingOf} says. @throws TooLong */
export function fill(value: unknown, root: unknown): unknown {
  const filling = fillingOf(value);
  return filling ? filling(root, newRoom()) : value;
}

/** A filled list as a field of a record takes it: what found nothing is left out, and a list that was found gives its entries. */
export const tidied = (list: readonly unknown[]): unknown[] =>
  list
    .flat()
    .filter((entry) => entry !== null && !(typeof entry === 'string' && entry.trim() === ''));

/** The texts in a value. Keys are none. */
function* textsIn(value: unknown): Generator<string> {
  const left = [value];
  for (const part of left) {
    if (typeof part === 'string') yield part;
    else if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) left.push(inner);
    }
  }
}

/** The paths of all templates in a value, as they are written. */
export function pathsIn(value: unknown): string[] {
  const paths: string[] = [];
  for (const text of textsIn(value)) {
    for (const part of parse(text)) if (typeof part === 'object') paths.push(part.path);
  }
  return paths;
}

/** How many templates the texts in a value may hold, at least as many as they do: told without reading them. */
export function openingsIn(value: unknown): number {
  let openings = 0;
  for (const text of textsIn(value)) {
    for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 2)) openings += 1;
  }
  return openings;
}

/** Whether a text holds a template. */
export const hasTemplate = (text: string): boolean => parse(text).some(isTemplate);

/** Whether a text holds `{{` that begins no template, as a mistyped one does: {@link fill} leaves it as it is. */
export const hasStrayBraces = (text: string): boolean =>
  parse(text).some((part) => typeof part === 'string' && part.includes('{{'));
