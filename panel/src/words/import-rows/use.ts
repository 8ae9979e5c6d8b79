import { lazyTranslations } from '../lazy-translations.ts';
import type { ImportRowsWords } from './pt-BR.ts';

export const useImportRowsWords = lazyTranslations<ImportRowsWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
