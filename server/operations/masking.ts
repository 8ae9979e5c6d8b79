import { forbidden } from '../platform/errors.ts';
import type { Page, Values } from '../records/crud-queries.ts';
import type { Fields } from '../records/fields.ts';
import type { Input, ListQuery, Shape } from '../records/input.ts';
import type { Table } from '../records/table.ts';
import type { Actor } from './context.ts';

/*
 * Hides confidential fields: fields declared `confidential` are null for members who may not see values. Such members cannot sort
 * or filter by them, or write to them, because each would reveal their values.
 */

/** True if an actor may see confidential fields. Only members of a team, and their keys, may not. */
export const seesAll = (actor: Actor): boolean =>
  actor.kind === 'user'
    ? actor.seesValues
    : actor.kind !== 'key' || actor.member === undefined || actor.member.seesValues;

const confidentialIn = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.isConfidential ? [name] : []));

/** True if records have confidential fields. */
export const hasConfidentialFields = ({ fields }: Pick<Shape, 'fields'>): boolean =>
  confidentialIn(fields).length > 0;

/** Masks a record, or a part of one such as its changed fields. */
type Mask = <R extends object>(record: R) => R;

const unmasked: Mask = (record) => record;

/**
 * Returns the mask of a table's records for an actor: hidden fields become null if present; therefore it also works for
 * `previous` of an event and for the changes of an audit entry.
 */
export function maskedFor(actor: Actor, { fields }: Pick<Shape, 'fields'>): Mask {
  const hidden = seesAll(actor) ? [] : confidentialIn(fields);
  if (hidden.length === 0) return unmasked;
  return (record) => {
    const names = hidden.filter((name) => Object.hasOwn(record, name));
    return { ...record, ...Object.fromEntries(names.map((name) => [name, null])) };
  };
}

/** Masks a record's JSON text. */
export const maskedText = (text: string, mask: Mask): string =>
  JSON.stringify(mask(JSON.parse(text) as object));

/** Masks the records of a page. */
export function maskedPage(page: Page, mask: Mask): Page {
  const { data, large } = page;
  const records = JSON.parse(`[${data}]`) as object[];
  return {
    ...page,
    data: records.map((record) => JSON.stringify(mask(record))).join(),
    ...(large && {
      large: {
        ...large,
        records: large.records.map((each) => Buffer.from(maskedText(each.toString(), mask))),
      },
    }),
  };
}

/** True if SQL over the record `t` reads one of these fields. */
const readsAny = (sql: string, names: readonly string[]) =>
  [...sql.matchAll(/\bt\."?(\w+)/g)].some(([, column = '']) => names.includes(column));

/** Query parameters that would reveal hidden fields. */
function revealingParameters(
  { fields, filters, sorts }: Table,
  query: ListQuery,
): readonly string[] {
  const hidden = confidentialIn(fields);
  const { field } = query.order;
  const isSorted = readsAny((sorts[field]?.by ?? []).join(' '), hidden);
  const revealing = Object.keys(query.filters).filter((name) =>
    readsAny(filters[name]?.sql ?? '', hidden),
  );
  return [...revealing, ...(isSorted ? [`sort by ${field}`] : [])];
}

const refuse = (names: readonly string[]) => {
  if (names.length > 0)
    throw forbidden(`${names.join(', ')}: only for members who see values.`, 'forbidden');
};

/**
 * Validated input of a caller who may not see confidential fields. A null is the value they were shown, and changes nothing.
 * @throws ApiError FORBIDDEN if it filters by, sorts by or writes hidden fields
 */
export function refuseHidden<I>(
  takes: { readonly query?: Table; readonly body?: Input },
  input: I,
): I {
  const { query, values } = input as { readonly query?: ListQuery; readonly values?: Values };
  if (takes.query && query) refuse(revealingParameters(takes.query, query));
  if (!takes.body || !values) return input;
  const hidden = confidentialIn(takes.body.of.fields);
  refuse(hidden.filter((name) => (values[name] ?? null) !== null));
  if (takes.body.kind === 'create') return input;
  const entries = Object.entries(values).filter(([name]) => !hidden.includes(name));
  return { ...input, values: Object.fromEntries(entries) };
}
