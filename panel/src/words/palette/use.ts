import { lazyTranslations } from '../lazy-translations.ts';
import type { PaletteWords } from './pt-BR.ts';

export const usePaletteWords = lazyTranslations<PaletteWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
