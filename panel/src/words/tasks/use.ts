import { lazyTranslations } from '../lazy-translations.ts';
import type { TaskWords } from './pt-BR.ts';

export const useTaskWords = lazyTranslations<TaskWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
