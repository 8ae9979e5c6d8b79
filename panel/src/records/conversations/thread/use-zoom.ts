import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  doubleClickScale,
  moved,
  type Point,
  type Sizes,
  unzoomed,
  type Zoom,
  zoomedAt,
  zoomStep,
} from './zoom.ts';

const middle: Point = { x: 0, y: 0 };
/** Distance of a press of an arrow, in px. */
const panBy = 80;
const arrows: Readonly<Record<string, Point | undefined>> = {
  ArrowLeft: { x: panBy, y: 0 },
  ArrowRight: { x: -panBy, y: 0 },
  ArrowUp: { x: 0, y: panBy },
  ArrowDown: { x: 0, y: -panBy },
};

const between = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const distance = ([a = middle, b = middle]: readonly Point[]) => Math.hypot(a.x - b.x, a.y - b.y);

export interface PictureZoom {
  readonly zoom: Zoom;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Handles a key. @returns true if it zooms or moves the picture */
  readonly press: (key: string) => boolean;
}

/** Zooms a picture by wheel, pinch, double click and keys, and moves it by dragging and arrows. */
export function useZoom(
  area: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
): PictureZoom {
  const [zoom, set] = useState(unzoomed);
  const latest = useRef(zoom);
  latest.current = zoom;
  const apply = (change: (zoom: Zoom, sizes: Sizes) => Zoom) => {
    const [outer, inner] = [area.current, picture.current];
    if (!outer || !inner) return;
    const sizes = {
      area: { width: outer.clientWidth, height: outer.clientHeight },
      picture: { width: inner.offsetWidth, height: inner.offsetHeight },
    };
    latest.current = change(latest.current, sizes);
    set(latest.current);
  };
  const changing = useRef(apply);
  changing.current = apply;

  useEffect(() => {
    const box = area.current;
    if (!box) return;
    const pressed = new Map<number, Point>();
    const inArea = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    };
    const zoomBy = (factor: number, at: Point) =>
      changing.current((now, sizes) => zoomedAt(now, factor, at, sizes));
    const handlers = {
      wheel(event: WheelEvent) {
        event.preventDefault();
        // A pinch on a touchpad is a wheel with Ctrl, and smaller.
        zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), inArea(event));
      },
      dblclick(event: MouseEvent) {
        const isZoomed = latest.current.scale > 1;
        zoomBy(isZoomed ? 1 / latest.current.scale : doubleClickScale, inArea(event));
      },
      pointerdown(event: PointerEvent) {
        if (event.button !== 0) return;
        pressed.set(event.pointerId, inArea(event));
        box.setPointerCapture(event.pointerId);
      },
      pointermove(event: PointerEvent) {
        if (!pressed.has(event.pointerId)) return;
        const before = [...pressed.values()];
        pressed.set(event.pointerId, inArea(event));
        const after = [...pressed.values()];
        const [from, to] = [between(before), between(after)];
        if (after.length > 1 && distance(before) > 0)
          zoomBy(distance(after) / distance(before), to);
        changing.current((now, sizes) => moved(now, { x: to.x - from.x, y: to.y - from.y }, sizes));
      },
      pointerup: ({ pointerId }: PointerEvent) => void pressed.delete(pointerId),
      pointercancel: ({ pointerId }: PointerEvent) => void pressed.delete(pointerId),
    };
    const listeners = Object.entries(handlers) as [string, (event: Event) => void][];
    for (const [name, listener] of listeners)
      box.addEventListener(name, listener, { passive: false });
    return () => {
      for (const [name, listener] of listeners) box.removeEventListener(name, listener);
    };
  }, [area]);

  const zoomTo = (factor: number) => apply((now, sizes) => zoomedAt(now, factor, middle, sizes));
  const zoomIn = () => zoomTo(zoomStep);
  const zoomOut = () => zoomTo(1 / zoomStep);
  return {
    zoom,
    zoomIn,
    zoomOut,
    press(key) {
      const by = arrows[key];
      if (key === '+' || key === '=') zoomIn();
      else if (key === '-') zoomOut();
      else if (key === '0') zoomTo(1 / latest.current.scale);
      else if (by && latest.current.scale > 1) apply((now, sizes) => moved(now, by, sizes));
      else return false;
      return true;
    },
  };
}
