import { lazyTranslations } from '../lazy-translations.ts';
import type { FieldWords } from './words.ts';

export const useFieldWords = lazyTranslations<FieldWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
