import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildNow } from '../server/platform/panel-build.ts';

/*
 * Builds the panel and holds what browsers load against its budgets: `npm run panel:bars`. Sizes are of gzip, in kB of 1,000 bytes.
 */

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

const directory = join(mkdtempSync(join(tmpdir(), 'pauta-bars-')), 'dist');
await buildNow(tmpdir(), directory);
const manifest = JSON.parse(
  readFileSync(join(directory, '.vite', 'manifest.json'), 'utf8'),
) as Record<string, Chunk>;

/** The files of a module and of all that it imports at once. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const next of chunk.imports ?? []) filesOf(next, seen);
  return seen;
}

const sizeOf = (file: string) => readFileSync(join(directory, `${file}.gz`)).length;
const sum = (files: Iterable<string>, ending: string) =>
  [...files].filter((file) => file.endsWith(ending)).reduce((all, file) => all + sizeOf(file), 0);
const together = (...names: string[]) => new Set(names.flatMap((name) => [...filesOf(name)]));

const entry = 'index.html';
const words = 'src/words/pt-BR.ts';
const screens = Object.keys(manifest).filter((name) => name.startsWith('src/screens/'));
const shell = together(entry, words, 'src/app/Shell.tsx');
const settingsFrame = ['src/app/SettingsFrame.tsx', 'src/words/settings/pt-BR.ts'];
const home = 'src/screens/home/Screen.tsx';
const signIn = together(entry, words, 'src/screens/sign-in/Screen.tsx');

const rows: [what: string, bytes: number, budget: number][] = [
  ['sign-in, script', sum(signIn, '.js'), 100_000],
  ['shell, script', sum(shell, '.js'), 115_000],
  ['shell and first screen, script', sum(new Set([...shell, ...filesOf(home)]), '.js'), 140_000],
  ['style', sum(shell, '.css'), 15_000],
  ...screens.map((name): [string, number, number] => {
    const around = /settings|people/.test(name) ? settingsFrame : [];
    const more = [...together(name, ...around)].filter((file) => !shell.has(file));
    return [name.replace('src/screens/', 'further: '), sum(more, '.js'), 40_000];
  }),
];

const width = Math.max(...rows.map(([what]) => what.length));
const kB = (bytes: number) => (bytes / 1_000).toFixed(1).padStart(6);
for (const [what, bytes, budget] of rows)
  process.stdout.write(
    `${bytes > budget ? '!!' : 'ok'} ${what.padEnd(width)} ${kB(bytes)} of ${kB(budget)} kB\n`,
  );
rmSync(join(directory, '..'), { recursive: true });
if (rows.some(([, bytes, budget]) => bytes > budget)) process.exitCode = 1;
