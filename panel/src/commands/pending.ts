import { useSyncExternalStore } from 'react';
import { applied, type Fields } from './diff.ts';

/*
 * Changes that the service has not confirmed yet. They lie over what it said, and never in it: whatever comes meanwhile, from the live
 * stream or read anew, is kept; and when one fails, what is underneath is what is so.
 */

export interface Patch {
  /** `member/0193…` */
  readonly record: string;
  readonly fields: Fields;
  /** Whether it is on its way out: true, or false for one that comes back. */
  readonly isGone?: boolean;
}

let patches: readonly Patch[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Patch[]): void {
  patches = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const pending = {
  now: () => patches,
  add: (...more: readonly Patch[]) => set([...patches, ...more]),
  drop(...done: readonly Patch[]) {
    const gone = new Set(done);
    set(patches.filter((each) => !gone.has(each)));
  },
};

const indexes = new WeakMap<readonly Patch[], Map<string, Patch[]>>();

/** Those of each record: a bulk change has hundreds, and a board looks for each of its cards. */
function indexOf(all: readonly Patch[]): Map<string, Patch[]> {
  const known = indexes.get(all);
  if (known) return known;
  const index = Map.groupBy(all, ({ record }) => record);
  indexes.set(all, index);
  return index;
}

/** A record as it will be once what is under way is done. */
export const shown = <T extends object>(record: string, value: T, all: readonly Patch[]): T =>
  (indexOf(all).get(record) ?? []).reduce((value, { fields }) => applied(value, fields), value);

/** Records of a kind as they will be; without those on their way out. The very same list where nothing is under way. */
export function allShown<T extends { readonly id: string }>(
  kind: string,
  list: readonly T[],
  all: readonly Patch[],
): readonly T[] {
  if (all.length === 0) return list;
  const index = indexOf(all);
  const isGone = ({ id }: T) => index.get(`${kind}/${id}`)?.at(-1)?.isGone === true;
  const next = list
    .filter((each) => !isGone(each))
    .map((each) => shown(`${kind}/${each.id}`, each, all));
  const isSame = next.length === list.length && next.every((each, i) => each === list[i]);
  return isSame ? list : next;
}

const usePending = () => useSyncExternalStore(subscribe, pending.now);

/** @returns what gives a record as it is shown */
export function useShown(): <T extends object>(record: string, value: T) => T {
  const all = usePending();
  return (record, value) => shown(record, value, all);
}

/** Records of a list as they are shown. */
export function useAllShown<T extends { readonly id: string }>(
  kind: string,
  list: readonly T[],
): readonly T[] {
  return allShown(kind, list, usePending());
}

/** What is being made of a kind: its fields, the latest last. */
export function useMaking(kind: string): readonly Fields[] {
  const all = usePending();
  return all.filter(({ record }) => record.startsWith(`${kind}/+`)).map(({ fields }) => fields);
}
