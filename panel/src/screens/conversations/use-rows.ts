import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAllShown } from '../../commands/pending.ts';
import {
  arranged,
  type Counts,
  type Row,
  type RowsAsked,
  rowsOf,
} from '../../data/conversation-rows.ts';
import { conversationRowsQuery } from '../../data/conversations.ts';

const nothing: readonly Row[] = [];

/** The conversations of a list, in their order as it is now, with what is under way. */
export function useRows(slug: string, asked: RowsAsked, me: string | undefined) {
  const query = useInfiniteQuery({
    ...conversationRowsQuery(slug, asked, me),
    enabled: me !== undefined,
  });
  const known = query.data;
  const all = useMemo(() => (known ? rowsOf(known) : nothing), [known]);
  const shown = useAllShown('conversations', all);
  const rows = useMemo(
    () => (known ? arranged(known, shown, { asked, me }) : nothing),
    [known, shown, asked, me],
  );
  const counts: Counts | undefined = known?.pages[0]?.counts;
  return { query, all: shown, rows, counts };
}
