import { lazyTranslations } from '../lazy-translations.ts';
import type { WorkflowWords } from './pt-BR.ts';

export const useWorkflowWords = lazyTranslations<WorkflowWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
