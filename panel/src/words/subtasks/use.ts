import { lazyTranslations } from '../lazy-translations.ts';
import type { SubtaskWords } from './pt-BR.ts';

export const useSubtaskWords = lazyTranslations<SubtaskWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
