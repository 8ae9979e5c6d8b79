import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { request } from '../api/call.ts';
import type { MessageHits } from '../api/schema.ts';

/** Text in which the server finds messages: it contains a word. */
export const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

interface Within {
  readonly conversation_id?: string;
  readonly inbox_id?: string | undefined;
  /** Messages of a page. */
  readonly limit: number;
}

/** Messages that contain all words of a text, latest first; a text without a word finds none. */
export const messageHitsQuery = (slug: string, typed: string, { limit, ...within }: Within) =>
  infiniteQueryOptions({
    queryKey: ['team', slug, 'message-hits', typed, within, limit],
    staleTime: 5_000,
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }): Promise<MessageHits> =>
      hasWord(typed)
        ? request('GET /teams/{team_slug}/msgapp/message-hits', {
            at: { team_slug: slug },
            query: { q: typed.slice(0, 200), ...within, limit, after: pageParam },
            signal,
          })
        : Promise.resolve({ hits: [], next: null }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
