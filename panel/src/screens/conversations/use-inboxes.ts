import { useQuery } from '@tanstack/react-query';
import type { Inbox } from '../../api/types.ts';
import { inboxesQuery } from '../../data/inboxes.ts';

/** The team's inboxes, from the query that the composer shares; undefined until loaded. */
export const useInboxes = (slug: string): readonly Inbox[] | undefined =>
  useQuery(inboxesQuery(slug)).data;
