import { lazyTranslations } from '../lazy-translations.ts';
import type { ConversationWords } from './pt-BR.ts';

export type { ConversationWords } from './pt-BR.ts';

export const useConversationWords = lazyTranslations<ConversationWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
