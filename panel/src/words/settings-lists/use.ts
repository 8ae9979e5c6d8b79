import { wordsApart } from '../lazy-translations.ts';
import type { UpkeepWords } from './pt-BR.ts';

export type { UpkeepWords } from './pt-BR.ts';

export const useUpkeepWords = wordsApart<UpkeepWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
