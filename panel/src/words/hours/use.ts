import { lazyTranslations } from '../lazy-translations.ts';
import type { HoursWords } from './pt-BR.ts';

export const useHoursWords = lazyTranslations<HoursWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
