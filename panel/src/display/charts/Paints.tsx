import type { ReactNode } from 'react';
import type { Series, Tone } from './model.ts';

/* Colours and patterns of series. By their patterns, series differ in print and for readers who do not see the colour. */

const tones: Readonly<Record<Tone, string>> = {
  good: 'var(--ok)',
  bad: 'var(--danger)',
  warn: 'var(--warn)',
  quiet: 'var(--control)',
};

const hue = (angle: number) => `light-dark(oklch(0.58 0.13 ${angle}), oklch(0.76 0.12 ${angle}))`;

/** Dashes of the lines after the first, so that they differ without colour. */
const dashes = [undefined, '7 4', '2 4', '10 3 2 3'];
export const dashOf = (at: number): string | undefined => dashes[at % dashes.length];

const colors = ['var(--accent)', hue(180), hue(55), hue(330), hue(130), hue(290)];

export const colorOf = ({ tone }: Pick<Series, 'tone'>, at: number): string =>
  tone ? tones[tone] : (colors[at % colors.length] ?? 'var(--accent)');

/** Marks over a light ground; the first series is solid. */
const marks: readonly ((color: string) => ReactNode)[] = [
  (color) => <path d="M-1 9 9 -1M-1 1 1 -1M7 9 9 7" stroke={color} strokeWidth="2.4" />,
  (color) => (
    <>
      <circle cx="2" cy="2" r="1.5" fill={color} />
      <circle cx="6" cy="6" r="1.5" fill={color} />
    </>
  ),
  (color) => <path d="M0 2h8M0 6h8" stroke={color} strokeWidth="2" />,
  (color) => <path d="M2 0v8M6 0v8" stroke={color} strokeWidth="2" />,
  (color) => <path d="M0 0 8 8M8 0 0 8" stroke={color} strokeWidth="1.4" />,
];

const idOf = (id: string, at: number) => `${id}-${at}`;

/** Value of `fill` for a series. */
export const paintOf = (id: string, series: Series, at: number): string =>
  at === 0 ? colorOf(series, at) : `url(#${idOf(id, at)})`;

/** Patterns of a chart's series. */
export function Paints({
  id,
  series,
}: {
  readonly id: string;
  readonly series: readonly Series[];
}) {
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false" className="absolute">
      <defs>
        {series.map((each, at) => {
          if (at === 0) return null;
          const color = colorOf(each, at);
          return (
            <pattern
              key={each.name}
              id={idOf(id, at)}
              width="8"
              height="8"
              patternUnits="userSpaceOnUse"
            >
              <rect width="8" height="8" style={{ fill: color }} fillOpacity="0.28" />
              <g style={{ color }}>{marks[(at - 1) % marks.length]?.('currentColor')}</g>
            </pattern>
          );
        })}
      </defs>
    </svg>
  );
}

/** Sample of a series' paint, or of its line. */
export function Swatch({
  id,
  series,
  at,
  isLine = false,
}: {
  readonly id: string;
  readonly series: Series;
  readonly at: number;
  readonly isLine?: boolean | undefined;
}) {
  if (isLine) return <LineSwatch color={colorOf(series, at)} dash={dashOf(at)} />;
  return (
    <svg width="12" height="12" aria-hidden="true" focusable="false" className="shrink-0">
      <rect
        x="0.75"
        y="0.75"
        width="10.5"
        height="10.5"
        rx="2.5"
        style={{ fill: paintOf(id, series, at), stroke: colorOf(series, at) }}
        strokeWidth="1.5"
      />
    </svg>
  );
}

/** Sample of a line. */
export function LineSwatch({
  color,
  dash,
}: {
  readonly color: string;
  readonly dash?: string | undefined;
}) {
  return (
    <svg width="20" height="12" aria-hidden="true" focusable="false" className="shrink-0">
      <path d="M0 6h20" style={{ stroke: color }} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  );
}
