import { type ReactNode, useId } from 'react';
import { useChartWords } from '#panel/words/charts/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import {
  asEstimate,
  type ChartData,
  type Formats,
  formatsOf,
  isEmpty,
  type Reading,
  readingsOf,
} from './model.ts';
import { LineSwatch, Paints, Swatch } from './Paints.tsx';

export interface ChartProps {
  readonly data: ChartData;
  readonly isStacked?: boolean | undefined;
  /** Id of a table on the page with the same values; without one, the chart has a table for screen readers. */
  readonly table?: string | undefined;
  readonly height?: number;
}

interface Parts {
  /** Id of the chart, which prefixes those of its patterns. */
  readonly id: string;
  readonly formats: Formats;
  /** Values of each category in words. */
  readonly readings: readonly (readonly Reading[])[];
}

interface Props extends Pick<ChartProps, 'data' | 'isStacked' | 'table'> {
  /** Entries of the legend after the series. */
  readonly legend?: ReactNode;
  readonly areLines?: boolean;
  readonly children: (parts: Parts) => ReactNode;
}

/** Figure with its title for screen readers, legend, drawing and table. */
export function ChartFrame({ data, isStacked = false, table, legend, areLines, children }: Props) {
  const words = useChartWords();
  const locale = useLocale();
  const id = useId();
  const exact = formatsOf(data.unit, locale);
  const formats = data.isApproximate ? { ...exact, full: asEstimate(exact.full) } : exact;
  const readings = data.categories.map((category) =>
    readingsOf(
      data,
      category,
      formats.full,
      { ...words, limit: data.limitName ?? words.limit },
      isStacked,
    ),
  );
  if (isEmpty(data)) return <p className="py-10 text-center text-muted">{words.empty}</p>;
  return (
    <figure aria-label={data.title} aria-details={table} className="relative flex flex-col gap-3">
      <Paints id={id} series={data.series} />
      {data.series.length > 1 || legend ? (
        <ul
          aria-label={words.legend}
          className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted"
        >
          {data.series.map((series, at) => (
            <li key={series.name} className="flex items-center gap-1.5">
              <Swatch id={id} series={series} at={at} isLine={areLines} />
              {data.isApproximate ? `≈ ${series.name}` : series.name}
            </li>
          ))}
          {legend}
        </ul>
      ) : null}
      {children({ id, formats, readings })}
      {table === undefined ? <ValueTable data={data} readings={readings} /> : null}
    </figure>
  );
}

/** Values of a chart for screen readers. */
function ValueTable({
  data,
  readings,
}: {
  readonly data: ChartData;
  readonly readings: readonly (readonly Reading[])[];
}) {
  const names = [...new Set(readings.flat().map(({ name }) => name))];
  return (
    <table className="sr-only">
      <caption>{data.title}</caption>
      <thead>
        <tr>
          <th scope="col">{data.heading}</th>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.categories.map(({ key, label }, at) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {names.map((name) => (
              <td key={name}>{readings[at]?.find((each) => each.name === name)?.text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Entry of a legend for a line across the bars. */
export function LineEntry({
  name,
  dash,
}: {
  readonly name: string;
  /** Undefined for a solid line. */
  readonly dash?: string;
}) {
  return (
    <li className="flex items-center gap-1.5">
      <LineSwatch color={dash === undefined ? 'var(--text)' : 'var(--muted)'} dash={dash} />
      {name}
    </li>
  );
}
