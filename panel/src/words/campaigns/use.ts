import { lazyTranslations } from '../lazy-translations.ts';
import type { CampaignWords } from './pt-BR.ts';

export const useCampaignWords = lazyTranslations<CampaignWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
