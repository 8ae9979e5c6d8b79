import { use } from 'react';
import { type Locale, translationLoaders, useLocale } from './translations.ts';

/**
 * Words used by a few screens, loaded with the first of them.
 * @returns a hook that suspends until they are loaded
 */
export function lazyTranslations<T>(load: Readonly<Record<Locale, () => Promise<T>>>): () => T {
  const loading = new Map<Locale, Promise<T>>();
  const loaded = new Map<Locale, T>();
  const loadOnce = (locale: Locale) => {
    const words =
      loading.get(locale) ??
      load[locale]().then((words) => {
        loaded.set(locale, words);
        return words;
      });
    loading.set(locale, words);
    return words;
  };
  translationLoaders.add(loadOnce);
  return () => {
    const locale = useLocale();
    return loaded.get(locale) ?? use(loadOnce(locale));
  };
}
