import { use } from 'react';
import { type Locale, useLocale } from './t.ts';

/**
 * Words that only some screens say, loaded with the first of these.
 * @returns a hook, which suspends until they are there
 */
export function wordsApart<T>(load: Readonly<Record<Locale, () => Promise<T>>>): () => T {
  const asked = new Map<Locale, Promise<T>>();
  return () => {
    const locale = useLocale();
    const words = asked.get(locale) ?? load[locale]();
    asked.set(locale, words);
    return use(words);
  };
}
