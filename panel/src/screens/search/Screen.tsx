import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { searchAllLimits } from '#panel/api/input-limits.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { messageHitsQuery } from '#panel/data/message-hits.ts';
import { searchQuery } from '#panel/data/search.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { KindIcon } from '#panel/display/kinds.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { messageHref } from '#panel/records/conversations/address.ts';
import { MessageHitRows } from '#panel/records/conversations/MessageHitRows.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { usePaletteWords } from '#panel/words/palette/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** Messages of a page of results. */
const maxMessages = 10;

/** Search as a page, for phones and for addresses that contain a query. */
export default function Search() {
  const { app } = useWords();
  const words = usePaletteWords();
  const { slug } = useCurrentTeam();
  useDocumentTitle(words.search.title);
  const [q, setQ] = useParam('q');
  const [typed, type] = useState(q ?? '');
  const text = useDeferredValue(typed.trim());
  useEffect(() => setQ(text || undefined), [text, setQ]);
  const query = useQuery(searchQuery(slug, text));
  const messages = useInfiniteQuery(messageHitsQuery(slug, text, { limit: maxMessages }));
  const hasMessages = messages.data?.pages.some(({ hits }) => hits.length > 0) === true;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const count = [...(query.data ?? []), ...(messages.data?.pages ?? [])].reduce(
    (sum, { hits }) => sum + hits.length,
    0,
  );
  return (
    <div className="flex max-w-[720px] flex-col gap-4">
      <h1 className="font-semibold text-page">{words.search.title}</h1>
      <input
        type="search"
        aria-label={words.search.label}
        placeholder={words.search.label}
        value={typed}
        {...searchAllLimits.q}
        ref={field}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
        className="control w-full rounded border border-border bg-raised px-2"
      />
      <p role="status" className="sr-only">
        {text === '' || query.isFetching || messages.isFetching || query.isError || messages.isError
          ? ''
          : count === 0
            ? words.none
            : words.hits({ count })}
      </p>
      <QueryContent query={query}>
        {(groups) =>
          groups.length === 0 && !hasMessages && !messages.isFetching && !messages.isError ? (
            <Empty
              text={text === '' ? words.search.about : words.search.none({ text })}
              ghost={<Ghost of="rows" />}
            >
              {text === '' ? null : (
                <Button
                  onClick={() => {
                    type('');
                    field.current?.focus();
                  }}
                >
                  {words.search.clear}
                </Button>
              )}
            </Empty>
          ) : (
            groups.map(({ kind, hits, has_more }) => (
              <section key={kind} aria-label={app.places[kind]}>
                <h2 className="py-1 font-semibold text-title">{app.places[kind]}</h2>
                <ul className="flex flex-col rounded-card border border-border bg-raised px-3">
                  {hits.map(({ id, name, about, is_closed }) => (
                    <li key={id} data-item={id} className="border-border border-b last:border-b-0">
                      <RecordLink
                        kind={kind}
                        id={id}
                        className="flex min-h-11 items-center gap-2 hover:underline"
                      >
                        <span className="text-muted">
                          <KindIcon kind={kind} />
                        </span>
                        <span className="min-w-0 truncate">{name}</span>
                        <span className="ml-auto min-w-0 truncate text-meta text-muted">
                          {[about, is_closed ? words.closed : undefined]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                      </RecordLink>
                    </li>
                  ))}
                </ul>
                {has_more ? <p className="py-1 text-meta text-muted">{words.more}</p> : null}
              </section>
            ))
          )
        }
      </QueryContent>
      <FailureNotice
        failure={messages.error ? asFailure(messages.error) : undefined}
        onRetry={() => void messages.refetch()}
      />
      {hasMessages ? (
        <section aria-label={words.messages}>
          <h2 className="py-1 font-semibold text-title">{words.messages}</h2>
          <div className="flex flex-col rounded-card border border-border bg-raised">
            <MessageHitRows
              query={messages}
              term={text}
              hrefOf={({ id, conversation_id }) =>
                messageHref(slug, { conversation: conversation_id, message: id })
              }
            />
          </div>
        </section>
      ) : null}
    </div>
  );
}
