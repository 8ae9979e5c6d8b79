import { queryOptions } from '@tanstack/react-query';
import { ask } from '../api/call.ts';
import type { Deal, Task } from '../api/types.ts';
import type { RecordChange } from './taking.ts';

/*
 * What changed last in a team's work, the latest first. Live events keep it so (changes.ts).
 */

/** How many are shown. */
export const most = 5;

/** The list after a change of one of its kind; where one leaves a full list, what follows is not known. */
const takenBy =
  <T extends Dated>(isIn: (record: T) => boolean) =>
  (list: readonly T[], { id, verb, record }: RecordChange) => {
    const now = record as unknown as T;
    const next = withLatest(list, id, verb !== 'deleted' && isIn(now) ? now : undefined);
    return next.length < list.length && list.length === most ? 'stale' : next;
  };

export const recentDealsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'deals', 'recent'],
    queryFn: ({ signal }) =>
      ask('GET /teams/{team_slug}/deals', {
        at: { team_slug: slug },
        query: { sort: '-updated_at', limit: most, status: 'ativo' },
        signal,
      }),
    meta: { take: takenBy<Deal>(({ status }) => status === 'ativo') },
  });

export const recentTasksQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'tasks', 'recent'],
    queryFn: ({ signal }) =>
      ask('GET /teams/{team_slug}/tasks', {
        at: { team_slug: slug },
        query: { sort: '-updated_at', limit: most },
        signal,
      }),
    meta: { take: takenBy<Task>(() => true) },
  });

export interface Dated {
  readonly id: string;
  readonly updated_at: string;
}

/**
 * The list after one of its records changed.
 * @param now the record; undefined: it belongs to the list no more
 * @returns the same list where nothing came of it
 */
export function withLatest<T extends Dated>(
  list: readonly T[],
  id: string,
  now: T | undefined,
): readonly T[] {
  const before = list.find((record) => record.id === id);
  if (now ? before && before.updated_at > now.updated_at : !before) return list;
  const others = list.filter((record) => record !== before);
  if (!now) return others;
  return [now, ...others].sort((a, b) => b.updated_at.localeCompare(a.updated_at)).slice(0, most);
}
