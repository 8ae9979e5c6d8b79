import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/*
 * What the documents refer to exists: linked files and headings, paths of the repository, npm scripts.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const documents = globSync(['*.md', 'deploy/**/*.md', 'docs/**/*.md'], { cwd: root });
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const fence = /^(`{3,}).*\n[\s\S]*?^\1`*$/gm;
const withoutCode = (text: string): string => text.replace(fence, '').replace(/`[^`\n]*`/g, '');

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const headings = textOf(path)
    .replace(fence, '')
    .matchAll(/^#+ (.*)$/gm);
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
  return new Set(Array.from(headings, ([, heading = '']) => slug(heading)));
}

/** The links of a document that lead nowhere. */
function brokenLinks(path: string): string[] {
  const links = withoutCode(textOf(path)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g);
  return Array.from(links, ([, link = '']) => link).filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

/** The repository's paths in a document that do not exist; `server/<name>.ts` and `NNNN_name.sql` are placeholders. */
function missingPaths(path: string): string[] {
  const named = /(?<![\w./<-])(?:\.ci|bench|bin|deploy|docs|server|test|torture)\/[\w][\w./-]*/g;
  return Array.from(textOf(path).matchAll(named))
    .filter(({ 0: name, index, input }) => !/NNNN/.test(name) && input[index + name.length] !== '<')
    .map(([name]) => name.replace(/[./]+$/, ''))
    .filter((name) => !existsSync(join(root, name)));
}

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** The scripts that a document runs and package.json does not have. */
const missingScripts = (path: string): string[] =>
  Array.from(
    textOf(path).matchAll(/\bnpm run (?:--silent )?([\w:]+)/g),
    ([, name = '']) => name,
  ).filter((name) => !(name in scripts));

describe.each(documents)('%s', (path) => {
  test('links only to files and headings that exist', () => {
    expect(brokenLinks(path)).toEqual([]);
  });
  test('names only files that exist', () => {
    expect(missingPaths(path)).toEqual([]);
  });
  test('runs only scripts that exist', () => {
    expect(missingScripts(path)).toEqual([]);
  });
});

test('the README shows the panel in the light and in the dark, in small pictures', () => {
  const pictures = Array.from(
    textOf('README.md').matchAll(/src(?:set)?="(docs\/pictures\/[^"]+)"/g),
    ([, path = '']) => path,
  );
  expect(pictures.sort()).toEqual([
    'docs/pictures/panel-dark.webp',
    'docs/pictures/panel-light.webp',
  ]);
  for (const path of pictures) expect(statSync(join(root, path)).size).toBeLessThanOrEqual(60_000);
});

test('documents are found', () => {
  expect(documents).toContain(join('docs', 'api.md'));
});
