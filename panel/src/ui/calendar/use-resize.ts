import { useEffect, useRef, useState } from 'react';
import { dayAt as dayOfCell } from './day-at.ts';
import { addDays, daysBetween } from './days.ts';
import { type Grip, resizedDays } from './edges.ts';
import { lastDayOf } from './lanes.ts';
import type { CalendarEntry, Resizing } from './model.ts';

/** End of a bar, or whole bar, that is held by a pointer or moved by keys; nothing is changed until it is let go. */
export interface HeldEdge {
  readonly key: string;
  readonly edge: Grip;
  readonly day: string;
}

interface Options<T extends CalendarEntry> {
  readonly entries: readonly T[];
  /** First and last visible day. */
  readonly from: string;
  readonly to: string;
  readonly onResize: ((key: string, edge: Grip, day: string) => void) | undefined;
  /** Day at a point of the window; by default that of a calendar's cell. */
  readonly dayAt?: (x: number, y: number) => string | undefined;
}

const dayOfEdge = (entry: CalendarEntry, edge: Grip) =>
  edge === 'end' ? lastDayOf(entry) : entry.date;

/** Keeps the click that ends the dragging of a bar from opening its record. */
function swallowClick(): void {
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }));
}

/** Moves the ends of bars. Escape puts a held end back. */
export function useResize<T extends CalendarEntry>(
  options: Options<T>,
): { readonly held: HeldEdge | undefined; readonly resizing: Resizing | undefined } {
  const latest = useRef(options);
  latest.current = options;
  const [held, setHeld] = useState<HeldEdge>();
  const current = useRef<HeldEdge>(undefined);
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);
  const [resizing] = useState((): Resizing => {
    const hold = (next: HeldEdge | undefined) => {
      current.current = next;
      setHeld(next);
    };
    const holdAt = (key: string, edge: Grip, day: string) => {
      const { entries, from, to } = latest.current;
      const entry = entries.find((each) => each.key === key);
      if (!entry || daysBetween(from, day) < 0 || daysBetween(day, to) < 0) return;
      const { date, until } = resizedDays(entry, edge, day);
      hold({ key, edge, day: edge === 'end' ? until : date });
    };
    const letGo = () => {
      const last = current.current;
      release.current?.();
      release.current = undefined;
      hold(undefined);
      return last;
    };
    const finish = (key?: string) => {
      if (key !== undefined && current.current?.key !== key) return;
      const last = letGo();
      const entry = latest.current.entries.find(({ key }) => key === last?.key);
      if (!last || !entry) return;
      if (dayOfEdge(entry, last.edge) !== last.day)
        latest.current.onResize?.(last.key, last.edge, last.day);
    };
    const begin = (key: string, edge: Grip, from?: string) => {
      letGo();
      const entry = latest.current.entries.find((each) => each.key === key);
      /** Days from the beginning of the bar to the pointer. */
      const ahead = from === undefined || !entry ? 0 : daysBetween(entry.date, from);
      const stop = new AbortController();
      const { signal } = stop;
      release.current = () => stop.abort();
      const move = ({ clientX, clientY }: PointerEvent) => {
        const { dayAt = dayOfCell } = latest.current;
        const pointed = dayAt(clientX, clientY);
        const day = pointed && addDays(pointed, -ahead);
        const last = current.current?.day ?? (edge === 'both' ? entry?.date : undefined);
        if (day !== undefined && day !== last) holdAt(key, edge, day);
      };
      const cancelByKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        letGo();
      };
      window.addEventListener('pointermove', move, { signal });
      const end = () => {
        if (edge === 'both' && current.current) swallowClick();
        finish();
      };
      window.addEventListener('pointerup', end, { signal });
      window.addEventListener('pointercancel', letGo, { signal });
      window.addEventListener('keydown', cancelByKey, { signal, capture: true });
    };
    const step = (key: string, edge: Grip, days: number) => {
      const entry = latest.current.entries.find((each) => each.key === key);
      if (!entry) return;
      const isHeld = current.current?.key === key && current.current.edge === edge;
      const day = isHeld ? (current.current?.day ?? entry.date) : dayOfEdge(entry, edge);
      holdAt(key, edge, addDays(day, days));
    };
    return { begin, step, finish, cancel: letGo };
  });
  return { held, resizing: options.onResize && resizing };
}
