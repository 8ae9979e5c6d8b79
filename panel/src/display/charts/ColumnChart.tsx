import { useChartWords } from '#panel/words/charts/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Axes } from './Axes.tsx';
import { ChartFrame, type ChartProps, LineEntry } from './ChartFrame.tsx';
import { columnsOf } from './geometry.ts';
import { formatsOf } from './model.ts';
import { colorOf, paintOf } from './Paints.tsx';
import { Points } from './Points.tsx';
import { useWidth } from './use-width.ts';

/** Vertical bars over time: next to each other, or stacked; the previous period and a limit are lines across them. */
export function ColumnChart({ data, isStacked = false, table, height = 260 }: ChartProps) {
  const words = useChartWords();
  const [ref, width] = useWidth<HTMLDivElement>();
  const { brief } = formatsOf(data.unit, useLocale());
  const columns = columnsOf(data, { width, height, brief }, isStacked);
  // Direct labels while they fit over their bars.
  const isLabelled = data.series.length === 1 && columns.bars.every(({ width }) => width >= 34);
  return (
    <ChartFrame
      data={data}
      isStacked={isStacked}
      table={table}
      legend={
        columns.previous.length + columns.limits.length === 0 ? undefined : (
          <>
            {columns.previous.length > 0 ? <LineEntry name={words.previous} dash="4 3" /> : null}
            {columns.limits.length > 0 ? <LineEntry name={data.limitName ?? words.limit} /> : null}
          </>
        )
      }
    >
      {({ id, formats, readings }) => (
        <div ref={ref} className="relative">
          <svg
            viewBox={`0 0 ${width} ${height}`}
            aria-hidden="true"
            focusable="false"
            className="block w-full"
          >
            <Axes axes={columns} categories={data.categories} brief={formats.brief} />
            {columns.bars.map((bar) => {
              const series = data.series[bar.series];
              return series ? (
                <rect
                  key={`${bar.category} ${bar.series}`}
                  x={bar.x}
                  y={bar.y}
                  width={bar.width}
                  height={bar.height}
                  rx={Math.min(3, bar.width / 3)}
                  style={{
                    fill: paintOf(id, series, bar.series),
                    stroke: bar.series === 0 ? 'none' : colorOf(series, bar.series),
                  }}
                />
              ) : null;
            })}
            {isLabelled
              ? columns.bars.map(({ category, x, y, width, height, value }) => (
                  <text
                    key={category}
                    x={x + width / 2}
                    y={value < 0 ? y + height + 13 : y - 5}
                    textAnchor="middle"
                    className="fill-text text-meta tabular-nums"
                  >
                    {formats.brief(value)}
                  </text>
                ))
              : null}
            {columns.previous.map(({ category, x, width, y }) => (
              <path
                key={category}
                d={`M${x} ${y}h${width}`}
                className="stroke-muted"
                strokeWidth="2"
                strokeDasharray="4 3"
              />
            ))}
            {columns.limits.map(({ category, x, width, y }) => (
              <path
                key={category}
                d={`M${x} ${y}h${width}`}
                className="stroke-text"
                strokeWidth="2"
              />
            ))}
          </svg>
          <Points id={id} data={data} readings={readings} bands={columns.bands} width={width} />
        </div>
      )}
    </ChartFrame>
  );
}
