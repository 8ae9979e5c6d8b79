import { lazyTranslations } from '../lazy-translations.ts';
import type { ListWords } from './pt-BR.ts';

/** Words common to all lists of records. */
export const useListWords = lazyTranslations<ListWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
