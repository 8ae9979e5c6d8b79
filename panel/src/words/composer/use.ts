import { lazyTranslations } from '../lazy-translations.ts';
import type { ComposerWords } from './pt-BR.ts';

export type { ComposerWords } from './pt-BR.ts';

export const useComposerWords = lazyTranslations<ComposerWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
