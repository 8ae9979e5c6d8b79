import { lazyTranslations } from '../lazy-translations.ts';
import type { Locale } from '../translations.ts';
import type { SignInMethodWords } from './pt-BR.ts';

const load: Readonly<Record<Locale, () => Promise<SignInMethodWords>>> = {
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
};

export const useSignInMethodWords = lazyTranslations<SignInMethodWords>(load);

/** Access from outside a component. */
export const signInMethodWordsIn = (locale: Locale): Promise<SignInMethodWords> => load[locale]();
