import { lazyTranslations } from '../lazy-translations.ts';
import type { ConflictWords } from './pt-BR.ts';

export const useConflictWords = lazyTranslations<ConflictWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
