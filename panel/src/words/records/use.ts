import { lazyTranslations } from '../lazy-translations.ts';
import type { RecordWords } from './pt-BR.ts';

export const useRecordWords = lazyTranslations<RecordWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
