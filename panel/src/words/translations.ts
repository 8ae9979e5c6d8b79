import { useSyncExternalStore } from 'react';
import type { Words } from './pt-BR.ts';

/*
 * Words of the panel: one catalogue per language, of which only the current one is loaded. Portuguese is the source; the others have its
 * keys.
 */

export const locales = ['pt-BR', 'en'] as const;
export type Locale = (typeof locales)[number];

const load: Record<Locale, () => Promise<Words>> = {
  'pt-BR': async () => (await import('./pt-BR.ts')).words,
  en: async () => (await import('./en.ts')).words,
};

let current: { readonly locale: Locale; readonly words: Words } | undefined;
const listeners = new Set<() => void>();
const storageKey = 'pauta.locale';

const isLocale = (text: string | null | undefined): text is Locale =>
  locales.some((locale) => locale === text);

/** Language used last in this browser; undefined on the first visit. */
export function rememberedLocale(): Locale | undefined {
  const last = localStorage.getItem(storageKey);
  return isLocale(last) ? last : undefined;
}

/** Language of the browser, otherwise Portuguese. */
export function browserLocale(): Locale {
  const [first = 'pt'] = navigator.languages;
  return first.startsWith('pt') ? 'pt-BR' : 'en';
}

/** Loaders of words used by a few screens, registered when those screens load. */
export const translationLoaders = new Set<(locale: Locale) => Promise<unknown>>();
const arrive = (locale: Locale) => Promise.all([...translationLoaders].map((load) => load(locale)));

/** Loads the words of all registered loaders, so that components need not suspend for them. */
export const loadTranslations = () => arrive(localeNow());

/** Switches the panel's language, and remembers it. */
export async function setLanguage(locale: string): Promise<void> {
  const wanted = isLocale(locale) ? locale : 'en';
  if (current?.locale !== wanted) {
    const [words] = await Promise.all([load[wanted](), arrive(wanted)]);
    current = { locale: wanted, words };
    document.documentElement.lang = wanted;
    for (const listener of listeners) listener();
  }
  localStorage.setItem(storageKey, wanted);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function inUse() {
  if (!current) throw new Error('no language is loaded');
  return current;
}

export const useWords = (): Words => useSyncExternalStore(subscribe, () => inUse().words);
export const useLocale = (): Locale => useSyncExternalStore(subscribe, () => inUse().locale);

/** Access from outside a component. */
export const wordsNow = (): Words => inUse().words;
export const localeNow = (): Locale => inUse().locale;
