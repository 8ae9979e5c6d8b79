import { lazyTranslations } from '../lazy-translations.ts';
import type { ActivityWords } from './pt-BR.ts';

export const useActivityWords = lazyTranslations<ActivityWords>({
  'pt-BR': async () => (await import('../bundles/everyday/pt-BR.ts')).activities,
  en: async () => (await import('../bundles/everyday/en.ts')).activities,
});
