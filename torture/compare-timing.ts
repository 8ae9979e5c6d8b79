import type { PipelinedConnection, WireRequest } from './pipelined-http.ts';

/* Compares the duration of two kinds of requests, on a machine with other load. */

/** Measurements for a pair of kinds. */
interface Compared {
  /** Difference of the medians, in milliseconds; positive if the first takes longer. */
  readonly by: number;
  /** The median of the second, in milliseconds. */
  readonly median: number;
  /** Deviation of the number of pairs whose first took longer from half, in standard deviations. */
  readonly sigma: number;
  readonly pairs: number;
}

/** From this difference on, an attacker could tell the two apart. */
const minMs = 0.05;
const minPart = 0.1;

/*
 * Standard deviations of the sign test required to continue, to count (by chance once in a million times), and to count in the second
 * measurement.
 */
const suspicious = 1;
const certain = 4.9;
const confirmed = 3.3;

/** After this many pairs, or twice those of the first round, a mere suspicion is dropped. */
const maxPairs = 1_000;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Pairs of times, more and more of them. */
class Pairs {
  readonly #times: [number[], number[]] = [[], []];
  #longer = 0;

  /**
   * Sends one request at a time, always one of each in random order, so that other load on the machine affects both alike.
   */
  async measure(
    wire: PipelinedConnection,
    first: () => WireRequest,
    second: () => WireRequest,
    pairs: number,
  ): Promise<void> {
    for (let i = 0; i < pairs; i += 1) {
      const isFirst = Math.random() < 0.5;
      const [before, after] = isFirst ? [first(), second()] : [second(), first()];
      const one = (await wire.ask(before)).ms;
      const secondMs = (await wire.ask(after)).ms;
      const [a, b] = isFirst ? [one, secondMs] : [secondMs, one];
      this.#times[0].push(a);
      this.#times[1].push(b);
      if (a > b) this.#longer += 1;
    }
  }

  get compared(): Compared {
    const pairs = this.#times[0].length;
    const median = medianOf(this.#times[1]);
    return {
      by: medianOf(this.#times[0]) - median,
      median,
      sigma: (this.#longer - pairs / 2) / (Math.sqrt(pairs) / 2),
      pairs,
    };
  }
}

/**
 * True if the medians are far enough apart, and the pairs agree.
 * @param part fraction of the least difference that counts
 */
const isApart = ({ by, median, sigma }: Compared, sigmas: number, part = 1): boolean =>
  Math.abs(by) >= Math.max(minMs, median * minPart) * part &&
  Math.abs(sigma) >= sigmas &&
  Math.sign(by) === Math.sign(sigma);

/**
 * Compares the times of two kinds. A difference counts if the medians are at least 50 µs and a tenth apart, the sign test over the pairs
 * gives 4.9 standard deviations, and a second measurement of as many pairs confirms it. While there is only a suspicion, as many pairs
 * again are measured.
 * @param pairs for the first round
 */
export async function compare(
  wire: PipelinedConnection,
  first: () => WireRequest,
  second: () => WireRequest,
  pairs: number,
): Promise<Compared & { readonly differs: boolean }> {
  // Costs of the first ones only, such as planning a statement.
  await new Pairs().measure(wire, first, second, 3);
  const all = new Pairs();
  await all.measure(wire, first, second, pairs);
  for (let part = 0.5; isApart(all.compared, suspicious, part); part = 0.7) {
    const look = all.compared;
    if (isApart(look, certain)) {
      const again = new Pairs();
      await again.measure(wire, first, second, look.pairs);
      return { ...again.compared, differs: isApart(again.compared, confirmed) };
    }
    if (look.pairs >= Math.max(maxPairs, 2 * pairs)) break;
    await all.measure(wire, first, second, look.pairs);
  }
  return { ...all.compared, differs: false };
}
