import { wordsApart } from '../lazy-translations.ts';
import type { DayWords } from './pt-BR.ts';

export type { DayWords } from './pt-BR.ts';

export const useDayWords = wordsApart<DayWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
