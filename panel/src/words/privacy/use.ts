import { lazyTranslations } from '../lazy-translations.ts';
import type { PrivacyWords } from './pt-BR.ts';

export const usePrivacyWords = lazyTranslations<PrivacyWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
