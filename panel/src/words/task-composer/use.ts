import { lazyTranslations } from '../lazy-translations.ts';
import type { TaskComposerWords } from './pt-BR.ts';

export const useTaskComposerWords = lazyTranslations<TaskComposerWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
