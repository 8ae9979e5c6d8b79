import { type Columns, type Lines, widthPerCharacter } from './geometry.ts';
import { type Category, fitted } from './model.ts';

interface Props {
  readonly axes: Columns | Lines;
  readonly categories: readonly Category[];
  readonly brief: (value: number) => string;
}

/** Grid lines with their values, and names of categories as far as there is room. */
export function Axes({ axes, categories, brief }: Props) {
  const { ticks, bands, plot, zero, labelStep } = axes;
  return (
    <g>
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <path d={`M${plot.left} ${y}H${plot.right}`} className="stroke-border" />
          <text
            x={plot.left - 8}
            y={y}
            dy="0.32em"
            textAnchor="end"
            className="fill-muted text-meta tabular-nums"
          >
            {brief(value)}
          </text>
        </g>
      ))}
      <path d={`M${plot.left} ${zero}H${plot.right}`} className="stroke-control" />
      {bands.map(({ middle, width }, at) => {
        const category = categories[at];
        // The last category has a label, since it is the one that readers look for.
        if (!category || (bands.length - 1 - at) % labelStep !== 0) return null;
        const text = fitted(category.short ?? category.label, width * labelStep);
        // Labels of narrow bands at the edge would be cut off.
        const half = (text.length * widthPerCharacter) / 2;
        return (
          <text
            key={category.key}
            x={Math.max(half, Math.min(middle, plot.width - half))}
            y={plot.bottom + 17}
            textAnchor="middle"
            className="fill-muted text-meta"
          >
            {text}
          </text>
        );
      })}
    </g>
  );
}
