import { lazyTranslations } from '../lazy-translations.ts';
import type { BillingWords } from './pt-BR.ts';

export const useBillingWords = lazyTranslations<BillingWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
