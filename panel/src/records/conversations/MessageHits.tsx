import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageHitsQuery } from '#panel/data/message-hits.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { messageHref } from './address.ts';
import type { RowFilters } from './list-rows.ts';
import { MessageHitRows } from './MessageHitRows.tsx';

const pageSize = 20;

interface Props {
  readonly slug: string;
  readonly filters: RowFilters;
  /** Query of the address. */
  readonly search: string;
  /** Replaces all if there is no message. */
  readonly none: ReactNode;
}

/** Messages that contain the words of the list's search, below the conversations that it finds by name. */
export default function MessageHits({ slug, filters, search, none }: Props) {
  const { hits: words } = useConversationWords();
  const term = filters.search ?? '';
  const query = useInfiniteQuery(
    messageHitsQuery(slug, term, { inbox_id: filters.inbox_id, limit: pageSize }),
  );
  const isEmpty = query.data?.pages.every(({ hits }) => hits.length === 0) === true;
  if (isEmpty && none) return none;
  return (
    <section
      aria-label={words.title}
      className="flex min-h-0 flex-1 basis-1/2 flex-col overflow-y-auto border-border border-t"
    >
      <h2 className="sticky top-0 bg-bg px-3 py-1.5 font-medium text-meta text-muted">
        {words.title}
      </h2>
      <QueryContent query={query}>
        {() =>
          isEmpty ? (
            <p className="px-3 pb-3 text-muted">{words.none}</p>
          ) : (
            <MessageHitRows
              query={query}
              term={term}
              hrefOf={({ id, conversation_id }) =>
                messageHref(slug, { conversation: conversation_id, message: id }, search)
              }
            />
          )
        }
      </QueryContent>
    </section>
  );
}
