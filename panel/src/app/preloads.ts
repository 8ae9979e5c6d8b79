import { localeNow } from '../words/translations.ts';
import type { Preload } from './screens.ts';

/*
 * Starts the loading of all files of a screen at once: a browser finds the imports of a file only in the file, one level after another. The
 * table of files is written by the build (panel/preloads.ts), and loaded when the first screen is complete.
 */

export const buildHere = document.querySelector<HTMLMetaElement>('meta[name=pauta-build]')?.content;

let table: readonly Preload[] = [];
const preloaded = new Set<string>();

/** Loads the table. Without it, screens load more slowly. */
export async function loadPreloads(): Promise<void> {
  const response = await fetch(`/assets/preloads-${buildHere}.json`);
  if (response.ok) table = await response.json();
}

/** Starts the loading of all files of the screen of a path, before `load` imports the first. @returns a loader that does both */
export const withFiles =
  <T>(load: () => Promise<T>, pathOf: () => string) =>
  (): Promise<T> => {
    preloadScreen(pathOf());
    return load();
  };

/** Loads the files of the screen of a path, in the panel's language. */
function preloadScreen(pathname: string): void {
  const screen = table.find(({ shape }) => new RegExp(shape).test(pathname));
  for (const file of [...(screen?.files ?? []), ...(screen?.words[localeNow()] ?? [])]) {
    if (preloaded.has(file)) continue;
    preloaded.add(file);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }
}
