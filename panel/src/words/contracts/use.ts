import { lazyTranslations } from '../lazy-translations.ts';
import type { ContractWords } from './pt-BR.ts';

export type { ContractWords } from './pt-BR.ts';

export const useContractWords = lazyTranslations<ContractWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
