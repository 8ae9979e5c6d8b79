import { wordsApart } from '../lazy-translations.ts';
import type { Locale } from '../translations.ts';
import type { WayWords } from './pt-BR.ts';

const load: Readonly<Record<Locale, () => Promise<WayWords>>> = {
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
};

export const useWayWords = wordsApart<WayWords>(load);

/** Access from outside a component. */
export const wayWordsIn = (locale: Locale): Promise<WayWords> => load[locale]();
