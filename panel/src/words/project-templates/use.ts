import { lazyTranslations } from '../lazy-translations.ts';
import type { ProjectTemplateWords } from './pt-BR.ts';

export const useProjectTemplateWords = lazyTranslations<ProjectTemplateWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
