import { useQuery } from '@tanstack/react-query';
import type { Inbox } from '#panel/api/types.ts';
import { inboxesQuery } from '../inboxes/queries.ts';

/** The team's inboxes, from the query that the composer shares; undefined until loaded. */
export const useInboxes = (slug: string): readonly Inbox[] | undefined =>
  useQuery(inboxesQuery(slug)).data;
