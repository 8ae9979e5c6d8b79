import { QueryCache, QueryClient } from '@tanstack/react-query';
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
