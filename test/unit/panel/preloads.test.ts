import { expect, test } from 'vitest';
import { screens } from '#panel/app/screens.ts';
import { type Manifest, preloads } from '../../../panel/preloads.ts';

/* Files that the page names for its screen, from an invented build. */

const page = '<script src="/assets/page.js"></script>';

/** A build in which each file of a screen is a chunk that imports the program and a shared chunk. */
function invented(): Record<string, Manifest[string]> {
  const sources = screens.flatMap(({ file, pieces }) =>
    [file, ...pieces].map((path) =>
      path.startsWith('./') ? `src/app/${path.slice(2)}` : `src/${path.slice(3)}`,
    ),
  );
  const chunk = (name: string) =>
    [name, { file: `assets/${name}.js`, imports: ['_page.js', '_shared.js'] }] as const;
  return {
    ...Object.fromEntries(
      ['src/app/Shell.tsx', 'src/app/SettingsFrame.tsx', ...sources].map(chunk),
    ),
    '_page.js': {
      file: 'assets/page.js',
      dynamicImports: ['src/words/pt-BR.ts', 'src/words/en.ts', 'src/words/problems/en.ts'],
    },
    '_shared.js': {
      file: 'assets/shared.js',
      imports: ['_page.js'],
      dynamicImports: ['src/words/lists/pt-BR.ts', 'src/words/lists/en.ts', 'src/app/Peek.tsx'],
    },
    ...Object.fromEntries(
      ['pt-BR', 'en', 'lists/pt-BR', 'lists/en'].map((name) => [
        `src/words/${name}.ts`,
        { file: `assets/${name}.js` },
      ]),
    ),
  };
}

const at = (pathname: string, manifest: Manifest = invented()) =>
  preloads(manifest, page).find(({ shape }) => new RegExp(shape).test(pathname));

test('a screen has the files of its frame, of itself and of all imports, except those that the page names', () => {
  expect(at('/t/ipe/settings/people')?.files).toEqual([
    'assets/src/app/Shell.tsx.js',
    'assets/shared.js',
    'assets/src/app/SettingsFrame.tsx.js',
    'assets/src/screens/settings/people/Screen.tsx.js',
  ]);
  expect(at('/sign-in')?.files).toEqual([
    'assets/src/screens/sign-in/Screen.tsx.js',
    'assets/shared.js',
  ]);
});

test('the page of a record has the files of its kind', () => {
  expect(at('/t/ipe/deals/1')?.files).toContain('assets/src/records/deals/Record.tsx.js');
  expect(at('/t/ipe/projects/1/board')?.files).toContain(
    'assets/src/records/projects/Record.tsx.js',
  );
});

test('words are those of the page and of the screen, in one language', () => {
  expect(at('/t/ipe/tasks')?.words).toEqual({
    'pt-BR': ['assets/pt-BR.js', 'assets/lists/pt-BR.js'],
    en: ['assets/en.js', 'assets/lists/en.js'],
  });
});

test('a screen that is missing in the build is an error', () => {
  const { 'src/records/deals/Screen.tsx': _, ...others } = invented();
  expect(() => preloads(others, page)).toThrow('src/records/deals/Screen.tsx');
});
