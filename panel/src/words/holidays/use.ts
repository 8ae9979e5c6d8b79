import { lazyTranslations } from '../lazy-translations.ts';

export const useHolidayWords = lazyTranslations({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
