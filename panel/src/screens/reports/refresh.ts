/*
 * Refreshes a report after changes of its records. A report is costly: changes are gathered for a moment, reads are far apart, and a page that
 * is not visible waits until it is.
 */

interface Visibility {
  isVisible(): boolean;
  /** @returns cleanup function */
  onVisible(listener: () => void): () => void;
}

/** Time in which further changes are gathered. */
const delayMs = 1_500;
/** Min time between two reads. */
const pauseMs = 15_000;
/** Pause after a read, as a multiple of its duration: a slow report is read less often. */
const pauseFactor = 20;

/** @param read must not reject */
export function makeRefresher(read: () => Promise<unknown>, { isVisible, onVisible }: Visibility) {
  let nextAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isReading, isWanted, isOver] = [false, false, false];
  const plan = () => {
    if (isOver || isReading || timer !== undefined || !isWanted || !isVisible()) return;
    timer = setTimeout(() => void run(), Math.max(delayMs, nextAt - Date.now()));
  };
  const run = async () => {
    timer = undefined;
    if (!isVisible()) return;
    [isReading, isWanted] = [true, false];
    const began = Date.now();
    await read();
    const ended = Date.now();
    nextAt = Math.max(began + pauseMs, ended + (ended - began) * pauseFactor);
    isReading = false;
    plan();
  };
  const stopWaiting = onVisible(plan);
  return {
    changed(): void {
      isWanted = true;
      plan();
    },
    stop(): void {
      isOver = true;
      clearTimeout(timer);
      stopWaiting();
    },
  };
}
