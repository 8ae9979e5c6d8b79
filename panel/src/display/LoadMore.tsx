import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../ui/Button.tsx';
import { useSettingsWords } from '../words/settings/use.ts';

/** "Load more" button at the end of a paginated list. */
export function LoadMore<T>({
  query,
  shown: count,
}: {
  readonly query: UseInfiniteQueryResult<{ readonly rows: readonly T[]; readonly total: number }>;
  readonly shown: number;
}) {
  const words = useSettingsWords();
  if (!query.hasNextPage || !query.data) return null;
  return (
    <Button
      className="self-start"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {words.further({ shown: count, total: query.data.total })}
    </Button>
  );
}
