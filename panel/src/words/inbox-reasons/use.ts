import { lazyTranslations } from '../lazy-translations.ts';
import type { ReasonWords } from './pt-BR.ts';

export const useReasonWords = lazyTranslations<ReasonWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
