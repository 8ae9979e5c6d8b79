import type { NotificationRule } from '../events/notifications.ts';
import type { ApiError } from '../platform/errors.ts';
import { type Field, type Fields, isAlways, since, type Target } from './fields.ts';

/** `workflow_runs` as words: `workflow runs`. */
export const wordsOf = (name: string): string => name.replaceAll('_', ' ').replace(/^api\b/, 'API');

/** `a deal`, `an activity`, `a user`. */
export const withArticle = (noun: string) =>
  `${/^([aeio]|u(?!s))/.test(noun) ? 'an' : 'a'} ${noun}`;

/** A list's query parameter: its values, and the condition it adds (its value is `$<name>`). */
export interface Filter {
  readonly field: Field;
  readonly sql: string;
  /** Text for the reference. */
  readonly about: string;
  /**
   * SQL: a text[] of `name=value`, without duplicates, for each value by which the filter matches the record `t`. Set if counting
   * the matches of one value may be slow: totals are then maintained, at a cost for every change of a record. Must not contain a
   * subquery over an enum: Citus refuses subqueries with non-immutable expressions, such as the text of an enum.
   */
  readonly totalParts?: string;
  /**
   * The value that nearly all records of a long list have, and SQL of the condition for those with another value: these few are
   * counted, and subtracted from the total of the list. Set if maintaining totals would cost too much.
   */
  readonly usual?: { readonly value: string; readonly others: string };
  /** Set if no index returns its matches in the order of `created_at`. */
  readonly isUnordered?: true;
  /**
   * Sort field in whose order its index returns the records. In any other order, all matches may be at the end of the list, after
   * a user changed many old records: many more are then sorted before the list is scanned for them.
   */
  readonly foundBy?: string;
  /** Set if it takes several values of the filter with this name, or excludes them. */
  readonly severalOf?: string;
}

/**
 * Searched fields. A table's first migration supports them with two generated columns: folded texts in `search`, bare ids and
 * phone numbers in `search_ids`.
 */
interface Search<Name extends string = string> {
  readonly text: readonly Name[];
  readonly ids?: readonly Name[];
  /** Texts added later: each has a separate trigram index, because changing a generated column rewrites the table. */
  readonly added?: readonly Name[];
}

/** All searched fields. */
export const searchedFields = ({ text, ids = [], added = [] }: Search): readonly string[] => [
  ...text,
  ...ids,
  ...added,
];

/** A valid id, for examples. */
export const exampleId = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

/** Texts of the reference. */
interface Texts {
  /** Describes the records. */
  readonly about?: string;
  /** Effect of DELETE; permanent deletion if absent. */
  readonly effectOfDelete?: string;
  /** Realistic values of the example; other fields have values of their kinds. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Body of the example update. */
  readonly exampleChange?: Readonly<Record<string, unknown>>;
}

/** Declaration of a record type. Inputs of calls are declared in `input.ts`. */
interface Declaration<F extends Fields> extends Texts {
  /** Name of the table. */
  readonly name: string;
  /** Singular name of a record, used in messages. */
  readonly one: string;
  /** The path after /api/v1. */
  readonly path: string;
  /** True if its changes emit events: `<one>.created`, `.updated` and `.deleted`. A total of its records is maintained. */
  readonly emits?: true;
  /** True if a total of its records is maintained although they emit no `created` and `deleted`. */
  readonly hasTotal?: true;
  /** Columns whose moves are recorded for reports, and the column with the record's value. */
  readonly moves?: {
    readonly of: readonly (keyof F & string)[];
    readonly worth?: keyof F & string;
  };
  /** All fields, in output order. */
  readonly fields: F;
  /** Fields that a change of many records at once may set. */
  readonly bulk?: readonly (keyof F & string)[];
  /** Fields that agents see in lists, in this order. */
  readonly brief?: readonly (keyof F & string)[];
  /** SQL of a record's name for people; its title or name if absent. */
  readonly displayName?: (row: string) => string;
  readonly filters: Record<string, Filter>;
  readonly search?: Search<keyof F & string>;
  /** Sort field → the SQL expressions it orders by, and whether they may be null. */
  readonly sorts: Record<string, Sort>;
  /** True if a list returns all matches, without pages and sort orders. */
  readonly isWhole?: true;
  /** Default sort field of the list, latest first; created_at if absent. */
  readonly latestBy?: string;
  /** A condition that every visible record must meet. */
  readonly visible?: string;
  /** True if the caller may not see a visible record: depends on `$hidden_inboxes`. Without it, every member sees all. */
  readonly mayHide?: string;
  /** Notification rules of its changes. */
  readonly notifications?: readonly NotificationRule[];
  /** Constraints that a caller can violate, and the resulting errors (links are derived from `fields`). */
  readonly constraints?: Record<string, () => ApiError>;
}

export interface Sort {
  readonly by: readonly string[];
  readonly nullable: boolean;
  /** True if the sort key is personal text, which must not appear in URLs. */
  readonly isText: boolean;
}

/** @typeParam Name the names of its fields */
export interface Table<Name extends string = string>
  extends Omit<Declaration<Fields>, 'fields' | 'search' | 'moves' | 'bulk' | 'brief'> {
  readonly moves?: { readonly of: readonly string[]; readonly worth?: string };
  readonly fields: Readonly<Record<Name, Field>>;
  readonly bulk?: readonly string[];
  readonly brief?: readonly string[];
  readonly search?: Search;
  /** Field → table, for every field that refers to another table. */
  readonly links: ReadonlyMap<string, Target>;
}

/** SQL of a record's name for people. */
export const displayNameOf = ({ fields, displayName }: Table, row: string): string =>
  displayName?.(row) ?? `${row}.${'title' in fields ? 'title' : 'name'}`;

/** Creates a table from its declaration; the compiler checks its lists against the declared fields. */
export function table<const F extends Fields>(
  declaration: Declaration<F>,
): Table<keyof F & string> {
  const linked = Object.entries(declaration.fields).flatMap(([name, field]) =>
    field.target ? [[name, field.target] as const] : [],
  );
  return { ...declaration, links: new Map(linked) };
}

/** Equality filters on fields of the same name. */
export function equals<F extends Fields>(
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

/** Equality filters with maintained totals, for fields that always have a value. */
export const equalsWithTotals = <F extends Fields>(fields: F, ...names: (keyof F & string)[]) =>
  Object.fromEntries(
    Object.entries(equals(fields, ...names)).map(([name, filter]): [string, Filter] => [
      name,
      { ...filter, totalParts: `array['${name}=' || t."${name}"]` },
    ]),
  );

/**
 * Records changed at or after a time: for every list whose records have updated_at. An index contains team, updated_at and id. A
 * record that matches continues to match, because updated_at never decreases.
 */
export const updatedSince: Record<string, Filter> = {
  updated_since: {
    field: since,
    sql: 't.updated_at >= $updated_since::timestamptz',
    about:
      'Only records that were created or changed at or after this time, or from this UTC day on.',
    isUnordered: true,
    foundBy: 'updated_at',
  },
};

/** Sorts by fields of the same name, in the order defined by the kind of the field. */
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
