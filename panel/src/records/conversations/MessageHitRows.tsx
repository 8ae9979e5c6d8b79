import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { MessageHits, MessageHitsHit } from '#panel/api/schema.ts';
import { MarkedText } from '#panel/display/MarkedText.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Link } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { hitName } from './conversation-name.ts';

interface Props {
  readonly query: UseInfiniteQueryResult<InfiniteData<MessageHits>>;
  /** The searched words, which are marked. */
  readonly term: string;
  readonly hrefOf: (hit: MessageHitsHit) => string;
}

/** Messages that a search has found: contact, time and excerpt, each a link to the message. */
export function MessageHitRows({ query, term, hrefOf }: Props) {
  const { hits: words, row, group } = useConversationWords();
  const nameOf = (hit: MessageHitsHit) =>
    hitName(hit, { unnamed: group.unnamed, unknown: row.unknown });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <>
      <ul>
        {query.data?.pages.flatMap(({ hits }) =>
          hits.map((hit) => (
            <li key={hit.id} data-item={hit.id} className="border-border border-b last:border-b-0">
              <Link href={hrefOf(hit)} className="flex flex-col gap-0.5 px-3 py-2 hover:bg-surface">
                <span className="flex items-baseline gap-2">
                  <span className="min-w-0 flex-1 truncate">{nameOf(hit)}</span>
                  <span className="text-meta text-muted">
                    <RelativeTime at={hit.sent_at} />
                  </span>
                </span>
                <span className="line-clamp-2 break-words text-muted">
                  {hit.direction === 'outgoing' ? `${hit.author?.name ?? row.team}: ` : null}
                  <MarkedText text={hit.excerpt} term={term} />
                </span>
              </Link>
            </li>
          )),
        )}
      </ul>
      {hasNextPage ? (
        <Button
          look="quiet"
          className="m-2 self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </>
  );
}
