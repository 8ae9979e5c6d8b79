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

/** A value as it stands inside a longer text. */
function inText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Deeper than JSON.stringify goes, which somebody else's payload may be.
    return '';
  }
}

/** Templates would make more text of a value than anything takes: a long value many times over. */
export class TooLong extends Error {
  override name = 'TooLong';
}

/** The most characters that templates inside longer texts make of one value. */
const mostMade = 2_000_000;

/** @param made told of every character that goes into a longer text */
function fillText(text: string, root: unknown, made: (characters: number) => void): unknown {
  const parts = parse(text);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return valueUnder(root, only.keys) ?? null;
  let filled = '';
  for (const part of parts) {
    const more = typeof part === 'string' ? part : inText(valueUnder(root, part.keys));
    made(more.length);
    filled += more;
  }
  return filled;
}

/** A list or an object that {@link fill} made and may change. */
type Copy = Record<string, unknown>;
const copyOf = (value: object) => (Array.isArray(value) ? [...value] : { ...value }) as Copy;

/**
 * Fills the templates in every text of a value, however deep. A text that is exactly one template becomes the value itself
 * with its type (null where there is none); inside a longer text a missing or null value is nothing, a text is itself, and
 * anything else compact JSON. Keys are not filled, and what is filled in is not filled again.
 * @throws TooLong when that would be more than 2,000,000 characters
 */
export function fill(value: unknown, root: unknown): unknown {
  const whole: Copy = { value };
  let total = 0;
  const made = (characters: number) => {
    total += characters;
    if (total > mostMade)
      throw new TooLong(`templates make more than ${mostMade} characters of it`);
  };
  // A list of what is left instead of recursion: a value from outside may be deeper than the stack.
  const left = [whole];
  for (let copy = left.pop(); copy; copy = left.pop()) {
    for (const name of Object.keys(copy)) {
      const part = copy[name];
      if (typeof part === 'string') copy[name] = fillText(part, root, made);
      else if (typeof part === 'object' && part !== null) {
        const inner = copyOf(part);
        copy[name] = inner;
        left.push(inner);
      }
    }
  }
  return whole.value;
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

/** Whether a text holds a template. */
export const hasTemplate = (text: string): boolean => parse(text).some(isTemplate);

/** Whether a text holds `{{` that begins no template, as a mistyped one does: {@link fill} leaves it as it is. */
export const hasStrayBraces = (text: string): boolean =>
  parse(text).some((part) => typeof part === 'string' && part.includes('{{'));
