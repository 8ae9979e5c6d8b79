import { useChartWords } from '#panel/words/charts/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Axes } from './Axes.tsx';
import { ChartFrame, type ChartProps, LineEntry } from './ChartFrame.tsx';
import { linesOf } from './geometry.ts';
import { formatsOf } from './model.ts';
import { colorOf, dashOf } from './Paints.tsx';
import { Points } from './Points.tsx';
import { useWidth } from './use-width.ts';

/** Lines over time. The previous period is a quiet second line. */
export function LineChart({ data, table, height = 260 }: ChartProps) {
  const words = useChartWords();
  const [ref, width] = useWidth<HTMLDivElement>();
  const { brief } = formatsOf(data.unit, useLocale());
  const lines = linesOf(data, { width, height, brief });
  return (
    <ChartFrame
      data={data}
      table={table}
      areLines
      legend={lines.previous ? <LineEntry name={words.previous} dash="4 3" /> : undefined}
    >
      {({ id, formats, readings }) => (
        <div ref={ref} className="relative">
          <svg
            viewBox={`0 0 ${width} ${height}`}
            aria-hidden="true"
            focusable="false"
            className="block w-full"
          >
            <Axes axes={lines} categories={data.categories} brief={formats.brief} />
            {data.series.length === 1 ? (
              <path d={lines.area} className="fill-accent" fillOpacity="0.09" />
            ) : null}
            {lines.previous ? (
              <path
                d={lines.previous.path}
                className="stroke-control"
                fill="none"
                strokeWidth="1.5"
                strokeDasharray="4 3"
              />
            ) : null}
            {data.series.map((series, at) => {
              const drawn = lines.lines[at];
              const color = colorOf(series, at);
              const last = drawn?.points.at(-1);
              return drawn ? (
                <g key={series.name}>
                  <path
                    d={drawn.path}
                    fill="none"
                    style={{ stroke: color }}
                    strokeWidth="2"
                    strokeDasharray={dashOf(at)}
                    strokeLinejoin="round"
                  />
                  {drawn.points.map(({ category, x, y }) => (
                    <circle
                      key={category}
                      cx={x}
                      cy={y}
                      r={drawn.points.length > 20 ? 0 : 3.5}
                      style={{ fill: color, stroke: 'var(--raised)' }}
                      strokeWidth="1.5"
                    />
                  ))}
                  {last ? (
                    <text
                      x={Math.min(last.x, width - 4)}
                      y={Math.max(12, last.y - 9)}
                      textAnchor="end"
                      className="fill-text font-medium text-meta tabular-nums"
                    >
                      {formats.brief(last.value)}
                    </text>
                  ) : null}
                </g>
              ) : null;
            })}
          </svg>
          <Points {...{ id, data, readings, width }} bands={lines.bands} areLines />
        </div>
      )}
    </ChartFrame>
  );
}
