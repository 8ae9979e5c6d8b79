import { lazyTranslations } from '../lazy-translations.ts';
import type { BoardWords } from './pt-BR.ts';

export const useBoardWords = lazyTranslations<BoardWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
