/* Formats responses for agents, which pay for every byte: omits empty values, and truncates long ones with a note. */

export type Json = Readonly<Record<string, unknown>>;

/** Default size of a response, in bytes of its text. */
export const defaultBytes = 8_000;
export const minBytes = 1_000;
export const maxBytes = 100_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if a value adds no information to its absence. */
const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Removes nulls and empty values. */
export function sparse<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sparse) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, sparse(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => !isEmpty(inner))) as T;
}

/** Truncates a text, noting the number of characters removed. Never splits a surrogate pair. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Truncates all texts of a value. */
export function shortened<T>(value: T, most: number): T {
  if (typeof value === 'string') return cut(value, most) as T;
  if (Array.isArray(value)) return value.map((each) => shortened(each, most)) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shortened(inner, most)]),
  ) as T;
}

/** Maximum text lengths, from complete to barely recognisable. */
const lengths = [4_000, 2_000, 1_000, 500, 200, 80] as const;

/**
 * Fits a record into a number of bytes: first by truncating texts, finally by omitting the largest fields, named in `left_out`.
 */
export function recordWithin(record: Json, most: number): Json {
  for (const length of [Number.POSITIVE_INFINITY, ...lengths]) {
    const short = shortened(record, length);
    if (bytesOf(short) <= most) return short;
  }
  const entries = Object.entries(shortened(record, 80)).sort(
    ([, a], [, b]) => bytesOf(a) - bytesOf(b),
  );
  const out: string[] = [];
  const made = () => ({ ...Object.fromEntries(entries), left_out: out });
  while (entries.length > 0 && bytesOf(made()) > most) out.push(entries.pop()?.[0] ?? '');
  return made();
}

/** Number of leading records that fit into a number of bytes. */
export function fitting(records: readonly Json[], most: number): number {
  let bytes = 0;
  const end = records.findIndex((record) => {
    bytes += bytesOf(record) + 1;
    return bytes > most;
  });
  return end < 0 ? records.length : end;
}

/**
 * Fits several lists into a total number of bytes by limiting each to its first items.
 * @param make builds the response with a maximum number of items per list
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

/** The requested fields of a record. @param names `*` for all */
export const picked = (record: Json, names: readonly string[]): Json =>
  names.includes('*')
    ? record
    : Object.fromEntries(
        names.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])),
      );
