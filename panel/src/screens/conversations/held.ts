import { useMemo, useRef, useState } from 'react';
import type { Row } from '../../data/conversation-rows.ts';

/*
 * Whoever points at the list, or goes through it by keys, finds what they are about to take where they saw it: the order waits until they
 * are gone, or ask for it. What a row says is always what is so.
 */

export interface Held {
  readonly rows: readonly Row[];
  /** How many stand elsewhere, or would come or go. */
  readonly moved: number;
  readonly apply: () => void;
}

/** How many places of two orders differ. */
function differing(shown: readonly string[], now: readonly string[]): number {
  const places = new Map(now.map((id, place) => [id, place]));
  const gone = shown.filter((id) => !places.has(id)).length;
  const kept = shown.filter((id) => places.has(id));
  const own = new Set(shown);
  const come = now.filter((id) => !own.has(id)).length;
  const order = now.filter((id) => own.has(id));
  return gone + come + kept.filter((id, place) => order[place] !== id).length;
}

/**
 * The list as it is shown.
 * @param rows in their order as it is now
 * @param all every row that is known, also of those that left the list
 * @param isHeld whether somebody is at it
 * @param list what it is a list of: another one begins anew
 * @param own conversations that oneself did something with: those leave at once
 */
export function useHeld(
  rows: readonly Row[],
  all: readonly Row[],
  isHeld: boolean,
  list: string,
  own: ReadonlySet<string>,
): Held {
  const [applied, apply] = useState(0);
  const order = useRef<{ list: string; applied: number; ids: readonly string[] }>(undefined);
  return useMemo(() => {
    const now = rows.map(({ id }) => id);
    const last = order.current;
    const first = last?.ids.length ?? 0;
    const isKept = isHeld && last?.list === list && last.applied === applied && first > 0;
    if (!isKept || !last) {
      order.current = { list, applied, ids: now };
      return { rows, moved: 0, apply: () => apply(applied + 1) };
    }
    const known = new Map(all.map((row) => [row.id, row]));
    const isThere = new Set(now);
    const kept = last.ids.filter((id) => known.has(id) && (isThere.has(id) || !own.has(id)));
    // What further pages bring stands at the end, under nobody's pointer.
    const end = kept.at(-1);
    const from = end === undefined ? 0 : now.lastIndexOf(end) + 1;
    const held = new Set(kept);
    const further = from > 0 ? now.slice(from).filter((id) => !held.has(id)) : [];
    const ids = [...kept, ...further];
    order.current = { list, applied, ids };
    return {
      rows: ids.flatMap((id) => known.get(id) ?? []),
      moved: differing(ids, now),
      apply: () => apply(applied + 1),
    };
  }, [rows, all, isHeld, list, own, applied]);
}
