import type { Static } from 'typebox';
import { fieldProblem, missingField } from '../records/field-problem.ts';
import type { Field, Fields } from '../records/fields.ts';
import { InvalidValues, type Problem } from '../records/invalid-values.ts';

/** Validated values of a call with these fields; null if absent and without a default. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends { required: true } | { fallback: unknown }
    ? Static<F[K]['schema']>
    : Static<F[K]['schema']> | null;
};

type Given = Readonly<Record<string, unknown>>;

/** Validates the values of a call, collecting all problems. */
function checkValues<F extends Fields>(
  fields: F,
  input: Given,
): { readonly values: ValuesOf<F>; readonly problems: readonly Problem[] } {
  const problems: Problem[] = Object.keys(input)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => ({ name, problem: 'is not a field here', code: 'unknown', isForeign: true }));
  const read = ([name, field]: [string, Field]): [string, unknown] => {
    const value = (Object.hasOwn(input, name) ? input[name] : undefined) ?? null;
    if (value === null) {
      if (field.required) problems.push(missingField(name, field));
      return [name, field.fallback ?? null];
    }
    const clean = field.clean ? field.clean(value) : value;
    if (!field.check(clean)) problems.push(fieldProblem(name, field, clean));
    return [name, clean];
  };
  return { values: Object.fromEntries(Object.entries(fields).map(read)) as ValuesOf<F>, problems };
}

/** Validates the values of a call. @throws InvalidValues if any value is invalid */
export function readValues<F extends Fields>(fields: F, input: Given): ValuesOf<F> {
  const { values, problems } = checkValues(fields, input);
  if (problems.length > 0) throw new InvalidValues(problems);
  return values;
}
