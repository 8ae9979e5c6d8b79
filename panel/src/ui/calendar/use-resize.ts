import { useEffect, useRef, useState } from 'react';
import { dayAt as dayOfCell } from './day-at.ts';
import { addDays, daysBetween } from './days.ts';
import { type Edge, resizedDays } from './edges.ts';
import { lastDayOf } from './lanes.ts';
import type { CalendarEntry, Resizing } from './model.ts';

/** End of a bar that is held by a pointer or moved by keys; nothing is changed until it is let go. */
export interface HeldEdge {
  readonly key: string;
  readonly edge: Edge;
  readonly day: string;
}

interface Options<T extends CalendarEntry> {
  readonly entries: readonly T[];
  /** First and last visible day. */
  readonly from: string;
  readonly to: string;
  readonly onResize: ((key: string, edge: Edge, day: string) => void) | undefined;
  /** Day at a point of the window; by default that of a calendar's cell. */
  readonly dayAt?: (x: number, y: number) => string | undefined;
}

const dayOfEdge = (entry: CalendarEntry, edge: Edge) =>
  edge === 'start' ? entry.date : lastDayOf(entry);

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
    const holdAt = (key: string, edge: Edge, day: string) => {
      const { entries, from, to } = latest.current;
      const entry = entries.find((each) => each.key === key);
      if (!entry || daysBetween(from, day) < 0 || daysBetween(day, to) < 0) return;
      const { date, until } = resizedDays(entry, edge, day);
      hold({ key, edge, day: edge === 'start' ? date : until });
    };
    const letGo = () => {
      const last = current.current;
      release.current?.();
      release.current = undefined;
      hold(undefined);
      return last;
    };
    const finish = () => {
      const last = letGo();
      const entry = latest.current.entries.find(({ key }) => key === last?.key);
      if (!last || !entry) return;
      if (dayOfEdge(entry, last.edge) !== last.day)
        latest.current.onResize?.(last.key, last.edge, last.day);
    };
    const begin = (key: string, edge: Edge) => {
      letGo();
      const stop = new AbortController();
      const { signal } = stop;
      release.current = () => stop.abort();
      const move = ({ clientX, clientY }: PointerEvent) => {
        const { dayAt = dayOfCell } = latest.current;
        const day = dayAt(clientX, clientY);
        if (day !== undefined && day !== current.current?.day) holdAt(key, edge, day);
      };
      const cancelByKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        letGo();
      };
      window.addEventListener('pointermove', move, { signal });
      window.addEventListener('pointerup', finish, { signal });
      window.addEventListener('pointercancel', letGo, { signal });
      window.addEventListener('keydown', cancelByKey, { signal, capture: true });
    };
    const step = (key: string, edge: Edge, days: number) => {
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
