import { useMemo } from 'react';
import { daysBetween } from '../calendar/days.ts';
import { lastDayOf, type Stretch } from '../calendar/lanes.ts';
import type { TimelineLink } from './Timeline.tsx';

/** Room before and after a bar in which a line turns. */
const turn = 8;

interface Props {
  readonly links: readonly TimelineLink[];
  /** Bars by row. */
  readonly rows: readonly (readonly { readonly entry: Stretch; readonly lane: number }[])[];
  /** Upper edges of the rows. */
  readonly tops: readonly number[];
  /** First and last rendered row. */
  readonly first: number;
  readonly last: number;
  readonly from: string;
  readonly dayWidth: number;
  readonly width: number;
  readonly height: number;
  /** Distance of the middle of a bar in a lane from the top of its row. */
  readonly middleOf: (lane: number) => number;
}

/** Lines from the ends of bars to the beginnings of others, for the rendered rows; those that lead back in time are marked. */
export function LinkLines(props: Props) {
  const { links, rows, tops, first, last, from, dayWidth, width, height, middleOf } = props;
  const places = useMemo(
    () =>
      new Map(
        rows.flatMap((bars, row) =>
          bars.map(({ entry, lane }) => [entry.key, { row, entry, lane }] as const),
        ),
      ),
    [rows],
  );
  const lines = links.flatMap((link) => {
    const [a, b] = [places.get(link.from), places.get(link.to)];
    if (!a || !b) return [];
    if (Math.max(a.row, b.row) < first || Math.min(a.row, b.row) > last) return [];
    const x1 = (daysBetween(from, lastDayOf(a.entry)) + 1) * dayWidth;
    const x2 = daysBetween(from, b.entry.date) * dayWidth;
    const y1 = (tops[a.row] ?? 0) + middleOf(a.lane);
    const y2 = (tops[b.row] ?? 0) + middleOf(b.lane);
    const isLate = !link.isMet && b.entry.date < lastDayOf(a.entry);
    // A line to a bar that begins earlier goes around between the rows.
    const between = y1 + (y2 > y1 ? 1 : -1) * (middleOf(0) + 4);
    const path =
      x2 >= x1 + turn
        ? `M${x1} ${y1}H${x2 - turn / 2}V${y2}H${x2}`
        : `M${x1} ${y1}h${turn}V${between}H${x2 - turn}V${y2}H${x2}`;
    const tone = link.isMet ? 'text-faint' : isLate ? 'text-danger' : 'text-muted';
    return [{ key: `${link.from} ${link.to}`, path, x2, y2, tone }];
  });
  return (
    <svg
      aria-hidden="true"
      role="presentation"
      width={width}
      height={height}
      className="pointer-events-none absolute top-0 left-(--names) overflow-visible"
    >
      {lines.map(({ key, path, x2, y2, tone }) => (
        <g key={key} className={tone}>
          <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d={`M${x2} ${y2}l-5 -3.5v7z`} fill="currentColor" />
        </g>
      ))}
    </svg>
  );
}
