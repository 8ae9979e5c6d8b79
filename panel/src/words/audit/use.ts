import { lazyTranslations } from '../lazy-translations.ts';
import type { AuditWords } from './pt-BR.ts';

export const useAuditWords = lazyTranslations<AuditWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
