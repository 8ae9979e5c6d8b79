import { useRef, useState } from 'react';
import { Failure } from '../api/call.ts';
import { reauthenticationQuestion } from './reauthentication.ts';

export const asFailure = (error: unknown) =>
  error instanceof Failure ? error : new Failure('other', String(error));

/**
 * Runs an action that may require a fresh authentication: asks for it, then repeats the action.
 * @throws Failure also if the user did not authenticate
 */
export async function withReauthentication<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'REAUTH_REQUIRED') throw asFailure(error);
    if (!(await reauthenticationQuestion.ask())) throw error;
    return await run();
  }
}

export interface ActionState<I> {
  /** Runs the action; ignores calls while it is running. */
  readonly act: (input: I) => void;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
}

/** User action on a screen, with its progress and last failure. */
export function useAction<I, O>(
  run: (input: I) => Promise<O>,
  done?: (output: O, input: I) => unknown,
): ActionState<I> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef(false);
  const perform = async (input: I) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const output = await withReauthentication(() => run(input));
      await done?.(output, input);
    } catch (error) {
      const failed = asFailure(error);
      // Cancelling the re-authentication is not a failure.
      if (failed.code !== 'REAUTH_REQUIRED') setFailure(failed);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { act: (input) => void perform(input), isBusy, failure };
}
