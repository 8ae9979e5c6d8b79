import { sparkOf } from './geometry.ts';
import type { Value } from './model.ts';

const box = { width: 112, height: 32 };

/** A small line that shows only the direction; the numbers are in the text next to it. */
export function Sparkline({ values }: { readonly values: readonly Value[] }) {
  const { path, area, last } = sparkOf(values, box);
  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      width={box.width}
      height={box.height}
      aria-hidden="true"
      focusable="false"
      className="max-w-full"
    >
      <path d={area} className="fill-accent" fillOpacity="0.1" />
      <path
        d={path}
        className="stroke-accent"
        fill="none"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
      {last ? <circle cx={last.x} cy={last.y} r="2.5" className="fill-accent" /> : null}
    </svg>
  );
}
