import { lazyTranslations } from '../lazy-translations.ts';
import type { RecurrenceWords } from './pt-BR.ts';

export const useRecurrenceWords = lazyTranslations<RecurrenceWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
