import type { Telling } from '../events/notifications.ts';
import type { ApiError } from '../platform/errors.ts';
import { type Field, type Fields, isAlways, since, type Target } from './fields.ts';

/** `a deal`, `an activity`, `a user`. */
export const withArticle = (noun: string) =>
  `${/^([aeio]|u(?!s))/.test(noun) ? 'an' : 'a'} ${noun}`;

/** A query parameter of a list: what it may hold and the condition it stands for (its value is `$<name>`). */
export interface Filter {
  readonly field: Field;
  readonly sql: string;
  /** Said in the reference. */
  readonly about: string;
  /**
   * SQL: `name=value` of each value by which the filter finds the record `t`, as a text[] without repeats. Given where so many
   * records may meet one value that counting them takes long; then their numbers are kept, which every change of a record pays
   * for. No subquery where a value is an enum: Citus takes none from what is not immutable, as its text is.
   */
  readonly kept?: string;
  /** Given where no index holds what it finds in the order of `created_at`. */
  readonly isUnordered?: true;
  /**
   * The sort field in whose order its index finds the records. By any other one all of them may lie at the list's end, after
   * somebody changed many old ones: then many more are sorted before the list is walked for them.
   */
  readonly foundBy?: string;
}

/**
 * The fields that are searched. A table's first migration serves them by two generated columns: the folded texts in `search`, bare
 * ids and phone numbers in `search_ids`.
 */
export interface Search<Name extends string = string> {
  readonly text: readonly Name[];
  readonly ids?: readonly Name[];
  /** Texts that came later: each has a trigram index of its own, because changing a generated column rewrites the table. */
  readonly added?: readonly Name[];
}

/** Every field that is searched. */
export const searchedFields = ({ text, ids = [], added = [] }: Search): readonly string[] => [
  ...text,
  ...ids,
  ...added,
];

/** What a record is, as the interface's tables describe it. What calls take of it are its inputs (`input.ts`). */
interface Declaration<F extends Fields> {
  /** The table. */
  readonly name: string;
  /** The word for one record, as it stands in messages. */
  readonly one: string;
  /** The path after /api/v1. */
  readonly path: string;
  /** Whether its changes are events: `<one>.created`, `.updated` and `.deleted`. Their number is kept as a total. */
  readonly emits?: true;
  /** The columns whose moves are kept for reports, and the column that says what the record is worth. */
  readonly moves?: {
    readonly of: readonly (keyof F & string)[];
    readonly worth?: keyof F & string;
  };
  /** Every field, in the order of the answer. */
  readonly fields: F;
  readonly filters: Record<string, Filter>;
  readonly search?: Search<keyof F & string>;
  /** Sort field → the SQL expressions it orders by, with whether they may be null. */
  readonly sorts: Record<string, Sort>;
  /** Whether a reading that takes its query answers all that meets it: it has neither pages nor sorts. */
  readonly isWhole?: true;
  /** The sort field by which a list without `sort` begins with the latest; created_at when absent. */
  readonly latestBy?: string;
  /** A condition that every record must meet to be seen. */
  readonly visible?: string;
  /** Whom in the team its changes are told. */
  readonly tells?: readonly Telling[];
  /** The table's constraints that a caller can violate, with the answer to it (references are answered from `fields`). */
  readonly constraints?: Record<string, () => ApiError>;
}

export interface Sort {
  readonly by: readonly string[];
  readonly nullable: boolean;
  /** Whether what is sorted by is people's text, which does not stand in addresses. */
  readonly isText: boolean;
}

/** @typeParam Name the names of its fields */
export interface Table<Name extends string = string>
  extends Omit<Declaration<Fields>, 'fields' | 'search' | 'moves'> {
  readonly moves?: { readonly of: readonly string[]; readonly worth?: string };
  readonly fields: Readonly<Record<Name, Field>>;
  readonly search?: Search;
  /** Field → table, for every field that points into another table. */
  readonly links: ReadonlyMap<string, Target>;
}

/** Makes a table of its declaration; the compiler holds its lists to the fields that it declares. */
export function table<const F extends Fields>(
  declaration: Declaration<F>,
): Table<keyof F & string> {
  const linked = Object.entries(declaration.fields).flatMap(([name, field]) =>
    field.target ? [[name, field.target] as const] : [],
  );
  return { ...declaration, links: new Map(linked) };
}

/** Filters by equality on fields of the same name. */
export function same<F extends Fields>(
  fields: F,
  ...names: (keyof F & string)[]
): Record<string, Filter> {
  return Object.fromEntries(
    names.map((name) => {
      const field = fields[name] as Field;
      return [
        name,
        {
          field,
          sql: `t."${name}" = $${name}::${field.sql}`,
          about: `Only records with this ${name}.`,
        },
      ];
    }),
  );
}

/** The same, of which the numbers are kept: of fields that always have a value. */
export const keptSame = <F extends Fields>(fields: F, ...names: (keyof F & string)[]) =>
  Object.fromEntries(
    Object.entries(same(fields, ...names)).map(([name, filter]): [string, Filter] => [
      name,
      { ...filter, kept: `array['${name}=' || t."${name}"]` },
    ]),
  );

/**
 * What changed at a time or later: for every list whose records say when they changed. An index holds team, updated_at and id. A record
 * that meets it goes on to do so, because updated_at never goes back.
 */
export const updatedSince: Record<string, Filter> = {
  updated_since: {
    field: since,
    sql: 't.updated_at >= $updated_since::timestamptz',
    about: 'Only records that were made or changed at or after this time, or from this UTC day on.',
    isUnordered: true,
    foundBy: 'updated_at',
  },
};

/** Sorts by fields of the same name, in the order that the kind of the field has. */
export function sorted<F extends Fields>(
  fields: F,
  ...names: (keyof F & string)[]
): Record<string, Sort> {
  return Object.fromEntries(
    names.map((name) => {
      const field = fields[name] as Field;
      const column = `t."${name}"`;
      return [
        name,
        {
          by: [field.order?.(column) ?? column],
          nullable: !isAlways(field),
          isText: field.sql === 'text',
        },
      ];
    }),
  );
}
