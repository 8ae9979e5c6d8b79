/*
 * Histograms with logarithmic buckets. The values of a bucket differ from its middle by less than 2 percent, and so do medians and percentiles of a
 * histogram from those of its values.
 */

/** Ratio of the ends of a bucket. */
const ratio = 1.04;
/** Values nearer to 0 count as 0: a third of a second in hours. */
const smallest = 1e-4;

/** Number of values by bucket. Negative buckets have negative values. */
export type Histogram = Map<number, number>;

/** SQL: the bucket of a value. */
export const bucketOf = (value: string) =>
  `case when abs(${value}) < ${smallest} then 0 else sign(${value})::integer * (1 + floor(ln(abs(${value}) / ${smallest}) / ln(${ratio}))::integer) end`;

/** Estimate of the values of a bucket. */
function middleOf(bucket: number): number {
  if (bucket === 0) return 0;
  const low = smallest * ratio ** (Math.abs(bucket) - 1);
  return (Math.sign(bucket) * (2 * low * ratio)) / (1 + ratio);
}

/** Adds the values of a histogram to another one. */
export function addHistogram(into: Histogram, from: Iterable<readonly [number, number]>): void {
  for (const [bucket, count] of from) into.set(bucket, (into.get(bucket) ?? 0) + count);
}

/** Estimates a percentile as `percentile_cont` computes it; null without values. @param share 0.5 for the median */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const buckets = [...histogram].toSorted(([a], [b]) => a - b);
  const count = buckets.reduce((sum, [, n]) => sum + n, 0);
  if (count === 0) return null;
  const valueAt = (place: number): number => {
    let passed = 0;
    for (const [bucket, n] of buckets) {
      passed += n;
      if (place < passed) return middleOf(bucket);
    }
    return 0;
  };
  const place = share * (count - 1);
  const low = valueAt(Math.floor(place));
  return low + (valueAt(Math.ceil(place)) - low) * (place - Math.floor(place));
}
