/* Diff of a record's fields, which can be reversed mechanically. */

export type Fields = Readonly<Record<string, unknown>>;
/** Field → previous and new value. Values are JSON. */
export type Diff = Readonly<Record<string, readonly [from: unknown, to: unknown]>>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Diff of all given fields, including unchanged ones. */
export const wholeDiff = (record: Fields, wanted: Fields): Diff =>
  Object.fromEntries(Object.entries(wanted).map(([field, to]) => [field, [record[field], to]]));

/** Diff of the given fields, without unchanged ones. */
export const diffOf = (record: Fields, wanted: Fields): Diff =>
  Object.fromEntries(
    Object.entries(wholeDiff(record, wanted)).filter(([, [from, to]]) => !isSame(from, to)),
  );

export const reversed = (diff: Diff): Diff =>
  Object.fromEntries(Object.entries(diff).map(([field, [from, to]]) => [field, [to, from]]));

/** New values of a diff. */
export const newValuesOf = (diff: Diff): Fields =>
  Object.fromEntries(Object.entries(diff).map(([field, [, to]]) => [field, to]));

const idIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;

/** True if both are the same linked record, which a list may show with further fields; its own changes are patched separately. */
const isSameLink = (a: unknown, b: unknown) => idIn(a) !== undefined && idIn(a) === idIn(b);

/** Sets the fields that the record has; returns the same object if nothing changes. */
export function withFields<T extends object>(record: T, fields: Fields): T {
  const had = record as Fields;
  const changes = Object.entries(fields).filter(
    ([field, value]) =>
      field in record && !isSame(had[field], value) && !isSameLink(had[field], value),
  );
  return changes.length === 0 ? record : { ...record, ...Object.fromEntries(changes) };
}

/** Part of a diff that is still in effect: its fields have not been changed since. */
export const stillApplied = (record: Fields, diff: Diff): Diff =>
  Object.fromEntries(Object.entries(diff).filter(([field, [, to]]) => isSame(record[field], to)));

export const isEmpty = (diff: Diff) => Object.keys(diff).length === 0;
