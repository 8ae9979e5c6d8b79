import type { Round } from './load.ts';

/** Several rounds in one line. */
interface Summary {
  readonly requests_per_second: Spread;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly processor_us_per_request: number | undefined;
  readonly peak_memory_mb: number | undefined;
  readonly requests: number;
  readonly failed: number;
}

interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** One operation on one database. */
export interface Measured {
  readonly operation: string;
  readonly service: Summary;
  /** The service's SQL on a bare server, and a hand-written application's minimal SQL. */
  readonly beside: Readonly<Record<'floor' | 'plain', Compared>>;
}

interface Compared {
  readonly summary: Summary;
  /** Requests per second of the service, divided by this server's in the same round. */
  readonly ratio: Spread;
}

export interface Report {
  readonly database: string;
  readonly operations: readonly Measured[];
}

/** @param part 0.5 is the median */
export function quantile(values: readonly number[], part: number): number {
  const ascending = Float64Array.from(values).sort();
  const place = part * (ascending.length - 1);
  const [below = Number.NaN, above = Number.NaN] = [
    ascending[Math.floor(place)],
    ascending[Math.ceil(place)],
  ];
  return below + (above - below) * (place % 1);
}

function spread(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}

function summary(rounds: readonly Round[]): Summary {
  const defined = (values: (number | undefined)[]) => values.filter((value) => value !== undefined);
  const latencies = rounds.flatMap((round) => round.latencies);
  const processor = defined(rounds.map((round) => round.processor));
  const memory = defined(rounds.map((round) => round.memory));
  return {
    requests_per_second: spread(rounds.map((round) => round.rate)),
    p50_ms: quantile(latencies, 0.5),
    p99_ms: quantile(latencies, 0.99),
    processor_us_per_request: processor.length > 0 ? quantile(processor, 0.5) : undefined,
    peak_memory_mb: memory.length > 0 ? Math.max(...memory) : undefined,
    requests: latencies.length,
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
  };
}

/** @param rounds of each server, in order; those with the same index were measured together */
export function measured(
  operation: string,
  rounds: Readonly<Record<'service' | 'floor' | 'plain', readonly Round[]>>,
): Measured {
  const compared = (of: readonly Round[]): Compared => ({
    summary: summary(of),
    ratio: spread(rounds.service.map((round, i) => round.rate / (of[i]?.rate ?? Number.NaN))),
  });
  return {
    operation,
    service: summary(rounds.service),
    beside: { floor: compared(rounds.floor), plain: compared(rounds.plain) },
  };
}

const whole = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(0));
const range = ({ min, max }: Spread, digits: number) =>
  `${min.toFixed(digits)}–${max.toFixed(digits)}`;

const columns = [
  '',
  '',
  'requests/s',
  'min–max',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'RSS MB',
  'failed',
  'ratio',
  'min–max',
  'p99 ratio',
];

/** A readable table: three lines per operation, the service and what it is compared with. */
export function table({ operations }: Report): string {
  const lines = operations.flatMap(({ operation, service, beside: reference }) => {
    const line = (name: string, of: Summary) => [
      name,
      whole(of.requests_per_second.median),
      range(of.requests_per_second, 0),
      of.p50_ms.toFixed(1),
      of.p99_ms.toFixed(1),
      whole(of.processor_us_per_request),
      whole(of.peak_memory_mb),
      whole(of.failed),
    ];
    return [
      [operation, ...line('service', service), '', '', ''],
      ...Object.entries(reference).map(([name, { summary, ratio }]) => [
        '',
        ...line(name, summary),
        ratio.median.toFixed(2),
        range(ratio, 2),
        (service.p99_ms / summary.p99_ms).toFixed(2),
      ]),
    ];
  });
  const all = [columns, ...lines];
  const widths = columns.map((_, i) => Math.max(...all.map((line) => line[i]?.length ?? 0)));
  const pad = (text: string, i: number) =>
    i < 2 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  return all.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}
