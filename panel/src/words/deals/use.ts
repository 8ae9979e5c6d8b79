import { lazyTranslations } from '../lazy-translations.ts';
import type { DealWords } from './pt-BR.ts';

export const useDealWords = lazyTranslations<DealWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
