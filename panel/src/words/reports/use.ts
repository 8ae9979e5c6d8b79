import { lazyTranslations } from '../lazy-translations.ts';
import type { ReportWords } from './pt-BR.ts';

export const useReportWords = lazyTranslations<ReportWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
