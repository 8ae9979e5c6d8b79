import { lazyTranslations } from '../lazy-translations.ts';
import type { InboxWords } from './pt-BR.ts';

export const useInboxWords = lazyTranslations<InboxWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
