import { lazyTranslations } from '../lazy-translations.ts';
import type { TimelineWords } from './pt-BR.ts';

export const useTimelineWords = lazyTranslations<TimelineWords>({
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
});
