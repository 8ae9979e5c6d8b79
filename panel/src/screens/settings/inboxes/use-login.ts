import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../api/call.ts';
import type { Inbox, InboxLogin } from '../../../api/types.ts';
import { asFailure } from '../../../commands/act.ts';
import { loginInbox } from '../../../data/inboxes.ts';

/*
 * Logging an inbox in: a loop that asks for the next step for as long as the page is seen (docs/adr/0067-connecting-in-the-panel.md).
 */

const everyMs = 2_000;
/** After a failure. */
const laterMs = 5_000;
/** Whoever is there scans within this; a page may be open with nobody before it. */
const mostMs = 5 * 60_000;

/** A step, and until when its code holds by this machine's clock. */
export interface Step extends InboxLogin {
  readonly until: number | undefined;
}

export interface Login {
  readonly step: Step | undefined;
  readonly failure: Failure | undefined;
  /** Nothing is asked any more: given up, or nobody came. */
  readonly isOver: boolean;
  readonly isPaused: boolean;
  /** Why it is over, as the service says it. */
  readonly reason: string | null;
  /** Since when this round goes on, as performance.now(). */
  readonly since: number;
  readonly again: () => void;
}

const hasEnded = (step: Step | undefined) =>
  step?.state === 'connected' || step?.state === 'failed' || step?.state === 'disconnected';

/** @param phone asks for a pairing code for this number */
export function useLogin(slug: string, inbox: Inbox, phone: string | null): Login {
  const { state, state_changed_at: changedAt, state_reason: whyNow } = inbox;
  const [round, setRound] = useState(() => ({ nth: 0, since: performance.now(), changedAt }));
  const [isPaused, pause] = useState(false);
  const [hasShown, setShown] = useState(false);
  const again = () => {
    pause(false);
    setShown(false);
    setRound(({ nth }) => ({ nth: nth + 1, since: performance.now(), changedAt }));
  };
  // A gateway that gave up for nobody came begins anew when it is asked again: so it is not.
  const isGivenUp = hasShown && state === 'failed' && changedAt !== round.changedAt;
  useEffect(() => {
    const timer = setTimeout(() => pause(true), round.since + mostMs - performance.now());
    return () => clearTimeout(timer);
  }, [round]);
  const isUp = state === 'connected';
  const query = useQuery({
    // Beside what a live change has read anew: it is asked by this loop alone.
    queryKey: ['team', slug, 'inbox-login', inbox.id, phone, round.nth],
    async queryFn({ signal }): Promise<Step> {
      const step = await loginInbox(slug, inbox.id, phone, signal);
      const left = step.expires_in_ms;
      return { ...step, until: left === null ? undefined : performance.now() + left };
    },
    enabled: ({ state }) => !isUp && !isPaused && !isGivenUp && !hasEnded(state.data),
    // While the page is not seen, nothing is asked: the query client sees to that.
    refetchInterval: ({ state }) =>
      hasEnded(state.data) ? false : state.error ? laterMs : everyMs,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { refetch } = query;
  // Whatever the gateway tells of its own accord is followed at once.
  const told = useRef(changedAt);
  useEffect(() => {
    if (told.current === changedAt) return;
    told.current = changedAt;
    if (state !== 'connected' && state !== 'failed') void refetch({ cancelRefetch: false });
  }, [changedAt, state, refetch]);
  const isShown = query.data?.state === 'scan' || query.data?.state === 'code';
  useEffect(() => {
    if (isShown) setShown(true);
  }, [isShown]);
  return {
    step: query.data,
    failure: query.error ? asFailure(query.error) : undefined,
    isOver: isPaused || isGivenUp || hasEnded(query.data),
    isPaused,
    reason: isGivenUp ? whyNow : (query.data?.reason ?? null),
    since: round.since,
    again,
  };
}
