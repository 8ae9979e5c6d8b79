import { lazyTranslations } from '../lazy-translations.ts';
import type { RecordWords } from './pt-BR.ts';

export const useRecordWords = lazyTranslations<RecordWords>({
  'pt-BR': async () => (await import('../bundles/everyday/pt-BR.ts')).records,
  en: async () => (await import('../bundles/everyday/en.ts')).records,
});
