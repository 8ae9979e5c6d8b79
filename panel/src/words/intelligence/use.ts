import { lazyTranslations } from '../lazy-translations.ts';
import type { IntelligenceWords } from './pt-BR.ts';

export const useIntelligenceWords = lazyTranslations<IntelligenceWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
