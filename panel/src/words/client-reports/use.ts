import { lazyTranslations } from '../lazy-translations.ts';
import type { ClientReportWords } from './pt-BR.ts';

export const useClientReportWords = lazyTranslations<ClientReportWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
