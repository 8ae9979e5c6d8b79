import { useSyncExternalStore } from 'react';
import { type Fields, withFields } from './diff.ts';

/*
 * Changes that the server has not confirmed yet. They overlay the cached server state and are never written into it: live events and
 * refetches are kept, and when a change fails, the state underneath is still right.
 */

export interface PendingPatch {
  /** `member/0193…` */
  readonly record: string;
  readonly fields: Fields;
  /** True while the record is being removed, false while it is being restored. */
  readonly isGone?: boolean;
}

let patches: readonly PendingPatch[] = [];
const listeners = new Set<() => void>();

function set(next: readonly PendingPatch[]): void {
  patches = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const pendingChanges = {
  now: () => patches,
  add: (...more: readonly PendingPatch[]) => set([...patches, ...more]),
  drop(...done: readonly PendingPatch[]) {
    const gone = new Set(done);
    set(patches.filter((each) => !gone.has(each)));
  },
};

const indexes = new WeakMap<readonly PendingPatch[], Map<string, PendingPatch[]>>();

/** Index by record: a bulk change has hundreds of patches, and a board looks up each of its cards. */
function indexOf(all: readonly PendingPatch[]): Map<string, PendingPatch[]> {
  const existing = indexes.get(all);
  if (existing) return existing;
  const index = Map.groupBy(all, ({ record }) => record);
  indexes.set(all, index);
  return index;
}

/** Record with pending changes applied. */
export const withPending = <T extends object>(
  record: string,
  value: T,
  all: readonly PendingPatch[],
): T =>
  (indexOf(all).get(record) ?? []).reduce((value, { fields }) => withFields(value, fields), value);

/** Records of a kind with pending changes applied, without those being removed. Returns the same list if nothing is pending. */
export function listWithPending<T extends { readonly id: string }>(
  kind: string,
  list: readonly T[],
  all: readonly PendingPatch[],
): readonly T[] {
  if (all.length === 0) return list;
  const index = indexOf(all);
  const isGone = ({ id }: T) => index.get(`${kind}/${id}`)?.at(-1)?.isGone === true;
  const next = list
    .filter((each) => !isGone(each))
    .map((each) => withPending(`${kind}/${each.id}`, each, all));
  const isSame = next.length === list.length && next.every((each, i) => each === list[i]);
  return isSame ? list : next;
}

const usePending = () => useSyncExternalStore(subscribe, pendingChanges.now);

/** @returns a function that applies pending changes to a record */
export function useWithPending(): <T extends object>(record: string, value: T) => T {
  const all = usePending();
  return (record, value) => withPending(record, value, all);
}

/** Records of a list with pending changes applied. */
export function useListWithPending<T extends { readonly id: string }>(
  kind: string,
  list: readonly T[],
): readonly T[] {
  return listWithPending(kind, list, usePending());
}

/** Fields of the records of a kind being created, latest last. */
export function usePendingCreations(kind: string): readonly Fields[] {
  const all = usePending();
  return all.filter(({ record }) => record.startsWith(`${kind}/+`)).map(({ fields }) => fields);
}
