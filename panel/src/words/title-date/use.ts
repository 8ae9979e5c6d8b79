import { lazyTranslations } from '../lazy-translations.ts';
import type { TitleDateWords } from './pt-BR.ts';

export const useTitleDateWords = lazyTranslations<TitleDateWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
