/** Repeatable random values: the same seed yields the same values. */
export interface Random {
  /** A whole number within the inclusive range. */
  int(least: number, most: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Up to `count` distinct values. */
  sample<T>(values: readonly T[], count: number): T[];
  /** `count` values in random order; includes every value if `count` allows. */
  spread<T>(values: readonly T[], count: number): T[];
  /** A text with a random digit for each `#`. */
  digits(pattern: string): string;
}

/** The element at an index modulo the list's length. */
export const cyclicElement = <T>(values: readonly T[], place: number) =>
  values[place % values.length] as T;

/** Mulberry32: 32 bits of state suffice for names and dates. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const shuffled = <T>(values: readonly T[]) => {
    const left = [...values];
    return values.map(() => left.splice(int(0, left.length - 1), 1)[0] as T);
  };
  return {
    int,
    chance: (share) => next() < share,
    pick: (values) => cyclicElement(values, int(0, values.length - 1)),
    sample: (values, count) => shuffled(values).slice(0, count),
    spread: (values, count) =>
      shuffled(Array.from({ length: count }, (_, i) => cyclicElement(values, i))),
    digits: (pattern) => pattern.replace(/#/g, () => String(int(0, 9))),
  };
}
