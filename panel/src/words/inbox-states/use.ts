import { lazyTranslations } from '../lazy-translations.ts';
import type { InboxStateWords } from './pt-BR.ts';

export type { InboxStateWords } from './pt-BR.ts';

export const useInboxStateWords = lazyTranslations<InboxStateWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
