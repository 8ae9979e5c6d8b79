import { lazyTranslations } from '../lazy-translations.ts';
import type { TaskDependencyWords } from './pt-BR.ts';

export const useTaskDependencyWords = lazyTranslations<TaskDependencyWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
