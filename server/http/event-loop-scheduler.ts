/*
 * Distributes deferrable work over turns of the event loop (ADR 98): the rest of a large response, the next pipelined request. A
 * write to a connection with free buffers completes at once; without this limit, one client's work would continue as long as
 * there is any, and no other connection would be read meanwhile.
 */

/**
 * Returns a function that runs tasks in order, a limited number of them in each turn of the event loop.
 * @param mostPerTurn maximum number of tasks that run before other connections are read again
 */
export function eventLoopScheduler(mostPerTurn: number): (task: () => void) => void {
  const tasks: (() => void)[] = [];
  let scheduled = 0;

  function run(): void {
    scheduled -= 1;
    tasks.shift()?.();
    // The last task of this turn schedules those of the next one.
    if (scheduled === 0) schedule();
  }

  /** Uses a separate callback for each task, so that its promises settle before the next one. */
  function schedule(): void {
    for (const most = Math.min(tasks.length, mostPerTurn); scheduled < most; scheduled += 1)
      setImmediate(run);
  }

  return (task) => {
    tasks.push(task);
    if (scheduled === 0) schedule();
  };
}
