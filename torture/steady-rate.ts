/** Starts work at a steady rate, whatever the outcome of earlier work. */
export interface SteadyRate {
  /** Number of started ones. */
  readonly begun: number;
  /** Starts nothing more, and waits for the rest. */
  stop(): Promise<void>;
}

/**
 * @param one called with the number of its turn, from 0; never rejects
 * @param most maximum at once; work due then starts later
 */
export function startSteadyRate(
  perSecond: number,
  one: (turn: number) => Promise<void>,
  most = Number.POSITIVE_INFINITY,
): SteadyRate {
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  let begun = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - began) * perSecond) / 1_000;
    while (begun < due && underWay.size < most) {
      const work: Promise<void> = one(begun).finally(() => underWay.delete(work));
      underWay.add(work);
      begun += 1;
    }
  }, 5);
  return {
    get begun() {
      return begun;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}
