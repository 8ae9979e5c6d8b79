import { posix } from 'node:path';
import { type Preload, screens } from './src/app/screens.ts';

/*
 * Files that browsers can load for a screen while the program is on its way: the service names them in the page
 * (server/http/panel-pages.ts).
 */

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Chunks of a build by their sources, as Vite writes them. */
export type Manifest = Readonly<Record<string, Chunk>>;

const locales = ['pt-BR', 'en'];
const frames = {
  open: [],
  alone: [],
  shell: ['src/app/Shell.tsx'],
  settings: ['src/app/Shell.tsx', 'src/app/SettingsFrame.tsx'],
};

/**
 * @param page the page of the build, which names the files of the program
 * @throws Error if a screen is not in the build
 */
export function preloads(manifest: Manifest, page: string): Preload[] {
  const chunkOf = (name: string): Chunk => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build does not contain ${name}`);
    return chunk;
  };
  /** Names of modules and all that they import statically. */
  const closure = (names: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const name of names)
      if (!seen.has(name)) closure(chunkOf(name).imports ?? [], seen.add(name));
    return seen;
  };
  const filesOf = (names: Iterable<string>) =>
    [...new Set([...names].map((name) => chunkOf(name).file))].filter(
      (file) => !page.includes(file),
    );
  return screens.map(({ shape, frame, file, pieces }) => {
    const sources = [file, ...pieces].map((path) => posix.join('src/app', path));
    const loaded = closure([...frames[frame], ...sources]);
    // Those of the program itself load when they are needed, except the words of every page.
    const later = [...loaded]
      .filter((name) => !page.includes(chunkOf(name).file))
      .flatMap((name) => chunkOf(name).dynamicImports ?? []);
    const wordsOf = (locale: string) =>
      later.filter((name) => name.startsWith('src/words/') && name.endsWith(`/${locale}.ts`));
    const files = filesOf(loaded);
    return {
      shape: shape.source,
      files,
      words: Object.fromEntries(
        locales.map((locale) => [
          locale,
          filesOf(closure([`src/words/${locale}.ts`, ...wordsOf(locale)])),
        ]),
      ),
    };
  });
}
