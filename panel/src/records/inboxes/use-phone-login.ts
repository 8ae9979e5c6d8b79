import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import type { Finding } from '#panel/api/schema.ts';
import type { Inbox, InboxLogin } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { loginInbox } from './queries.ts';

/* Login of an inbox: polls for the next step while the page is visible (docs/adr/0067-connecting-in-the-panel.md). */

const everyMs = 2_000;
/** Interval after a failure. */
const laterMs = 5_000;
/** Time after which the login pauses, in case the page is unattended. */
const maxMs = 5 * 60_000;

/** Login step with the expiry of its code by this machine's clock. */
export interface Step extends InboxLogin {
  readonly until: number | undefined;
}

export interface PhoneLoginState {
  readonly step: Step | undefined;
  readonly failure: Failure | undefined;
  /** True if polling has stopped: the login ended or the code was not scanned. */
  readonly isOver: boolean;
  readonly isPaused: boolean;
  /** Reason for the end, from the server. */
  readonly reason: {
    readonly text: string | null | undefined;
    readonly details: Finding | null | undefined;
  };
  /** Start of the current round, as performance.now(). */
  readonly since: number;
  readonly again: () => void;
}

const hasEnded = (step: Step | undefined) =>
  step?.state === 'connected' || step?.state === 'failed' || step?.state === 'disconnected';

/** @param phone number for a pairing code */
export function usePhoneLogin(slug: string, inbox: Inbox, phone: string | null): PhoneLoginState {
  const { state, state_changed_at: changedAt } = inbox;
  const [round, setRound] = useState(() => ({ nth: 0, since: performance.now(), changedAt }));
  const [isPaused, pause] = useState(false);
  const [hasShown, setShown] = useState(false);
  const again = () => {
    pause(false);
    setShown(false);
    setRound(({ nth }) => ({ nth: nth + 1, since: performance.now(), changedAt }));
  };
  // Polling would restart the login of a gateway that gave up because the code was not scanned.
  const isGivenUp = hasShown && state === 'failed' && changedAt !== round.changedAt;
  useEffect(() => {
    const timer = setTimeout(() => pause(true), round.since + maxMs - performance.now());
    return () => clearTimeout(timer);
  }, [round]);
  const isUp = state === 'connected';
  const query = useQuery({
    // Outside the keys that live changes invalidate: only this loop may request a step.
    queryKey: ['team', slug, 'inbox-login', inbox.id, phone, round.nth],
    async queryFn({ signal }): Promise<Step> {
      const step = await loginInbox(slug, inbox.id, phone, signal);
      const left = step.expires_in_ms;
      return { ...step, until: left === null ? undefined : performance.now() + left };
    },
    enabled: ({ state }) => !isUp && !isPaused && !isGivenUp && !hasEnded(state.data),
    // The query client does not poll while the page is hidden.
    refetchInterval: ({ state }) =>
      hasEnded(state.data) ? false : state.error ? laterMs : everyMs,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { refetch } = query;
  // Refetches at once when the gateway reports a change.
  const reportedAt = useRef(changedAt);
  useEffect(() => {
    if (reportedAt.current === changedAt) return;
    reportedAt.current = changedAt;
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
    reason: isGivenUp
      ? { text: inbox.state_reason, details: inbox.state_reason_details }
      : { text: query.data?.reason, details: query.data?.reason_details },
    since: round.since,
    again,
  };
}
