import { lazyTranslations } from '../lazy-translations.ts';
import type { SettingsWords } from './pt-BR.ts';

export type { SettingsWords } from './pt-BR.ts';

export const useSettingsWords = lazyTranslations<SettingsWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
