import { lazyTranslations } from '../lazy-translations.ts';
import type { MyDayWords } from './pt-BR.ts';

export const useMyDayWords = lazyTranslations<MyDayWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
