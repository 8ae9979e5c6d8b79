/* Measured values of the panel with their limits, and their table. */

export interface Bar {
  readonly what: string;
  readonly value: number;
  readonly unit: 'kB' | 's' | 'ms' | 'points' | 'found' | 'requests' | 'nodes';
  /** The limit. */
  readonly bar: number;
  /** True for scores, where more is better; otherwise less is. */
  readonly isLeast?: boolean;
}

/** One kind of measurement. */
export interface Group {
  readonly title: string;
  /** Context of the values, such as the amount of data. */
  readonly about?: string;
  readonly bars: readonly Bar[];
}

const digits: Readonly<Record<Bar['unit'], number>> = {
  kB: 1,
  s: 2,
  ms: 0,
  points: 0,
  found: 0,
  requests: 0,
  nodes: 0,
};

export const isMet = ({ value, bar, isLeast }: Bar): boolean =>
  isLeast ? value >= bar : value <= bar;

/** A group as lines of text: `ok` or `!!`, the measurement, its value and its limit. */
export function linesOf({ title, about, bars }: Group): string[] {
  const width = Math.max(...bars.map(({ what }) => what.length));
  const line = (each: Bar) => {
    const { what, value, unit, bar, isLeast } = each;
    const show = (number: number) => number.toFixed(digits[unit]).padStart(6);
    return `${isMet(each) ? 'ok' : '!!'} ${what.padEnd(width)} ${show(value)} ${isLeast ? '≥' : '≤'} ${show(bar)} ${unit}`;
  };
  return ['', about === undefined ? title : `${title} (${about})`, ...bars.map(line)];
}
