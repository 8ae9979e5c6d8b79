import { useQuery } from '@tanstack/react-query';
import type { Inbox } from '../../api/types.ts';
import { inboxesQuery } from '../../data/inboxes.ts';

/** The team's inboxes: the same request that the composer makes; undefined until they are there. */
export const useInboxes = (slug: string): readonly Inbox[] | undefined =>
  useQuery(inboxesQuery(slug)).data;
