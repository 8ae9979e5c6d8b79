import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReportName } from './model.ts';
import { changeMarks, reportsKey } from './queries.ts';
import { makeRefresher } from './refresh.ts';

const visibility = {
  isVisible: () => document.visibilityState === 'visible',
  onVisible(listener: () => void) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/** Refreshes the reports on screen after changes of the records that one counts. */
export function useRefresh(slug: string, report: ReportName): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = reportsKey(slug);
    const refresher = makeRefresher(() => client.invalidateQueries({ queryKey }), visibility);
    const cache = client.getQueryCache();
    const marks = changeMarks(slug, report).map((options) => {
      const mark = cache.build(client, { ...options, gcTime: Number.POSITIVE_INFINITY });
      // Changed while the report was not on screen.
      if (mark.state.isInvalidated) refresher.changed();
      mark.setData(true);
      return mark;
    });
    const end = cache.subscribe(({ query }) => {
      if (!query.state.isInvalidated || marks.every((mark) => mark !== query)) return;
      query.setData(true);
      refresher.changed();
    });
    return () => {
      end();
      refresher.stop();
    };
  }, [client, slug, report]);
}
