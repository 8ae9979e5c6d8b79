import { lazyTranslations } from '../lazy-translations.ts';
import type { ProjectWords } from './pt-BR.ts';

export type { ProjectWords } from './pt-BR.ts';

export const useProjectWords = lazyTranslations<ProjectWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
