import { useEffect, useState } from 'react';
import { type Locale, localeNow, useLocale } from '../t.ts';
import type { ProblemWords } from './pt-BR.ts';
import type { Reader } from './reading.ts';

/*
 * Sentences for what the service refuses, loaded with the first refusal: signing in needs none of them.
 */

const load: Readonly<Record<Locale, () => Promise<ProblemWords>>> = {
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
};

/** If the sentences cannot be loaded, the title of the failure has to do. */
const silent: Reader = { titles: {}, reasonsOf: () => [], say: () => undefined };

const readers = new Map<Locale, Reader>();

async function readerIn(locale: Locale): Promise<Reader> {
  const known = readers.get(locale);
  if (known) return known;
  try {
    const [{ readerWith }, catalogue] = await Promise.all([import('./reading.ts'), load[locale]()]);
    const reader = readerWith(catalogue, locale);
    readers.set(locale, reader);
    return reader;
  } catch {
    return silent;
  }
}

/** For what is said outside a component. */
export const readerNow = () => readerIn(localeNow());

/** Reads what the service answered. @returns undefined while it is loading, or not wanted */
export function useReader(isWanted: boolean): Reader | undefined {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<{ readonly locale: Locale; readonly reader: Reader }>();
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void readerIn(locale).then((reader) => {
      if (!isOver) setLoaded({ locale, reader });
    });
    return () => {
      isOver = true;
    };
  }, [isWanted, locale]);
  return readers.get(locale) ?? (loaded?.locale === locale ? loaded.reader : undefined);
}
