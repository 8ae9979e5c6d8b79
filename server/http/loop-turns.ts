/*
 * Shares of the event loop for work that may wait (ADR 98): the rest of a large answer, the next of pipelined requests. Writing to a
 * connection whose buffers have room ends at once, so without this one caller's work continues for as long as there is any, and
 * no other connection is read meanwhile.
 */

/**
 * Returns a function that runs tasks in order, a limited number of them in each turn of the event loop.
 * @param mostPerTurn the max number of tasks that run before other connections are read again
 */
export function loopTurns(mostPerTurn: number): (task: () => void) => void {
  const tasks: (() => void)[] = [];
  let scheduled = 0;

  function run(): void {
    scheduled -= 1;
    tasks.shift()?.();
    // The last of this turn schedules those of the next one.
    if (scheduled === 0) schedule();
  }

  /** Each task has its own callback, so that its promises settle before the next one. */
  function schedule(): void {
    for (const most = Math.min(tasks.length, mostPerTurn); scheduled < most; scheduled += 1)
      setImmediate(run);
  }

  return (task) => {
    tasks.push(task);
    if (scheduled === 0) schedule();
  };
}
