import { lazyTranslations } from '../lazy-translations.ts';
import type { ChartWords } from './pt-BR.ts';

export const useChartWords = lazyTranslations<ChartWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
