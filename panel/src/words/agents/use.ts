import { lazyTranslations } from '../lazy-translations.ts';
import type { AgentWords } from './pt-BR.ts';

export const useAgentWords = lazyTranslations<AgentWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
