import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';

/* Drag and drop of calendar entries between days, loaded lazily. Each function returns its cleanup function. */

const kind = 'calendar-entry';

export const dragFrom = (element: HTMLElement, key: string, set: (isDragged: boolean) => void) =>
  draggable({
    element,
    getInitialData: () => ({ kind, key }),
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

/** Reports dropped entries, and scrolls the page while one is held at its edge. */
export const watchDrops = (onDrop: (key: string, day: string) => void) =>
  combine(
    monitorForElements({
      canMonitor: isOurs,
      onDrop: ({ source, location }) => {
        const day = location.current.dropTargets[0]?.data.day;
        if (typeof day === 'string') onDrop(String(source.data.key), day);
      },
    }),
    autoScrollWindowForElements({ canScroll: isOurs }),
  );
