import fc from 'fast-check';
import type { Tally } from './torture-test.ts';

/** A leak: a caller read or did something forbidden. */
export class Leak extends Error {}

/** Runs a property with the given number of inputs, one after another; if one fails, the smallest failing input is reported. */
export async function runProperty<T extends [unknown, ...unknown[]]>(
  tally: Tally,
  property: fc.IAsyncPropertyWithHooks<T>,
  numRuns: number,
  seed: number,
): Promise<void> {
  const details = await fc.check(property, { numRuns, seed, interruptAfterTimeLimit: 300_000 });
  if (!details.failed && !details.interrupted) return;
  const error = details.errorInstance;
  const input = fc.stringify(details.counterexample).slice(0, 500);
  const reason = error instanceof Error ? error.message : 'not done in 300 s';
  const text = `${reason} (${input}; seed ${seed})`.replaceAll(/\s+/g, ' ');
  if (error instanceof Leak) tally.addLeaked(text);
  else tally.addWrong(text);
}
