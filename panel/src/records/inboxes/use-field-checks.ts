import { useEffect, useRef, useState } from 'react';
import type { InboxTrial } from '#panel/api/types.ts';
import { type groupedValues, isCheckable } from './gateways.ts';
import { checkInboxFields, type Gateway } from './queries.ts';

/** Debounce before the gateway is queried. */
const quietMs = 600;

export type FieldCheck = InboxTrial['checks'][number];

interface FieldChecks {
  readonly checks: readonly FieldCheck[];
  readonly isAsking: boolean;
  /** Called with the current form values. */
  readonly look: (values: ReturnType<typeof groupedValues>) => void;
}

/** Checks the fields of a form with the gateway, debounced. Nothing is stored. */
export function useFieldChecks(
  slug: string,
  gateway: Gateway,
  inbox: string | undefined,
): FieldChecks {
  const [checks, setChecks] = useState<readonly FieldCheck[]>([]);
  const [isAsking, setAsking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const request = useRef<AbortController>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    request.current?.abort();
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      request.current?.abort();
    },
    [],
  );
  const ask = async (values: ReturnType<typeof groupedValues>) => {
    const asking = new AbortController();
    request.current = asking;
    const { signal } = asking;
    setAsking(true);
    try {
      const body = { gateway, inbox_id: inbox ?? null, ...values };
      const trial = await checkInboxFields(slug, body, signal);
      if (!signal.aborted) setChecks(trial.checks);
    } catch {
      // Errors are reported when connecting; here only results are shown.
      if (!signal.aborted) setChecks([]);
    }
    if (!signal.aborted) setAsking(false);
  };
  return {
    checks,
    isAsking,
    look(values) {
      stop();
      setAsking(false);
      // Results for the previous values no longer apply.
      setChecks([]);
      if (isCheckable(gateway, values)) timer.current = setTimeout(() => void ask(values), quietMs);
    },
  };
}
