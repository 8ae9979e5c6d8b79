import { setImmediate as nextTurn } from 'node:timers/promises';

/* Long computations next to requests that must be answered meanwhile. */

/**
 * Returns a function to be awaited in each step of a long computation: it gives the event loop a turn after this time.
 * @param mostMs milliseconds
 */
export function yielder(mostMs = 2): () => Promise<unknown> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < mostMs) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/** A generator whose next item can be made before it is needed. */
export class ReadAhead<T> implements AsyncIterable<T> {
  readonly #items: AsyncGenerator<T>;
  #next: Promise<IteratorResult<T, unknown>> | undefined;

  constructor(items: AsyncGenerator<T>) {
    this.#items = items;
  }

  /** Starts to make the next item, to use time in which the process only waits. */
  start(): void {
    this.#next ??= this.#items.next();
    // The loop below reports it.
    this.#next.catch(() => {});
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        this.start();
        const next = await this.#next;
        this.#next = undefined;
        if (next === undefined || next.done === true) return;
        yield next.value;
      }
    } finally {
      await this.#items.return(undefined);
    }
  }
}
