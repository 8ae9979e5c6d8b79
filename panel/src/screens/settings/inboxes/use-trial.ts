import { useEffect, useRef, useState } from 'react';
import type { InboxTrial } from '../../../api/types.ts';
import { type Gateway, tryInbox } from '../../../data/inboxes.ts';
import { isTriable, type placed } from './gateways.ts';

/** How long nobody has to write before a gateway is asked. */
const quietMs = 600;

export type Check = InboxTrial['checks'][number];

export interface Trial {
  readonly checks: readonly Check[];
  readonly isAsking: boolean;
  /** Tells what is in the form now. */
  readonly look: (given: ReturnType<typeof placed>) => void;
}

/** What a gateway says of the fields of a form, asked when nobody has written for a moment. Nothing of it is kept anywhere. */
export function useTrial(slug: string, gateway: Gateway, inbox: string | undefined): Trial {
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const [isAsking, setAsking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef<AbortController>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    asked.current?.abort();
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      asked.current?.abort();
    },
    [],
  );
  const ask = async (given: ReturnType<typeof placed>) => {
    const asking = new AbortController();
    asked.current = asking;
    const { signal } = asking;
    setAsking(true);
    try {
      const body = { gateway, inbox_id: inbox ?? null, ...given };
      const trial = await tryInbox(slug, body, signal);
      if (!signal.aborted) setChecks(trial.checks);
    } catch {
      // Connecting says what is wrong; here only what is known is shown.
      if (!signal.aborted) setChecks([]);
    }
    if (!signal.aborted) setAsking(false);
  };
  return {
    checks,
    isAsking,
    look(given) {
      stop();
      setAsking(false);
      // Of a field that is written in nothing is known any more.
      setChecks([]);
      if (isTriable(gateway, given)) timer.current = setTimeout(() => void ask(given), quietMs);
    },
  };
}
