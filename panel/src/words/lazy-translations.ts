import { use } from 'react';
import { type Locale, translationLoaders, useLocale } from './translations.ts';

/**
 * Words used by a few screens, loaded with the first of them.
 * @returns a hook that suspends until they are loaded
 */
export function lazyTranslations<T>(load: Readonly<Record<Locale, () => Promise<T>>>): () => T {
  const asked = new Map<Locale, Promise<T>>();
  const known = new Map<Locale, T>();
  const ask = (locale: Locale) => {
    const words =
      asked.get(locale) ??
      load[locale]().then((words) => {
        known.set(locale, words);
        return words;
      });
    asked.set(locale, words);
    return words;
  };
  translationLoaders.add(ask);
  return () => {
    const locale = useLocale();
    return known.get(locale) ?? use(ask(locale));
  };
}
