import { lazyTranslations } from '../lazy-translations.ts';
import type { ThreadWords } from './pt-BR.ts';

export type { ThreadWords } from './pt-BR.ts';

export const useThreadWords = lazyTranslations<ThreadWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
