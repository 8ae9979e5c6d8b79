import { lazyTranslations } from '../lazy-translations.ts';
import type { ImportProblemWords } from './pt-BR.ts';

export const useImportProblemWords = lazyTranslations<ImportProblemWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
