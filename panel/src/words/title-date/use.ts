import { lazyTranslations } from '../lazy-translations.ts';
import type { TitleDateWords } from './pt-BR.ts';

export const useTitleDateWords = lazyTranslations<TitleDateWords>({
  'pt-BR': async () => (await import('../bundles/everyday/pt-BR.ts')).titleDate,
  en: async () => (await import('../bundles/everyday/en.ts')).titleDate,
});
