import { lazyTranslations } from '../lazy-translations.ts';
import type { ClientWords } from './pt-BR.ts';

export const useClientWords = lazyTranslations<ClientWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
