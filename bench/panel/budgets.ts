import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { panelDigests } from '#deploy/release/panel-digests.ts';
import { buildNow } from '#server/platform/panel-build.ts';
import type { Bar, Group } from './bar.ts';

/*
 * Size of the files that browsers load: the panel is built, and its files are measured as sent, compressed with gzip, in kB of 1,000 bytes.
 */

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const entry = 'index.html';
const words = 'src/words/pt-BR.ts';
const shellFile = 'src/app/Shell.tsx';
/** Chunks that every settings screen loads. */
const settings = ['src/app/SettingsFrame.tsx', 'src/words/settings/pt-BR.ts'];

export async function budgets(): Promise<Group> {
  const directory = join(mkdtempSync(join(tmpdir(), 'pauta-bars-')), 'dist');
  try {
    await buildNow(tmpdir(), directory);
    // For deploy/release/check.ts, which compares another build.
    const { PANEL_DIGESTS } = process.env;
    if (PANEL_DIGESTS) writeFileSync(PANEL_DIGESTS, JSON.stringify(panelDigests(directory)));
    return { title: 'Bytes that browsers load, with gzip', bars: weigh(directory) };
  } finally {
    rmSync(join(directory, '..'), { recursive: true });
  }
}

/** Size of the font, which is compressed already. */
function weighFont(directory: string): number {
  const assets = join(directory, 'assets');
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  if (fonts.length !== 1) throw new Error(`${fonts.length} fonts in ${assets}`);
  return fonts.reduce((all, name) => all + statSync(join(assets, name)).size, 0) / 1_000;
}

/** Size of the worker that reads PDF files. */
function weighWorker(directory: string): number {
  const assets = join(directory, 'assets');
  const workers = readdirSync(assets).filter((name) => name.endsWith('.mjs.gz'));
  return workers.reduce((all, name) => all + statSync(join(assets, name)).size, 0) / 1_000;
}

function weigh(directory: string): Bar[] {
  const manifest = JSON.parse(
    readFileSync(join(directory, '.vite', 'manifest.json'), 'utf8'),
  ) as Record<string, Chunk>;

  /** Files of a module and of all its static imports. */
  const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const style of chunk.css ?? []) seen.add(style);
    for (const next of chunk.imports ?? []) filesOf(next, seen);
    return seen;
  };
  const together = (...names: string[]) => new Set(names.flatMap((name) => [...filesOf(name)]));
  const weigh = (files: Iterable<string>, ending: string) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((all, file) => all + readFileSync(join(directory, `${file}.gz`)).length, 0) / 1_000;

  const shell = together(entry, words, shellFile);
  const signIn = together(entry, words, 'src/screens/sign-in/Screen.tsx');
  const home = together(entry, words, shellFile, 'src/screens/home/Screen.tsx');
  const screens = Object.keys(manifest).filter((name) => /^src\/(screens|records)\//.test(name));
  const bar = (what: string, value: number, bar: number): Bar => ({ what, value, unit: 'kB', bar });
  return [
    bar('sign-in, script', weigh(signIn, '.js'), 100),
    bar('shell, script', weigh(shell, '.js'), 115),
    bar('shell and first screen, script', weigh(home, '.js'), 140),
    bar('style', weigh(shell, '.css'), 15),
    bar('font', weighFont(directory), 35),
    // Loaded only to display a PDF file (docs/adr/0172-pages-of-pdf-files.md).
    bar('PDF viewer, script', weigh(filesOf('src/pdf/viewer.ts'), '.js'), 170),
    bar('PDF viewer, worker', weighWorker(directory), 420),
    ...screens.map((name) => {
      const frame = /\/(settings|inboxes)\//.test(name) ? settings : [];
      const more = [...together(name, ...frame)].filter((file) => !shell.has(file));
      return bar(name.replace(/^src\/(screens|records)\//, 'further: '), weigh(more, '.js'), 40);
    }),
  ];
}
