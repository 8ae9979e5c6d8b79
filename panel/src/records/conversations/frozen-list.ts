import { useMemo, useRef, useState } from 'react';
import type { Row } from './list-rows.ts';

/*
 * Freezes the order of the list while it is hovered or navigated by keyboard, until the user leaves or applies the changes. The content of
 * rows is always current.
 */

export interface FrozenList {
  readonly rows: readonly Row[];
  /** Number of rows that would move, appear or disappear. */
  readonly moved: number;
  readonly apply: () => void;
}

/** Number of positions in which two orders differ. */
function differing(displayed: readonly string[], now: readonly string[]): number {
  const places = new Map(now.map((id, place) => [id, place]));
  const gone = displayed.filter((id) => !places.has(id)).length;
  const present = displayed.filter((id) => places.has(id));
  const displayedIds = new Set(displayed);
  const come = now.filter((id) => !displayedIds.has(id)).length;
  const order = now.filter((id) => displayedIds.has(id));
  return gone + come + present.filter((id, place) => order[place] !== id).length;
}

/**
 * List with a frozen order.
 * @param rows rows in their current order
 * @param all all cached rows, including those that left the list
 * @param isHeld true while the order is frozen
 * @param list identifies the list; another one starts afresh
 * @param ownIds conversations that the user acted on, which leave immediately
 */
export function useFrozenList(
  rows: readonly Row[],
  all: readonly Row[],
  isHeld: boolean,
  list: string,
  ownIds: ReadonlySet<string>,
): FrozenList {
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
    const byId = new Map(all.map((row) => [row.id, row]));
    const isThere = new Set(now);
    const remaining = last.ids.filter((id) => byId.has(id) && (isThere.has(id) || !ownIds.has(id)));
    // Rows of further pages are appended, where they are not under the pointer.
    const end = remaining.at(-1);
    const from = end === undefined ? 0 : now.lastIndexOf(end) + 1;
    const held = new Set(remaining);
    const further = from > 0 ? now.slice(from).filter((id) => !held.has(id)) : [];
    const ids = [...remaining, ...further];
    order.current = { list, applied, ids };
    return {
      rows: ids.flatMap((id) => byId.get(id) ?? []),
      moved: differing(ids, now),
      apply: () => apply(applied + 1),
    };
  }, [rows, all, isHeld, list, ownIds, applied]);
}
