import { listAt } from './form-view.ts';
import { isObject, isSame, type Json, valueAt } from './json.ts';

/* Differences between two versions of a workflow, part by part. */

export type Difference =
  | { readonly part: 'name'; readonly was: Json; readonly is: Json }
  | { readonly part: 'trigger'; readonly was: Json; readonly is: Json }
  | { readonly part: 'condition'; readonly verb: 'added' | 'removed'; readonly what: Json }
  | {
      readonly part: 'step';
      readonly verb: 'added' | 'removed' | 'moved';
      readonly what: Json;
      /** From 1, in the later version; for removed parts in the earlier one. */
      readonly place: number;
    }
  | {
      readonly part: 'step';
      readonly verb: 'changed';
      readonly what: Json;
      readonly place: number;
      readonly fields: readonly FieldDifference[];
    };

interface FieldDifference {
  readonly name: string;
  readonly was: Json | undefined;
  readonly is: Json | undefined;
}

interface PlacedStep {
  readonly step: Json;
  readonly place: number;
}

/** Longest common subsequence of two lists (by dynamic programming; lists have at most 50 entries). */
function common(a: readonly Json[], b: readonly Json[]): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row)
        row[j] = isSame(a[i], b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (isSame(a[i], b[j])) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

const typeOf = (step: Json) => valueAt(step, ['type']);

function fieldsBetween(was: Json, is: Json): FieldDifference[] {
  const [before, after] = [valueAt(was, ['with']), valueAt(is, ['with'])];
  if (!isObject(before) || !isObject(after)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, was: valueAt(before, [name]), is: valueAt(after, [name]) }))
    .filter((each) => !isSame(each.was, each.is));
}

/** Removes and returns the first item that meets a condition. */
function removeFirst<T>(list: T[], meets: (each: T) => boolean): T | undefined {
  const at = list.findIndex(meets);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}

function stepsBetween(was: readonly Json[], is: readonly Json[]): Difference[] {
  const same = common(was, is);
  const left = (list: readonly Json[], side: 0 | 1): PlacedStep[] =>
    list
      .map((step, index) => ({ step, place: index + 1, index }))
      .filter(({ index }) => !same.some((pair) => pair[side] === index));
  const gone = left(was, 0);
  const differences: Difference[] = [];
  for (const { step, place } of left(is, 1)) {
    if (removeFirst(gone, (each) => isSame(each.step, step))) {
      differences.push({ part: 'step', verb: 'moved', what: step, place });
      continue;
    }
    const alike =
      removeFirst(gone, (each) => typeOf(each.step) === typeOf(step) && each.place === place) ??
      removeFirst(gone, (each) => typeOf(each.step) === typeOf(step));
    if (alike)
      differences.push({
        part: 'step',
        verb: 'changed',
        what: step,
        place,
        fields: fieldsBetween(alike.step, step),
      });
    else differences.push({ part: 'step', verb: 'added', what: step, place });
  }
  for (const { step, place } of gone)
    differences.push({ part: 'step', verb: 'removed', what: step, place });
  return differences;
}

/** Empty if both versions do the same. */
export function differences(was: Json, is: Json): readonly Difference[] {
  const parts = (['name', 'trigger'] as const).flatMap((part): Difference[] => {
    const [before, after] = [valueAt(was, [part]) ?? null, valueAt(is, [part]) ?? null];
    return isSame(before, after) ? [] : [{ part, was: before, is: after }];
  });
  const [before, after] = [listAt(was, 'conditions') ?? [], listAt(is, 'conditions') ?? []];
  const beyond = (list: readonly Json[], baseline: readonly Json[]) => {
    const rest = [...baseline];
    return list.filter((each) => removeFirst(rest, (one) => isSame(one, each)) === undefined);
  };
  return [
    ...parts,
    ...beyond(before, after).map(
      (what): Difference => ({ part: 'condition', verb: 'removed', what }),
    ),
    ...beyond(after, before).map(
      (what): Difference => ({ part: 'condition', verb: 'added', what }),
    ),
    ...stepsBetween(listAt(was, 'steps') ?? [], listAt(is, 'steps') ?? []),
  ];
}
