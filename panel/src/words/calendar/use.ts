import { lazyTranslations } from '../lazy-translations.ts';
import type { CalendarWords } from './pt-BR.ts';

export const useCalendarWords = lazyTranslations<CalendarWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
