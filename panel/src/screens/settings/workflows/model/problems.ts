import type { Failure } from '#panel/api/call.ts';
import type { ErrorField } from '#panel/api/schema.ts';
import { formatPath, type Path } from './json.ts';

/* Assigns the server's problems with a workflow to the parts that they refer to. */

export interface Problem {
  /** Path in the server's notation: `steps[1].with.for`; '' for the whole workflow. */
  readonly place: string;
  /**
   * missing: no value; incomplete: a step without some of its values; gone: the referenced record does not exist; unsuitable: not for this
   * trigger; wrong: anything else.
   */
  readonly kind: 'missing' | 'incomplete' | 'gone' | 'unsuitable' | 'wrong';
  /** Reason that the server gives. */
  readonly field: ErrorField;
}

/** The workflow as a whole, if the server names none of its parts. */
const whole: ErrorField = { name: '', code: 'invalid' };

function kindOf({ name, code }: ErrorField): Problem['kind'] {
  // The values of a step together.
  const isStep = name.endsWith('.with');
  if (code === 'required') return isStep ? 'incomplete' : 'missing';
  if (code === 'not_found') return 'gone';
  return code === 'conflicting' && !isStep ? 'unsuitable' : 'wrong';
}

/** Problems for which the server refused a workflow. */
export const problemsIn = ({ fields = [] }: Pick<Failure, 'fields'>): readonly Problem[] =>
  (fields.length > 0 ? fields : [whole]).map((field) => ({
    place: field.name,
    kind: kindOf(field),
    field,
  }));

/** True if a place is a path or within it. */
const isWithin = (place: string, path: string) =>
  place === path || (place.startsWith(path) && /^[.[]/.test(place.slice(path.length)));

/** Problems of a part and its children. */
export const problemsAt = (problems: readonly Problem[], path: Path): readonly Problem[] => {
  const text = formatPath(path);
  return problems.filter((each) => isWithin(each.place, text));
};

/** Problems of a part that none of its controls shows. @param visible paths that have a control */
export const problemsWithoutControl = (
  problems: readonly Problem[],
  path: Path,
  visible: readonly Path[],
): readonly Problem[] => {
  const others = visible.map(formatPath);
  return problemsAt(problems, path).filter(
    ({ place }) => !others.some((each) => isWithin(place, each)),
  );
};

/** Parses a place to a path. */
export const pathIn = (place: string): Path =>
  [...place.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|(\w+)/g)].map(([, index, name, word]) =>
    index === undefined ? (name ?? word ?? '') : Number(index),
  );
