import { useRef, useState } from 'react';
import { Failure } from '../api/call.ts';
import { proofs } from './proof.ts';

export const asFailure = (error: unknown) =>
  error instanceof Failure ? error : new Failure('other', String(error));

/**
 * Does something that may first need a fresh proof of who one is: it is asked for, and the act repeated.
 * @throws Failure also where no proof was given
 */
export async function attempt<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'REAUTH_REQUIRED') throw asFailure(error);
    if (!(await proofs.ask())) throw error;
    return await run();
  }
}

export interface Act<I> {
  /** Does it; while it is under way, a second call does nothing. */
  readonly act: (input: I) => void;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
}

/** Something that the user does on a screen: whether it is under way, and what went wrong the last time. */
export function useAct<I, O>(
  run: (input: I) => Promise<O>,
  done?: (output: O, input: I) => unknown,
): Act<I> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef(false);
  const perform = async (input: I) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const output = await attempt(() => run(input));
      await done?.(output, input);
    } catch (error) {
      const failed = asFailure(error);
      // Whoever closes the question for their password has changed their mind: nothing went wrong.
      if (failed.code !== 'REAUTH_REQUIRED') setFailure(failed);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { act: (input) => void perform(input), isBusy, failure };
}
