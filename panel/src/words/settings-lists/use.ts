import { lazyTranslations } from '../lazy-translations.ts';
import type { SettingsListWords } from './pt-BR.ts';

export const useSettingsListWords = lazyTranslations<SettingsListWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
