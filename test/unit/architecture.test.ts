import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* ARCHITECTURE.md names every folder, and nothing that does not exist. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}ARCHITECTURE.md`, 'utf8');
const named = new Set(
  [...text.matchAll(/`((?:server|panel|packages|test|lint)\/[^`\s<>*]*)`/g)].map(
    ([, path = '']) => path,
  ),
);

/** Folders whose folders are named one by one. */
const areas = ['server/', 'server/features/', 'panel/src/', 'packages/', 'test/', 'lint/'];
/** Folders of `server/` whose folders are named, too. */
const layers = ['http', 'events', 'outbound', 'db'].map((name) => `server/${name}/`);

const files = execFileSync('git', ['ls-files', ...areas], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');

const foldersIn = (area: string): readonly string[] => [
  ...new Set(
    files
      .filter((path) => path.startsWith(area))
      .map((path) => path.slice(area.length).split('/'))
      .flatMap(([name, ...rest]) => (rest.length > 0 ? [`${area}${name}/`] : [])),
  ),
];

test.each([...areas, ...layers])('ARCHITECTURE.md names every folder of %s', (area) => {
  const folders = foldersIn(area).filter((path) => path !== 'server/features/');
  expect(folders.length).toBeGreaterThan(0);
  expect(folders.filter((path) => !named.has(path))).toEqual([]);
});

test('ARCHITECTURE.md names only paths that exist', () => {
  expect(named.size).toBeGreaterThan(60);
  expect([...named].filter((path) => !existsSync(root + path))).toEqual([]);
});
