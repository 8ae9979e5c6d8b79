/*
 * What a change does to a record: mechanically reversed.
 */

export type Fields = Readonly<Record<string, unknown>>;
/** Field → what it was, and what it becomes. Values are JSON. */
export type Diff = Readonly<Record<string, readonly [from: unknown, to: unknown]>>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What wanted fields were in a record, and become; also those that stay. */
export const wholeDiff = (record: Fields, wanted: Fields): Diff =>
  Object.fromEntries(Object.entries(wanted).map(([field, to]) => [field, [record[field], to]]));

/** What wanted fields change of a record. */
export const diffOf = (record: Fields, wanted: Fields): Diff =>
  Object.fromEntries(
    Object.entries(wholeDiff(record, wanted)).filter(([, [from, to]]) => !isSame(from, to)),
  );

export const reverse = (diff: Diff): Diff =>
  Object.fromEntries(Object.entries(diff).map(([field, [from, to]]) => [field, [to, from]]));

/** The fields as they are afterwards. */
export const wantedBy = (diff: Diff): Fields =>
  Object.fromEntries(Object.entries(diff).map(([field, [, to]]) => [field, to]));

/** A record with other values in the fields that it has; the very same where none is another. */
export function applied<T extends object>(record: T, fields: Fields): T {
  const had = record as Fields;
  const own = Object.entries(fields).filter(
    ([field, value]) => field in record && !isSame(had[field], value),
  );
  return own.length === 0 ? record : { ...record, ...Object.fromEntries(own) };
}

/** The part of a diff that still stands in a record: nobody has changed those fields since. */
export const standing = (record: Fields, diff: Diff): Diff =>
  Object.fromEntries(Object.entries(diff).filter(([field, [, to]]) => isSame(record[field], to)));

export const isEmpty = (diff: Diff) => Object.keys(diff).length === 0;
