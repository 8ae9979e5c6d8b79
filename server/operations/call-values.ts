import type { Static } from 'typebox';
import { ApiError } from '../platform/errors.ts';
import type { Field, Fields } from '../records/fields.ts';
import { quoted } from '../records/input.ts';

/** A problem with one value of a call: completes "<name> …". */
export interface Problem {
  readonly name: string;
  readonly problem: string;
}

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
  given: Given,
): { readonly values: ValuesOf<F>; readonly problems: readonly Problem[] } {
  const problems: Problem[] = Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => ({ name: quoted(name), problem: 'is not a field here' }));
  const read = ([name, field]: [string, Field]): [string, unknown] => {
    const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? null;
    if (value === null) {
      if (field.required) problems.push({ name, problem: `is required and must be ${field.says}` });
      return [name, field.fallback ?? null];
    }
    const clean = field.clean ? field.clean(value) : value;
    if (!field.check(clean)) problems.push({ name, problem: field.problem(clean) });
    return [name, clean];
  };
  return { values: Object.fromEntries(Object.entries(fields).map(read)) as ValuesOf<F>, problems };
}

/** Maximum problems named in one message. */
const maxProblems = 20;

/** An error with each invalid value, so that callers can use their own names for them. */
export class InvalidValues extends ApiError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const said = problems.slice(0, maxProblems).map(({ name, problem }) => `${name} ${problem}`);
    super('VALIDATION_ERROR', `${said.join('; ')}.`);
    this.problems = problems;
  }
}

/** Validates the values of a call. @throws InvalidValues if any value is invalid */
export function readValues<F extends Fields>(fields: F, given: Given): ValuesOf<F> {
  const { values, problems } = checkValues(fields, given);
  if (problems.length > 0) throw new InvalidValues(problems);
  return values;
}
