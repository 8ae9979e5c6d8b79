import { clsx } from 'clsx';
import { Link } from '#panel/route/router.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { useChartWords } from '#panel/words/charts/use.ts';
import { ChartFrame, type ChartProps, LineEntry } from './ChartFrame.tsx';
import { type Row, rowsOf } from './geometry.ts';
import { announcementOf, type ChartData, type Formats, sumOf } from './model.ts';
import { colorOf, paintOf } from './Paints.tsx';
import { useRovingFocus } from './roving-focus.ts';

const laneHeight = 10;
const laneGap = 2;

/** Horizontal bars with long names, one below the next; a limit and the previous period are marks across them. */
export function RowChart({ data, isStacked = false, table }: ChartProps) {
  const words = useChartWords();
  const { rows, zero } = rowsOf(data, isStacked);
  const focus = useRovingFocus(data.categories.length);
  const has = (mark: 'limit' | 'previous') => rows.some((row) => row[mark] !== undefined);
  return (
    <ChartFrame
      data={data}
      isStacked={isStacked}
      table={table}
      legend={
        has('limit') || has('previous') ? (
          <>
            {has('previous') ? <LineEntry name={words.previous} dash="4 3" /> : null}
            {has('limit') ? <LineEntry name={data.limitName ?? words.limit} /> : null}
          </>
        ) : undefined
      }
    >
      {({ id, formats, readings }) => (
        <ul ref={focus.ref} aria-label={words.hint} className="flex flex-col gap-1">
          {data.categories.map((category, at) => {
            const row = rows[at];
            if (!row) return null;
            const content = (
              <>
                <span className="sr-only">
                  {announcementOf(category.label, readings[at] ?? [])}
                </span>
                <span aria-hidden="true" className="contents">
                  <RowContent
                    id={id}
                    data={data}
                    at={at}
                    row={row}
                    zero={zero}
                    formats={formats}
                    isStacked={isStacked}
                  />
                </span>
              </>
            );
            const attributes = {
              ...focus.attributesOf(at),
              title: readings[at]?.map(({ name, text }) => `${name}: ${text}`).join('\n'),
              className:
                'group flex w-full flex-col gap-1 rounded px-2 py-1.5 text-left hover:bg-surface print:px-0',
            };
            return (
              <li key={category.key} className="break-inside-avoid">
                {category.href === undefined ? (
                  <button type="button" {...attributes}>
                    {content}
                  </button>
                ) : (
                  <Link href={category.href} {...attributes}>
                    {content}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </ChartFrame>
  );
}

interface RowProps {
  readonly id: string;
  readonly data: ChartData;
  readonly at: number;
  readonly row: Row;
  readonly zero: number;
  readonly formats: Formats;
  readonly isStacked: boolean;
}

function RowContent({ id, data, at, row, zero, formats, isStacked }: RowProps) {
  const words = useChartWords();
  const category = data.categories[at];
  if (!category) return null;
  const { label, values, limit } = category;
  const height = row.lanes.length * (laneHeight + laneGap) + 4;
  const text =
    isStacked || values.length === 1
      ? formats.full(values.every((value) => value === null) ? null : sumOf(values))
      : values.map(formats.full).join(' · ');
  return (
    <>
      <span className="flex items-baseline gap-3">
        <span className="line-clamp-2 min-w-0 flex-1 break-words group-hover:underline">
          {label}
        </span>
        {row.isOver && typeof limit === 'number' ? (
          <span className="inline-flex items-center gap-1 whitespace-nowrap text-danger text-meta">
            <Warning size={12} />
            {words.over({ by: formats.full(sumOf(values) - limit) })}
          </span>
        ) : null}
        <span className="whitespace-nowrap font-medium tabular-nums">
          {text}
          {typeof limit === 'number' ? (
            <span className="font-normal text-muted">{` / ${formats.full(limit)}`}</span>
          ) : null}
        </span>
      </span>
      <svg width="100%" height={height} aria-hidden="true" focusable="false" className="block">
        <rect x="0" y="2" width="100%" height={height - 4} rx="3" className="fill-text/5" />
        {row.lanes.map((segments, lane) =>
          segments.map(({ series, start, width }) => {
            const painted = data.series[series];
            return painted ? (
              <rect
                key={series}
                x={`${start}%`}
                y={2 + lane * (laneHeight + laneGap)}
                width={`${Math.max(width, 0.4)}%`}
                height={laneHeight}
                rx="3"
                style={{
                  fill: paintOf(id, painted, series),
                  stroke: series === 0 ? 'none' : colorOf(painted, series),
                }}
              />
            ) : null;
          }),
        )}
        {zero > 0 ? <Mark at={zero} height={height} className="stroke-control" /> : null}
        {row.previous === undefined ? null : (
          <Mark at={row.previous} height={height} className="stroke-muted" isDashed />
        )}
        {row.limit === undefined ? null : (
          <Mark at={row.limit} height={height} className="stroke-text" />
        )}
      </svg>
    </>
  );
}

function Mark({
  at,
  height,
  className,
  isDashed = false,
}: {
  readonly at: number;
  readonly height: number;
  readonly className: string;
  readonly isDashed?: boolean;
}) {
  const place = `${Math.min(99.7, Math.max(0.3, at))}%`;
  return (
    <line
      x1={place}
      x2={place}
      y1="0"
      y2={height}
      className={clsx(className)}
      strokeWidth="2"
      strokeDasharray={isDashed ? '3 2' : undefined}
    />
  );
}
