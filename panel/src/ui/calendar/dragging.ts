import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { type RefObject, useEffect, useState } from 'react';

/* Entries are dragged from day to day. */

const kind = 'calendar-entry';

/** @param key undefined: it stays where it is. @returns whether it is being dragged */
export function useDraggable(ref: RefObject<HTMLElement | null>, key: string | undefined): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || key === undefined) return;
    return draggable({
      element,
      getInitialData: () => ({ kind, key }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [ref, key]);
  return isDragged;
}

/** @returns whether something is held over the day */
export function useDropDay(ref: RefObject<HTMLElement | null>, day: string): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      getData: () => ({ day }),
      canDrop: ({ source }) => source.data.kind === kind,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [ref, day]);
  return isOver;
}

/** Tells where entries are put, and scrolls the page while one is held at its edge. */
export function useDrops(onDrop: ((key: string, day: string) => void) | undefined): void {
  useEffect(() => {
    if (!onDrop) return;
    const isOurs = ({ source }: { source: { data: Record<string, unknown> } }) =>
      source.data.kind === kind;
    return combine(
      monitorForElements({
        canMonitor: isOurs,
        onDrop: ({ source, location }) => {
          const day = location.current.dropTargets[0]?.data.day;
          if (typeof day === 'string') onDrop(String(source.data.key), day);
        },
      }),
      autoScrollWindowForElements({ canScroll: isOurs }),
    );
  }, [onDrop]);
}
