import { lazyTranslations } from '../lazy-translations.ts';
import type { MyDayWords } from './pt-BR.ts';

export const useMyDayWords = lazyTranslations<MyDayWords>({
  'pt-BR': async () => (await import('../bundles/everyday/pt-BR.ts')).myDay,
  en: async () => (await import('../bundles/everyday/en.ts')).myDay,
});
