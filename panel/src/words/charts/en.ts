import type { ChartWords } from './pt-BR.ts';

export const words: ChartWords = {
  previous: 'Previous period',
  limit: 'Limit',
  total: 'Total',
  empty: 'Nothing to show in this period.',
  hint: 'Use the arrow keys to move through the points, and Enter to open the list.',
  legend: 'Legend',
  over: (p) => `${p.by} over the limit`,
  conversion: (p) => `${p.share} moved on`,
};
