/*
 * Answers as agents read them: every byte costs them something, so what says nothing is left out, and what is long is cut where that is
 * told.
 */

export type Json = Readonly<Record<string, unknown>>;

/** How much an answer holds where nothing else is asked for, in bytes of its text. */
export const usualBytes = 8_000;
export const leastBytes = 1_000;
export const mostBytes = 100_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value says no more than its absence would. */
const saysNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** A value without nulls, and without what is empty. */
export function sparse<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sparse) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, sparse(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => !saysNothing(inner))) as T;
}

/** A text of at most so many characters, and how many more there are. Never half a character. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** A value whose texts are of at most so many characters. */
export function shortened<T>(value: T, most: number): T {
  if (typeof value === 'string') return cut(value, most) as T;
  if (Array.isArray(value)) return value.map((each) => shortened(each, most)) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shortened(inner, most)]),
  ) as T;
}

/** How long texts are, from what is whole to what is barely recognised. */
const lengths = [4_000, 2_000, 1_000, 500, 200, 80] as const;

/** A record in so many bytes: with shorter texts, and at last without what is largest, which `left_out` names. */
export function recordWithin(record: Json, most: number): Json {
  for (const length of [Number.POSITIVE_INFINITY, ...lengths]) {
    const short = shortened(record, length);
    if (bytesOf(short) <= most) return short;
  }
  const kept = Object.entries(shortened(record, 80)).sort(
    ([, a], [, b]) => bytesOf(a) - bytesOf(b),
  );
  const out: string[] = [];
  const made = () => ({ ...Object.fromEntries(kept), left_out: out });
  while (kept.length > 0 && bytesOf(made()) > most) out.push(kept.pop()?.[0] ?? '');
  return made();
}

/** How many of a list's records fit into so many bytes together. */
export function fitting(records: readonly Json[], most: number): number {
  let bytes = 0;
  const end = records.findIndex((record) => {
    bytes += bytesOf(record) + 1;
    return bytes > most;
  });
  return end < 0 ? records.length : end;
}

/**
 * Lists of which each shows its first ones, in so many bytes together.
 * @param make the answer where each list shows so many at most
 */
export function listsWithin(
  most: number,
  counts: readonly number[],
  make: (each: number) => Json,
): Json {
  for (const each of counts) {
    const answer = make(each);
    if (bytesOf(answer) <= most) return answer;
  }
  return recordWithin(make(1), most);
}

/** The fields of a record that are asked for. @param names `*` for all */
export const picked = (record: Json, names: readonly string[]): Json =>
  names.includes('*')
    ? record
    : Object.fromEntries(
        names.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])),
      );
