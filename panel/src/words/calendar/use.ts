import { wordsApart } from '../lazy-translations.ts';
import type { CalendarWords } from './pt-BR.ts';

export const useCalendarWords = wordsApart<CalendarWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
