import { lazyTranslations } from '../lazy-translations.ts';
import type { BrandWords } from './pt-BR.ts';

export const useBrandWords = lazyTranslations<BrandWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
