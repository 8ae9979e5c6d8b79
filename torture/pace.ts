/** Work that begins at a steady rate, whatever becomes of what began before. */
export interface Pace {
  /** How many began. */
  readonly begun: number;
  /** Begins nothing more, and waits for the rest. */
  stop(): Promise<void>;
}

/**
 * @param one gets the number of its turn, from 0, and rejects never
 * @param most so many at once; what is due then begins later
 */
export function startPace(
  perSecond: number,
  one: (turn: number) => Promise<void>,
  most = Number.POSITIVE_INFINITY,
): Pace {
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
