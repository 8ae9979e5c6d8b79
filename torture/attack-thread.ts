import { parentPort, Worker } from 'node:worker_threads';
import { Attacker, type AttackerMeans } from './attacker.ts';
import { attacks, type RunAttack } from './attacks.ts';

/*
 * Attackers run in a separate thread, so that their own work does not count as the service's slowness.
 */

/** An order to the thread: prepare or carry out an attack. */
interface Order extends AttackerMeans {
  readonly kind: 'arm' | 'go';
  /** Which of {@link attacks}. */
  readonly attack: number;
  readonly milliseconds: number;
}

/** The result. */
export interface Outcome {
  readonly answers: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
  readonly refused: readonly string[];
}

interface Numbered {
  readonly number: number;
}

/** The thread, seen from outside. */
export class AttackThread {
  readonly #worker = new Worker(new URL(import.meta.url));
  readonly #waiting = new Map<number, (outcome: Outcome | { readonly error: string }) => void>();
  #number = 0;

  constructor() {
    this.#worker.on('message', ({ number, ...outcome }: Outcome & Numbered) => {
      this.#waiting.get(number)?.(outcome);
      this.#waiting.delete(number);
    });
    this.#worker.on('error', (error) => {
      for (const settle of this.#waiting.values()) settle({ error: String(error) });
    });
  }

  /** @throws if the attack itself fails */
  async order(order: Order): Promise<Outcome> {
    this.#number += 1;
    const number = this.#number;
    const outcome = await new Promise<Outcome | { readonly error: string }>((resolve) => {
      this.#waiting.set(number, resolve);
      this.#worker.postMessage({ ...order, number });
    });
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

const armed = new Map<string, RunAttack>();

/** Carries out an order. */
async function carryOut(order: Order): Promise<Outcome> {
  const { attack, kind, camp, milliseconds } = order;
  const by = new Attacker(order, milliseconds);
  const name = `${attack} ${camp.id}`;
  try {
    if (kind === 'arm') {
      const go = await attacks[attack]?.arm(by);
      if (go) armed.set(name, go);
    } else await armed.get(name)?.(by);
  } finally {
    by.end();
  }
  return { answers: by.answers, wrong: by.wrong, refused: by.refused };
}

parentPort?.on('message', async ({ number, ...order }: Order & Numbered) => {
  const outcome = await carryOut(order).catch((error: unknown) => ({
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
  parentPort?.postMessage({ number, ...outcome });
});
