import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { Failure } from '../api/call.ts';

/** Cache of server responses, kept for the lifetime of the tab. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      // The session has ended; views of it redirect to the sign-in.
      if (error instanceof Failure && error.code === 'UNAUTHORIZED')
        queryClient.setQueryData(['session'], null);
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

/** Invalidates a query after a change, and returns the answer once it has been refetched. @param queryKey query to refetch */
export const thenRefetch =
  (queryKey: QueryKey) =>
  async <T>(answer: Promise<T>): Promise<T> => {
    const data = await answer;
    await queryClient.invalidateQueries({ queryKey });
    return data;
  };
