import { wordsApart } from '../apart.ts';
import type { ListWords } from './pt-BR.ts';

export type { ListWords } from './pt-BR.ts';

/** What every list of records says. */
export const useListWords = wordsApart<ListWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
