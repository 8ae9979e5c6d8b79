import { lazyTranslations } from '../lazy-translations.ts';
import type { HolidayWords } from './pt-BR.ts';

export const useHolidayWords = lazyTranslations<HolidayWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
