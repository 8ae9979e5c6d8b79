import {
  isList,
  isSame,
  type Json,
  type Mistake,
  type Path,
  print,
  readJson,
  valueAt,
  withValue,
} from './json.ts';

/*
 * Draft of a workflow: one value, edited as a form and as JSON. The form never rebuilds the value; it changes single parts, so that parts
 * it cannot show are kept. While the JSON is invalid, the form shows the last valid value.
 */

export interface Draft {
  /** Text of the JSON view. */
  readonly text: string;
  readonly value: Json;
  /** Reason why the text is not the value. */
  readonly mistake: Mistake | undefined;
  /** Stable key of each step, kept when steps are reordered. */
  readonly keys: readonly string[];
  /** Number of keys assigned so far. */
  readonly given: number;
}

const stepsOf = (value: Json): readonly Json[] => {
  const steps = valueAt(value, ['steps']);
  return isList(steps) ? steps : [];
};

const keyed = (firstKey: number, count: number) =>
  Array.from({ length: count }, (_, place) => `s${firstKey + place}`);

export function draftOf(value: Json): Draft {
  const count = stepsOf(value).length;
  return { text: print(value), value, mistake: undefined, keys: keyed(0, count), given: count };
}

/** Keys of the steps after a change of the text: unchanged steps at the beginning and end keep theirs. */
function keysAfter(
  { value, keys, given: nextKey }: Draft,
  next: Json,
): Pick<Draft, 'keys' | 'given'> {
  const [was, is] = [stepsOf(value), stepsOf(next)];
  if (was.length === is.length) return { keys, given: nextKey };
  let head = 0;
  while (head < was.length && head < is.length && isSame(was[head], is[head])) head += 1;
  let tail = 0;
  while (
    tail < was.length - head &&
    tail < is.length - head &&
    isSame(was.at(-1 - tail), is.at(-1 - tail))
  )
    tail += 1;
  const fresh = is.length - head - tail;
  return {
    keys: [...keys.slice(0, head), ...keyed(nextKey, fresh), ...keys.slice(was.length - tail)],
    given: nextKey + fresh,
  };
}

/** Applies typed JSON. */
export function withTypedJson(draft: Draft, text: string): Draft {
  const read = readJson(text);
  if ('mistake' in read) return { ...draft, text, mistake: read.mistake };
  return { ...draft, ...keysAfter(draft, read.value), text, value: read.value, mistake: undefined };
}

/** Applies a change of one part by the form; undefined removes it. */
export function withChange(draft: Draft, path: Path, to: Json | undefined): Draft {
  const value = withValue(draft.value, path, to);
  if (isSame(value, draft.value)) return draft;
  return { ...draft, ...keysAfter(draft, value), value, text: print(value), mistake: undefined };
}

/** Replaces invalid text with the value that the form shows. */
export const withoutInvalidText = (draft: Draft): Draft => ({
  ...draft,
  text: print(draft.value),
  mistake: undefined,
});

// Steps -------------------------------------------------------------------------------------------

const withSteps = (draft: Draft, steps: readonly Json[], keys: readonly string[]): Draft => {
  const value = withValue(draft.value, ['steps'], steps);
  return { ...draft, value, text: print(value), mistake: undefined, keys };
};

const spliced = <T>(list: readonly T[], at: number, ...withStep: readonly T[]): readonly T[] => [
  ...list.slice(0, at),
  ...withStep,
  ...list.slice(at),
];

/** Inserts a step at an index. */
export function withStep(draft: Draft, step: Json, place = stepsOf(draft.value).length): Draft {
  const key = `s${draft.given}`;
  return {
    ...withSteps(
      draft,
      spliced(stepsOf(draft.value), place, step),
      spliced(draft.keys, place, key),
    ),
    given: draft.given + 1,
  };
}

/** Duplicates a step below itself. */
export const withDuplicateStep = (draft: Draft, place: number): Draft => {
  const step = stepsOf(draft.value)[place];
  return step === undefined ? draft : withStep(draft, step, place + 1);
};

export const withoutStep = (draft: Draft, place: number): Draft =>
  withSteps(
    draft,
    stepsOf(draft.value).filter((_, each) => each !== place),
    draft.keys.filter((_, each) => each !== place),
  );

export function withMovedStep(draft: Draft, from: number, to: number): Draft {
  const order = <T>(list: readonly T[]) =>
    list.flatMap((each, place) => (place === from ? [each] : []));
  const rest = <T>(list: readonly T[]) => list.filter((_, place) => place !== from);
  const steps = stepsOf(draft.value);
  return withSteps(
    draft,
    spliced(rest(steps), to, ...order(steps)),
    spliced(rest(draft.keys), to, ...order(draft.keys)),
  );
}
