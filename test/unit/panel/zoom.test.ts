import { describe, expect, test } from 'vitest';
import { moved, unzoomed, zoomedAt } from '#panel/records/conversations/thread/zoom.ts';

/* Zoom of a picture in the viewer of a conversation. */

const sizes = { area: { width: 1_000, height: 800 }, picture: { width: 800, height: 400 } };

describe('a picture', () => {
  test('is enlarged around the pointer, which stays over the same part of it', () => {
    const at = { x: 200, y: 50 };
    const zoom = zoomedAt(unzoomed, 4, at, sizes);
    expect(zoom.scale).toBe(4);
    // The part under a point: its distance from the middle of the picture, at scale 1.
    const under = ({ scale, x, y }: typeof zoom) => [(at.x - x) / scale, (at.y - y) / scale];
    expect(under(zoom)).toEqual(under(unzoomed));
    expect(under(zoomedAt(zoom, 1.5, at, sizes))).toEqual(under(unzoomed));
  });

  test('is never smaller than the area shows it, nor larger than eight times', () => {
    const at = { x: 300, y: 300 };
    expect(zoomedAt(unzoomed, 0.5, at, sizes)).toEqual(unzoomed);
    expect(zoomedAt(zoomedAt(unzoomed, 3, at, sizes), 0.01, at, sizes)).toEqual(unzoomed);
    expect(zoomedAt(unzoomed, 100, at, sizes).scale).toBe(8);
  });

  test('is moved until its edge, and not at all where all of it is visible', () => {
    expect(moved(unzoomed, { x: 50, y: 50 }, sizes)).toEqual(unzoomed);
    const zoom = zoomedAt(unzoomed, 1.5, { x: 0, y: 0 }, sizes);
    // 1,200 px wide in 1,000, and 600 high in 800.
    expect(moved(zoom, { x: 5_000, y: -5_000 }, sizes)).toEqual({ scale: 1.5, x: 100, y: 0 });
    expect(moved(zoom, { x: -40, y: 0 }, sizes)).toEqual({ scale: 1.5, x: -40, y: 0 });
  });
});
