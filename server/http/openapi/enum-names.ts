import { isJson, type Json } from './samples.ts';

/*
 * `x-enum-varnames`: identifiers for the values of an enumeration. Older generators derive identifiers from the values, which
 * gives `created_at` and `-created_at` the same one.
 */

const identifier = /^[A-Za-z_]\w*$/;

/** `-created_at` → `CREATED_AT_DESC`, `task.moved` → `TASK_MOVED`, `*` → `ALL` */
function nameOfValue(value: string): string {
  if (value === '*') return 'ALL';
  const [, isDescending, rest = ''] = /^(-?)(.*)$/s.exec(value) ?? [];
  const name = rest
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
  return `${/^[A-Z]/.test(name) ? '' : '_'}${name}${isDescending ? '_DESC' : ''}`;
}

/**
 * Names of the values; undefined if all of them are identifiers that differ by more than case.
 * @throws Error if two values get the same name
 */
function namesOfValues(values: readonly string[]): string[] | undefined {
  const areDistinct = new Set(values.map((value) => value.toUpperCase())).size === values.length;
  if (areDistinct && values.every((value) => identifier.test(value))) return undefined;
  const names = values.map(nameOfValue);
  if (new Set(names).size < names.length)
    throw new Error(`two values of an enumeration get the same name: ${names.join(', ')}`);
  return names;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Adds names to a document's enumerations that need them. A single value gets no name: it is a constant, and some generators
 * would export a name for each schema.
 */
export function withEnumNames(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withEnumNames);
  if (!isJson(part)) return part;
  const copy: Json = Object.fromEntries(
    Object.entries(part).map(([key, inner]) => [key, withEnumNames(inner)]),
  );
  const { type, enum: values } = part;
  if (type !== 'string' || !Array.isArray(values) || values.length < 2 || !values.every(isText))
    return copy;
  const names = namesOfValues(values);
  return names === undefined ? copy : { ...copy, 'x-enum-varnames': names };
}
