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
  add: (patch: Patch) => set([...patches, patch]),
  drop: (patch: Patch) => set(patches.filter((each) => each !== patch)),
};

/** A record as it will be once what is under way is done. */
export const shown = <T extends object>(record: string, value: T, all: readonly Patch[]): T =>
  all
    .filter((patch) => patch.record === record)
    .reduce((value, { fields }) => applied(value, fields), value);

/** @returns what gives a record as it is shown */
export function useShown(): <T extends object>(record: string, value: T) => T {
  const all = useSyncExternalStore(subscribe, pending.now);
  return (record, value) => shown(record, value, all);
}
