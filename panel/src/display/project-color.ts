import { type Hue, hueOf, type Shades, shadesOf, shadesOfColor } from '../ui/hues.ts';

/* Colours of projects (docs/adr/0155-hues.md). */

/** Colours to choose from: the value stored in the project, by name. */
export const projectColors = {
  red: '#dc2626',
  orange: '#ea580c',
  yellow: '#ca8a04',
  lime: '#65a30d',
  green: '#16a34a',
  teal: '#0d9488',
  cyan: '#0891b2',
  blue: '#2563eb',
  indigo: '#4f46e5',
  purple: '#9333ea',
  magenta: '#c026d3',
  pink: '#db2777',
} as const satisfies Record<Hue, string>;

const hueByColor = new Map(
  Object.entries(projectColors).map(([hue, color]) => [color as string, hue as Hue]),
);

/** Project whose colour is shown; without a chosen colour, its id decides. */
export interface ColoredProject {
  readonly id: string;
  readonly color?: string | null;
}

/** Shades of a project: of its chosen hue, of any other chosen colour, or of the hue of its id. */
export function projectShades({ id, color }: ColoredProject): Shades {
  if (!color) return shadesOf(hueOf(id));
  const hue = hueByColor.get(color.toLowerCase());
  return hue ? shadesOf(hue) : shadesOfColor(color);
}
