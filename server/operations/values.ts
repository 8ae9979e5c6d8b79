import type { Static } from 'typebox';
import { ApiError } from '../platform/errors.ts';
import type { Field, Fields } from '../records/fields.ts';
import { quoted } from '../records/input.ts';

/** What is wrong with one value of a call: completes "<name> …". */
export interface Problem {
  readonly name: string;
  readonly problem: string;
}

/** The checked values of a call that takes these fields; null where one was not given and has no default. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends { required: true } | { fallback: unknown }
    ? Static<F[K]['schema']>
    : Static<F[K]['schema']> | null;
};

type Given = Readonly<Record<string, unknown>>;

/** Checks the values of a call one by one, and tells every problem there is. */
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

/** The most problems that one message names. */
const mostProblems = 20;

/** A refusal that names each value that is wrong, so that a door can call it by its own word. */
export class InvalidValues extends ApiError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const said = problems.slice(0, mostProblems).map(({ name, problem }) => `${name} ${problem}`);
    super('VALIDATION_ERROR', `${said.join('; ')}.`);
    this.problems = problems;
  }
}

/** The same for a call that is refused where anything is wrong. @throws InvalidValues */
export function readValues<F extends Fields>(fields: F, given: Given): ValuesOf<F> {
  const { values, problems } = checkValues(fields, given);
  if (problems.length > 0) throw new InvalidValues(problems);
  return values;
}
