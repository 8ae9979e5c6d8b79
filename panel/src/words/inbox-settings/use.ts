import { lazyTranslations } from '../lazy-translations.ts';
import type { InboxSettingsWords } from './pt-BR.ts';

export const useInboxSettingsWords = lazyTranslations<InboxSettingsWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
