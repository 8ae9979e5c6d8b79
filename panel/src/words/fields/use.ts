import { lazyTranslations } from '../lazy-translations.ts';
import type { FieldWords } from './words.ts';

export const useFieldWords = lazyTranslations<FieldWords>({
  'pt-BR': async () => (await import('../bundles/everyday/pt-BR.ts')).fields,
  en: async () => (await import('../bundles/everyday/en.ts')).fields,
});
