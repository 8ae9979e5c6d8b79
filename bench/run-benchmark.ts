import type { Undo } from './fixture.ts';

/**
 * Runs a benchmark. Everything it started is undone, last first, when it ends, fails or is stopped by a signal; an error prints one line
 * and exits with 1.
 */
export async function runBenchmark(
  main: (undo: Undo, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)));
  const undo: Undo = [];
  try {
    await main(undo, stopping.signal);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    console.error(message || code);
    process.exitCode = 1;
  } finally {
    for (const step of undo.reverse()) await step().catch((error: Error) => console.error(error));
  }
}

/** @returns a parser of numeric arguments of at least 1; its error shows the help */
export const numberParser = (help: string) => (text: string | undefined, fallback: number) => {
  const value = Number(text ?? fallback);
  if (!(value >= 1)) throw new Error(`${text} is not a number of at least 1\n\n${help}`);
  return value;
};

/** Prints figures, one per line; as JSON, with the options. */
export function printFigures(figures: object, options: object, isJson: boolean | undefined): void {
  if (isJson) console.log(JSON.stringify({ ...options, ...figures }));
  else for (const [name, value] of Object.entries(figures)) console.log(name.padEnd(44), value);
}
