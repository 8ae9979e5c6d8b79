import { wordsApart } from '../lazy-translations.ts';
import type { SettingsWords } from './pt-BR.ts';

export type { SettingsWords } from './pt-BR.ts';

export const useSettingsWords = wordsApart<SettingsWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
