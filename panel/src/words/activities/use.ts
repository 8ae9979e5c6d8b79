import { lazyTranslations } from '../lazy-translations.ts';
import type { ActivityWords } from './pt-BR.ts';

export const useActivityWords = lazyTranslations<ActivityWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
