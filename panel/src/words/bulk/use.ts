import { lazyTranslations } from '../lazy-translations.ts';
import type { BulkWords } from './pt-BR.ts';

export const useBulkWords = lazyTranslations<BulkWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
