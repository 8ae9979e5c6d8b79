import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Inbox } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { InboxReason } from './InboxReason.tsx';
import { inboxHealthQuery } from './queries.ts';

/** Evidence of an inbox; its gateway is queried only on request. */
export function Health({ slug, inbox }: { readonly slug: string; readonly inbox: Inbox }) {
  const { record: words, callback } = useInboxWords();
  const { evidence } = inbox;
  const check = useQuery({ ...inboxHealthQuery(slug, inbox.id), enabled: false, retry: false });
  const facts: (readonly [string, ReactNode])[] = [
    [callback.last, <RelativeTime key="callback" at={evidence?.last_callback_at ?? null} />],
    [
      words.lastConfirmed,
      <RelativeTime key="confirmed" at={evidence?.last_confirmed_at ?? null} />,
    ],
    [words.lastIncoming, <RelativeTime key="incoming" at={evidence?.last_incoming_at ?? null} />],
    [words.lastSent, <RelativeTime key="sent" at={evidence?.last_sent_at ?? null} />],
  ];
  if (evidence && evidence.unanswered_sends > 0)
    facts.push([words.unanswered, String(evidence.unanswered_sends)]);
  if (evidence && evidence.failed_sends > 0) {
    facts.push([words.failed, String(evidence.failed_sends)]);
    if (evidence.last_failure)
      facts.push([
        words.lastFailure,
        <InboxReason key="failure" details={evidence.last_failure_details} />,
      ]);
  }
  const health = check.data;
  return (
    <Section title={words.health} about={words.seen}>
      <Facts facts={facts} />
      <div role="status" className="flex flex-col gap-1">
        {health ? (
          <>
            <p className="font-medium">{words.says}</p>
            {health.ok ? (
              <p className="text-ok">{words.fine}</p>
            ) : (
              <InboxReason details={health.found_details} />
            )}
          </>
        ) : null}
      </div>
      {check.error ? <FailureNotice failure={asFailure(check.error)} /> : null}
      <Button className="self-start" busy={check.isFetching} onClick={() => void check.refetch()}>
        {words.ask}
      </Button>
    </Section>
  );
}
