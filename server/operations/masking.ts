import { ApiError } from '../platform/errors.ts';
import type { Fields } from '../records/fields.ts';
import type { Input, ListQuery, Shape } from '../records/input.ts';
import type { Table } from '../records/table.ts';
import type { Page, Values } from '../records/verbs.ts';
import type { Actor } from './context.ts';

/*
 * What a member of a team may not see of its records: fields that are declared `confidential` are null for whoever does not see
 * values. Nothing is sorted or found by them, and nothing is written to them: each would tell what they hold.
 */

/** Whether an actor sees what is confidential, too. Only members of a team, and their keys, may not. */
export const seesAll = (actor: Actor): boolean =>
  actor.kind === 'user'
    ? actor.seesValues
    : actor.kind !== 'key' || actor.member === undefined || actor.member.seesValues;

const confidentialIn = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.isConfidential ? [name] : []));

/** Whether records have anything that is confidential. */
export const holdsConfidential = ({ fields }: Pick<Shape, 'fields'>): boolean =>
  confidentialIn(fields).length > 0;

/** Shows a record, or a part of one such as what changed in it, to somebody. */
export type Mask = <R extends object>(record: R) => R;

const shownWhole: Mask = (record) => record;

/**
 * How records of a table are shown to an actor: fields that are hidden from them are null, where they are there at all; so it serves
 * `previous` of an event and the changes of an audit entry as well.
 */
export function maskedFor(actor: Actor, { fields }: Pick<Shape, 'fields'>): Mask {
  const hidden = seesAll(actor) ? [] : confidentialIn(fields);
  if (hidden.length === 0) return shownWhole;
  return (record) => {
    const names = hidden.filter((name) => Object.hasOwn(record, name));
    return { ...record, ...Object.fromEntries(names.map((name) => [name, null])) };
  };
}

/** The same for a record's JSON text. */
export const maskedText = (text: string, mask: Mask): string =>
  JSON.stringify(mask(JSON.parse(text) as object));

/** The same for the records of a page. */
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

/** Whether SQL over the record `t` reads one of these fields. */
const readsAny = (sql: string, names: readonly string[]) =>
  [...sql.matchAll(/\bt\."?(\w+)/g)].some(([, column = '']) => names.includes(column));

/** Names of the query that say what hidden fields hold. */
function tellingIn({ fields, filters, sorts }: Table, query: ListQuery): readonly string[] {
  const hidden = confidentialIn(fields);
  const { field } = query.order;
  const isSorted = readsAny((sorts[field]?.by ?? []).join(' '), hidden);
  const found = Object.keys(query.filters).filter((name) =>
    readsAny(filters[name]?.sql ?? '', hidden),
  );
  return [...found, ...(isSorted ? [`sort by ${field}`] : [])];
}

const refuse = (names: readonly string[]) => {
  if (names.length > 0)
    throw new ApiError('FORBIDDEN', `${names.join(', ')}: only for members who see values.`);
};

/**
 * The checked input of somebody who does not see what is confidential. A null is what they were shown, and changes nothing.
 * @throws ApiError FORBIDDEN where it finds, sorts or writes what is hidden from them
 */
export function refuseHidden<I>(
  takes: { readonly query?: Table; readonly body?: Input },
  input: I,
): I {
  const { query, values } = input as { readonly query?: ListQuery; readonly values?: Values };
  if (takes.query && query) refuse(tellingIn(takes.query, query));
  if (!takes.body || !values) return input;
  const hidden = confidentialIn(takes.body.of.fields);
  refuse(hidden.filter((name) => (values[name] ?? null) !== null));
  if (takes.body.kind === 'create') return input;
  const kept = Object.entries(values).filter(([name]) => !hidden.includes(name));
  return { ...input, values: Object.fromEntries(kept) };
}
