import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { Failure } from '../api/call.ts';

/** What the service said, kept for as long as the tab lives. */
export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      // The session is over: whoever looks at it goes to the sign-in.
      if (error instanceof Failure && error.code === 'UNAUTHORIZED')
        client.setQueryData(['session'], null);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) =>
        count < 2 &&
        error instanceof Failure &&
        ['OFFLINE', 'UNAVAILABLE', 'UNREADABLE'].includes(error.code),
      retryDelay: (count) => 300 * 2 ** count,
    },
  },
});

/** After a change, what it makes stale is read anew: gives the answer on once that is there. @param queryKey what is read */
export const thenReads =
  (queryKey: QueryKey) =>
  async <T>(answer: Promise<T>): Promise<T> => {
    const data = await answer;
    await client.invalidateQueries({ queryKey });
    return data;
  };
