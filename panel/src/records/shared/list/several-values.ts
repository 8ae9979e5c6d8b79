import type { FilterField, FilterOperator } from './filter-fields.ts';

/*
 * Several values of a filter, as the API accepts them: `priority_in=high,urgent` matches any of them, `priority_not=none` none of them. A comma
 * within a value is `%2C`.
 */

export const splitValues = (text: string): readonly string[] =>
  text.split(',').map((value) => value.replaceAll('%2C', ','));

export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(',', '%2C')).join(',');

type Parameters = Pick<FilterOperator, 'param' | 'several'>;

/** Values of a condition. @param params parameters of a list's address */
export function valuesIn(
  params: Readonly<Record<string, string>>,
  { param, several }: Parameters,
): readonly string[] {
  const text = several === undefined ? undefined : params[several];
  if (text !== undefined) return splitValues(text);
  const value = params[param];
  return value === undefined ? [] : [value];
}

/** Change of an address that gives a condition these values. */
export function changeToValues(
  { param, several }: Parameters,
  values: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const [first] = values;
  if (several === undefined) return { [param]: first };
  if (several !== param && values.length < 2) return { [several]: undefined, [param]: first };
  return { [param]: undefined, [several]: values.length === 0 ? undefined : joinValues(values) };
}

/** Change of an address that removes all conditions. */
export const withoutFilters = (
  fields: readonly FilterField[],
): Readonly<Record<string, string | undefined>> =>
  Object.assign(
    {},
    ...fields.flatMap(({ operators }) => operators.map((operator) => changeToValues(operator, []))),
  );

/** True if a record meets the conditions of a query on one field. @param has true if the record has this value */
export function meetsValues(
  query: Readonly<Record<string, unknown>>,
  param: string,
  has: (value: string) => boolean,
): boolean {
  const [one, any, none] = [query[param], query[`${param}_in`], query[`${param}_not`]];
  return (
    (typeof one !== 'string' || has(one)) &&
    (typeof any !== 'string' || splitValues(any).some(has)) &&
    (typeof none !== 'string' || !splitValues(none).some(has))
  );
}
