import { wordsApart } from '../lazy-translations.ts';
import type { BulkWords } from './pt-BR.ts';

export const useBulkWords = wordsApart<BulkWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
