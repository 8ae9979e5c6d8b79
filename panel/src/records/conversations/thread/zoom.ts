/* Zoom of a picture: how much it is enlarged, and how far it is moved from the middle of its area, in px. */

export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Size of the area, and of the picture in it at scale 1. */
export interface Sizes {
  readonly area: { readonly width: number; readonly height: number };
  readonly picture: { readonly width: number; readonly height: number };
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };
const maxScale = 8;
/** Factor of a key, a button or a double click. */
export const zoomStep = 1.5;
export const doubleClickScale = 2.5;

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0;

/** Keeps the picture in sight: no edge of it is moved past that of the area. */
function clamped({ scale, x, y }: Zoom, { area, picture }: Sizes): Zoom {
  const room = (whole: number, visible: number) => Math.max(0, (whole * scale - visible) / 2);
  return {
    scale,
    x: within(x, room(picture.width, area.width)),
    y: within(y, room(picture.height, area.height)),
  };
}

/** Enlarges by a factor; what is at the point stays there. @param at relative to the middle of the area */
export function zoomedAt(zoom: Zoom, factor: number, at: Point, sizes: Sizes): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor));
  const change = scale / zoom.scale;
  return clamped(
    { scale, x: at.x - (at.x - zoom.x) * change, y: at.y - (at.y - zoom.y) * change },
    sizes,
  );
}

export const moved = (zoom: Zoom, by: Point, sizes: Sizes): Zoom =>
  clamped({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, sizes);
