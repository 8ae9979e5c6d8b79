import { lazyTranslations } from '../lazy-translations.ts';
import type { WorkloadWords } from './pt-BR.ts';

export const useWorkloadWords = lazyTranslations<WorkloadWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
