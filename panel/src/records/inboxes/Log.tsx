import { useInfiniteQuery } from '@tanstack/react-query';
import type { Inbox, InboxLog } from '#panel/api/types.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { InboxReason } from './InboxReason.tsx';
import { inboxLogQuery } from './queries.ts';

/** Log of an inbox's events and actors, in words. */
export function Log({ slug, inbox }: { readonly slug: string; readonly inbox: Inbox }) {
  const { record: words } = useInboxWords();
  const query = useInfiniteQuery(inboxLogQuery(slug, inbox.id));
  return (
    <Section title={words.log} about={words.logAbout}>
      <QueryContent query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-muted">{words.noLog}</p>
          ) : (
            <ol aria-label={words.log} className="flex flex-col divide-y divide-border">
              {entries.map((entry) => (
                <li key={entry.id} className="flex flex-wrap justify-between gap-x-4 py-2">
                  {entry.kind === 'deed' ? <LogAction entry={entry} /> : <State entry={entry} />}
                  <span className="text-meta text-muted">
                    <RelativeTime at={entry.at} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryContent>
      {query.hasNextPage ? (
        <Button
          className="self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </Section>
  );
}

type Entry = InboxLog['entries'][number];

function LogAction({ entry }: { readonly entry: Entry }) {
  const { record: words } = useInboxWords();
  const { actor, actor_name: name, operation } = entry;
  const who = name ?? words.someone[actor ?? 'system'] ?? words.someone.system;
  return <span>{`${who} ${words.deeds[operation ?? ''] ?? operation ?? ''}`}</span>;
}

function State({ entry }: { readonly entry: Entry }) {
  const { record: words } = useInboxWords();
  const { state, connected, reason, reason_details: details, phone } = entry;
  const became = state === null ? words.setByHand[connected ? 'on' : 'off'] : words.became[state];
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium">
        {state === 'connected' && phone ? `${became} (${formatPhone(phone)})` : became}
      </span>
      {reason && state !== 'connected' ? (
        <span className="max-w-[60ch] text-meta text-muted">
          <InboxReason details={details} isShort />
        </span>
      ) : null}
    </span>
  );
}
