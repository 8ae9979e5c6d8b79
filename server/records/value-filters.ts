import { Type } from '../platform/schema.ts';
import { type Field, kind } from './fields.ts';
import type { Filter } from './table.ts';

/*
 * Filters with several values, derived from filters with one: `priority_in=high,urgent` matches any of them, `priority_not=none` none of
 * them (docs/adr/0166-filters-with-several-values.md).
 */

/** Max values of a filter. */
const maxValues = 50;
/** Max length of all values together; the limit of a saved view's query. */
const maxLength = 2_000;

/** SQL over the record `t`, from the SQL of an array of values: true if one of them matches. */
type Matches = (values: string) => string;

/** Values separated by commas; `%2C` is a comma within a value. */
const readValues = (text: string): readonly string[] => [
  ...new Set(text.split(',').map((value) => value.replaceAll('%2C', ',').trim())),
];

const valuesOf = (field: Field): Field => ({
  ...kind(
    Type.Array(Type.String(), { minItems: 1, maxItems: maxValues }),
    `at most ${maxValues} values, separated by commas, each ${field.requirement}`,
    'text[]',
    {
      fromQuery: readValues,
      check: (values) =>
        (values as readonly unknown[]).every((value) => field.check(field.clean?.(value) ?? value)),
      documented: {
        type: 'string',
        maxLength,
        description: `At most ${maxValues} values, separated by commas; %2C is a comma within a value.`,
      },
    },
  ),
  ...(field.target && { target: field.target }),
});

/**
 * Adds `<name>_in` and `<name>_not` for filters that compare a field with one value.
 * @param matches SQL of filters that do not compare the column of their name
 */
export function severalValues(
  filters: Readonly<Record<string, Filter>>,
  names: readonly string[],
  matches: Readonly<Record<string, Matches>> = {},
): Record<string, Filter> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const filter = filters[name];
      if (!filter) throw new Error(`${name} is not a filter`);
      const { field } = filter;
      const match = matches[name] ?? ((values) => `t."${name}" = any(${values})`);
      const sql = (param: string) => match(`$${param}::text[]::${field.sql}[]`);
      const [any, none] = [`${name}_in`, `${name}_not`];
      const derived = { field: valuesOf(field), isUnordered: true, severalOf: name } as const;
      return [
        [any, { ...derived, sql: sql(any), about: `${filter.about} Any of several values.` }],
        [
          none,
          {
            ...derived,
            sql: `(${sql(none)}) is not true`,
            about: `The opposite of ${any}: records with none of the values, and those without a value.`,
          },
        ],
      ];
    }),
  );
}
