import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { inboxHistoryHistoryPeriods as periods } from '#panel/api/enumerations.ts';
import type { InboxHistoryHistory } from '#panel/api/schema.ts';
import type { Inbox } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { InboxReason } from './InboxReason.tsx';
import { inboxActions, inboxHistoryQuery } from './queries.ts';

type Period = InboxHistoryHistory['period'];

interface Props {
  readonly slug: string;
  readonly inbox: Inbox;
}

/** Offers the messages from before the inbox was connected, with their progress and result; nothing if its gateway has none. */
export function History({ slug, inbox: { id } }: Props) {
  const { history: words } = useInboxWords();
  const { data } = useQuery(inboxHistoryQuery(slug, id));
  const actions = inboxActions(slug);
  const [period, setPeriod] = useState<Period>('quarter');
  const start = useAction(() => actions.startHistory(id, period));
  const set = useAction((state: 'running' | 'stopped') => actions.setHistory(id, state));
  if (!data?.available) return null;
  const { history, is_delivered: isDelivered } = data;
  const isRunning = history?.state === 'running';
  const isPaused = history?.state === 'stopped' || history?.state === 'failed';
  return (
    <Section title={words.title} about={isDelivered ? words.aboutPhone : words.about}>
      {history ? <Outcome history={history} isDelivered={isDelivered} /> : null}
      {isRunning ? (
        <Button className="self-start" busy={set.isBusy} onClick={() => set.act('stopped')}>
          {words.stop}
        </Button>
      ) : (
        <>
          {isPaused ? (
            <Button className="self-start" busy={set.isBusy} onClick={() => set.act('running')}>
              {words.resume}
            </Button>
          ) : null}
          <Select
            label={words.period}
            hint={words.hint}
            value={period}
            choices={periods.map((value) => ({ value, label: words.periods[value] }))}
            onChange={({ target }) => {
              const chosen = periods.find((each) => each === target.value);
              if (chosen !== undefined) setPeriod(chosen);
            }}
          />
          <Button
            className="self-start"
            look={history ? 'plain' : 'primary'}
            busy={start.isBusy}
            onClick={() => start.act(undefined)}
          >
            {isDelivered ? words.request : words.start}
          </Button>
        </>
      )}
      <GatewayFailure failure={set.failure ?? start.failure} />
    </Section>
  );
}

/** Progress or result of a history. */
function Outcome({
  history,
  isDelivered,
}: {
  readonly history: InboxHistoryHistory;
  readonly isDelivered: boolean;
}) {
  const { history: words } = useInboxWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const id = useId();
  const { state, period, is_listed: isListed, chats, chats_done: done } = history;
  const reasonsOf = (counts: InboxHistoryHistory['skipped']) =>
    counts
      .map(({ reason, n }) => `${words.reasons[reason] ?? words.otherReason}: ${count(n)}`)
      .join(' · ');
  const files = [
    words.mediaAbout({ n: count(history.media - history.media_missing) }),
    ...(history.media_missing > 0 ? [words.mediaMissing({ n: count(history.media_missing) })] : []),
  ].join(' · ');
  const part = isDelivered ? { done: history.progress, of: 100 } : { done, of: Math.max(chats, 1) };
  const progress = isDelivered
    ? words.delivered({ percent: count(history.progress) })
    : words.progress({ done: count(done), chats: count(chats) });
  const facts: (readonly [string, ReactNode])[] = [
    [words.period, words.periods[period]],
    [words.conversations, count(history.conversations)],
    [words.stored, count(history.stored)],
    [words.present, count(history.present)],
  ];
  if (history.media > 0) facts.push([words.media, files]);
  if (history.chats_failed > 0) facts.push([words.chatsFailed, count(history.chats_failed)]);
  const [messages, left] = [reasonsOf(history.skipped), reasonsOf(history.skipped_chats)];
  if (messages) facts.push([words.skipped, messages]);
  if (left) facts.push([words.skippedChats, left]);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" id={id} className="font-medium">
        {words.states[state]}
        {state === 'running'
          ? `: ${isListed ? progress : isDelivered ? words.requesting : words.listing}`
          : null}
      </p>
      {state === 'running' ? (
        <progress
          aria-labelledby={id}
          className="h-1.5 w-full accent-accent"
          {...(isListed && { value: part.done, max: part.of })}
        />
      ) : null}
      {state === 'failed' && history.reason_details ? (
        <InboxReason details={history.reason_details} />
      ) : null}
      <Facts facts={facts} />
    </div>
  );
}
