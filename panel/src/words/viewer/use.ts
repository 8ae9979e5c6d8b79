import { lazyTranslations } from '../lazy-translations.ts';
import type { ViewerWords } from './pt-BR.ts';

export const useViewerWords = lazyTranslations<ViewerWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
