import { lazyTranslations } from '../lazy-translations.ts';
import type { ImportWords } from './pt-BR.ts';

export const useImportWords = lazyTranslations<ImportWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
