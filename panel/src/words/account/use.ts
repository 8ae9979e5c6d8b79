import { lazyTranslations } from '../lazy-translations.ts';
import type { AccountWords } from './pt-BR.ts';

export const useAccountWords = lazyTranslations<AccountWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
