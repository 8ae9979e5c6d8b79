import type { CSSProperties } from 'react';

/*
 * Colours of projects and people. A hue is an angle in OKLCH; style.css has its shades for both themes: `bg-vivid` for dots and edges, `bg-soft`
 * with `text-ink` for areas with text (docs/adr/0155-hues.md).
 */

declare module 'react' {
  interface CSSProperties {
    '--hue'?: number;
    '--vivid'?: string;
  }
}

const angles = {
  red: 25,
  orange: 50,
  yellow: 80,
  lime: 120,
  green: 150,
  teal: 180,
  cyan: 215,
  blue: 255,
  indigo: 280,
  purple: 305,
  magenta: 330,
  pink: 0,
} as const;

export type Hue = keyof typeof angles;
export const hues = Object.keys(angles) as readonly Hue[];

/** Hue of a record without a chosen colour, by the last digits of its id, which are random. */
export const hueOf = (id: string): Hue =>
  hues[Number.parseInt(id.slice(-6), 16) % hues.length] ?? 'blue';

/** Attributes of an element whose shades are those of a hue. */
export interface Shades {
  readonly className: string;
  readonly style: CSSProperties;
}

export const shadesOf = (hue: Hue): Shades => ({
  className: 'hue',
  style: { '--hue': angles[hue] },
});

/** Attributes of an element whose shades are mixed from any colour. @param color in hex digits */
export const shadesOfColor = (color: string): Shades => ({
  className: 'mixed-hue',
  style: { '--vivid': color },
});
