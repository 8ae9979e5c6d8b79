import { lazyTranslations } from '../lazy-translations.ts';
import type { UnreadWords } from './pt-BR.ts';

export const useUnreadWords = lazyTranslations<UnreadWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
