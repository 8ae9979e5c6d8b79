import type { FieldCode, ValueFormat } from '../platform/error-reasons.ts';
import { ApiError } from '../platform/errors.ts';

/** A problem with one value of a request: completes "<name> …". */
export interface Problem {
  readonly name: string;
  readonly problem: string;
  readonly code: FieldCode;
  readonly limit?: number;
  readonly format?: ValueFormat | undefined;
  /** True if the caller chose the name, so that the message quotes it. */
  readonly isForeign?: true;
}

/** Maximum problems named in one error. */
export const maxProblems = 20;

const maxNameLength = 64;
export const shortened = (name: string) =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;

/** Quotes an external name for a message. */
export const quoted = (name: string) => JSON.stringify(shortened(name));

/** Describes a problem for the message of an error. */
export function sentenceOf({ name, problem, isForeign }: Problem): string {
  if (name === '' && !isForeign) return problem;
  return `${isForeign ? quoted(name) : name}${problem.startsWith(':') ? '' : ' '}${problem}`;
}

/** An error with each problem of a request; its message names the first ones. */
export class InvalidInput extends ApiError {
  readonly problems: readonly Problem[];

  /** @param further number of additional problems */
  constructor(problems: readonly Problem[], further = 0) {
    const named = problems.slice(0, maxProblems);
    const more = problems.length - named.length + further;
    const sentences = named.map(sentenceOf).join('; ');
    super('VALIDATION_ERROR', `${sentences}${more > 0 ? `; and ${more} more` : ''}.`, {
      fields: named
        .filter(({ name }) => name !== '')
        .map(({ name, code, limit, format, isForeign }) => ({
          name: isForeign ? shortened(name) : name,
          code,
          ...(limit === undefined ? {} : { limit }),
          ...(format && { format }),
        })),
    });
    this.problems = problems;
  }
}

/** The caller's values themselves are invalid: a command line reports them as wrong usage, under its own names of the options. */
export class InvalidValues extends InvalidInput {}
