import { useEffect, useState } from 'react';
import { type Locale, localeNow, useLocale } from '../translations.ts';
import type { ProblemWords } from './pt-BR.ts';
import type { ErrorTranslator } from './translate.ts';

/* Translations of server errors, loaded with the first error. Signing in needs none of them. */

const load: Readonly<Record<Locale, () => Promise<ProblemWords>>> = {
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
};

/** Loads what says in a language why the browser finds an input invalid. */
export async function loadInvalid(locale: Locale): Promise<(input: HTMLInputElement) => string> {
  const [{ explain }, words] = await Promise.all([
    import('./browser-validation.ts'),
    load[locale](),
  ]);
  return (input) => explain(input, words);
}

/** Fallback if the translations cannot be loaded: only the failure's title is shown. */
const fallbackTranslator: ErrorTranslator = {
  titles: {},
  fieldReason: () => '',
  wholeNumber: () => '',
  reasonsOf: () => [],
};

const readers = new Map<Locale, ErrorTranslator>();

async function readerIn(locale: Locale): Promise<ErrorTranslator> {
  const cached = readers.get(locale);
  if (cached) return cached;
  try {
    const [{ makeErrorTranslator: readerWith }, catalogue] = await Promise.all([
      import('./translate.ts'),
      load[locale](),
    ]);
    const reader = readerWith(catalogue, locale);
    readers.set(locale, reader);
    return reader;
  } catch {
    return fallbackTranslator;
  }
}

/** Access from outside a component. */
export const errorTranslatorNow = () => readerIn(localeNow());

/** Reader of server errors. @returns undefined while it is loading, or if it is not wanted */
export function useErrorTranslator(isWanted: boolean): ErrorTranslator | undefined {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<{
    readonly locale: Locale;
    readonly reader: ErrorTranslator;
  }>();
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
