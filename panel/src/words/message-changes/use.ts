import { lazyTranslations } from '../lazy-translations.ts';
import type { MessageChangeWords } from './pt-BR.ts';

export const useMessageChangeWords = lazyTranslations<MessageChangeWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
