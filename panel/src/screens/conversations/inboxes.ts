import { useInfiniteQuery } from '@tanstack/react-query';
import type { Inbox } from '../../api/types.ts';
import { inboxesQuery } from '../../data/connections.ts';

/** The team's inboxes: the same request that the composer makes; undefined until they are there. */
export const useInboxes = (slug: string): readonly Inbox[] | undefined =>
  useInfiniteQuery(inboxesQuery(slug)).data?.rows;
