import { lazyTranslations } from '../lazy-translations.ts';
import type { ExportWords } from './pt-BR.ts';

export const useExportWords = lazyTranslations<ExportWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
