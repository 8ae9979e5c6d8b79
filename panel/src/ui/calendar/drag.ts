import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';

import { dayAt } from './day-at.ts';

/* Drag and drop of calendar entries between days, loaded lazily. Each function returns its cleanup function. */

const kind = 'calendar-entry';

export const dragFrom = (element: HTMLElement, key: string, set: (isDragged: boolean) => void) =>
  draggable({
    element,
    getInitialData: ({ input }) => ({ kind, key, from: dayAt(input.clientX, input.clientY) }),
    onDragStart: () => set(true),
    onDrop: () => set(false),
  });

export const dropOn = (element: HTMLElement, day: string, set: (isOver: boolean) => void) =>
  dropTargetForElements({
    element,
    getData: () => ({ day }),
    canDrop: ({ source }) => source.data.kind === kind,
    onDragEnter: () => set(true),
    onDragLeave: () => set(false),
    onDrop: () => set(false),
  });

const isOurs = ({ source }: { source: { data: Record<string, unknown> } }) =>
  source.data.kind === kind;

/** Bars let the pointer through while one is dragged, so that it reaches the days below them. */
const setDragging = (element: Element, isDragging: boolean) =>
  element.closest('[data-calendar]')?.toggleAttribute('data-dragging', isDragging);

/**
 * Reports dropped entries, and scrolls the page while one is held at its edge.
 * @param onDrop receives the day by which the entry was held, if it was in the grid
 */
export const watchDrops = (onDrop: (key: string, day: string, from: string | undefined) => void) =>
  combine(
    monitorForElements({
      canMonitor: isOurs,
      onDragStart: ({ source }) => setDragging(source.element, true),
      onDrop: ({ source, location }) => {
        setDragging(source.element, false);
        const day = location.current.dropTargets[0]?.data.day;
        const { key, from } = source.data;
        if (typeof day === 'string')
          onDrop(String(key), day, typeof from === 'string' ? from : undefined);
      },
    }),
    autoScrollWindowForElements({ canScroll: isOurs }),
  );
