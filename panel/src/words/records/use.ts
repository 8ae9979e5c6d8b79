import { wordsApart } from '../lazy-translations.ts';
import type { RecordWords } from './pt-BR.ts';

export type { RecordWords } from './pt-BR.ts';

export const useRecordWords = wordsApart<RecordWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
