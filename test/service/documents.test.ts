import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { collectionFiles, collectionsPath } from '#lint/collections.ts';
import { documentPolicy } from '#server/http/documents/style.ts';
import { icon } from '#server/http/icon.ts';
import { useSharedService } from '#test/support/harness.ts';

/* Everything that the documents refer to exists: linked files and headings, paths of the repository, npm scripts. A service serves them. */
const service = useSharedService({ workers: 0 });
const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = globSync(['*.md', 'deploy/**/*.md', 'docs/**/*.md', 'packages/*/*.md'], {
  cwd: root,
});
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const fence = /^(`{3,}).*\n[\s\S]*?^\1`*$/gm;
const withoutCode = (text: string): string => text.replace(fence, '').replace(/`[^`\n]*`/g, '');

/** Anchors of a document's headings, as GitHub generates them. */
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

/** Broken links of a document. */
function brokenLinks(path: string): string[] {
  const links = withoutCode(textOf(path)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g);
  return Array.from(links, ([, link = '']) => link).filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

/** Paths in a document that do not exist in the repository; `server/<name>.ts` and `NNNN_name.sql` are placeholders. */
function missingPaths(path: string): string[] {
  const named =
    /(?<![\w./<-])(?:\.ci|bench|bin|deploy|docs|packages|server|test|torture)\/[\w][\w./-]*/g;
  return Array.from(textOf(path).matchAll(named))
    .filter(({ 0: name, index, input }) => !/NNNN/.test(name) && input[index + name.length] !== '<')
    .map(([name]) => name.replace(/[./]+$/, ''))
    .filter((name) => !existsSync(join(root, name)));
}

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** Scripts that a document runs and package.json lacks. */
const missingScripts = (path: string): string[] =>
  Array.from(
    textOf(path).matchAll(/\bnpm run (?:--silent |-s )?([\w:-]+)/g),
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

test('the README shows the panel in light and dark mode, in small pictures', () => {
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

test('every picture is small and in a document with an alternative text, and every picture of a document exists', () => {
  const pictures = documents.flatMap((path) =>
    Array.from(textOf(path).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g), ([, alt = '', href = '']) => ({
      alt,
      file: join(path, '..', href),
    })),
  );
  expect(pictures.length).toBeGreaterThan(10);
  expect(pictures.filter(({ alt }) => alt.length < 10)).toEqual([]);
  const ofReadme = ['docs/pictures/panel-dark.webp', 'docs/pictures/panel-light.webp'];
  const used = [...new Set([...pictures.map(({ file }) => file), ...ofReadme])];
  expect(used.sort()).toEqual(globSync('docs/pictures/*', { cwd: root }).sort());
  const bytes = (file: string) => statSync(join(root, file)).size;
  expect(used.filter((file) => bytes(file) > 100_000)).toEqual([]);
});

test('finds documents', () => {
  expect(documents).toContain(join('docs', 'api.md'));
});

test('the collections match the output of `npm run docs:collections`', () => {
  const made = collectionFiles();
  const there = globSync('**/*.*', { cwd: collectionsPath });
  expect(there.toSorted()).toEqual([...made.keys()].toSorted());
  for (const [path, text] of made)
    expect(readFileSync(join(collectionsPath, path), 'utf8'), path).toBe(text);
});

describe('a service serves its documents', () => {
  const get = (url: string, headers = {}) => service.app.inject({ url, headers });
  /** Addresses that this service serves in addition to documents. */
  const others = ['/', '/reference/', '/api/openapi.json'];

  /** Every page reachable from the first one, with its anchors. */
  async function walk(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const seen = new Map<string, ReadonlySet<string>>();
    const links: (readonly [from: string, to: string])[] = [];
    const open = ['/docs/'];
    for (let page = open.pop(); page !== undefined; page = open.pop()) {
      if (seen.has(page)) continue;
      const { statusCode, body, headers } = await get(page);
      expect([page, statusCode]).toEqual([page, 200]);
      seen.set(page, new Set(Array.from(body.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id)));
      if (!headers['content-type']?.toString().startsWith('text/html')) continue;
      expect(headers['content-security-policy']).toBe(documentPolicy);
      expect([page, body.match(/<(?:script|iframe|form|img src="http)/)]).toEqual([page, null]);
      for (const [, to = ''] of body.matchAll(/ (?:href|src)="(?!https?:|mailto:)([^"]*)"/g)) {
        const [path = '', anchor] = to.split('#');
        links.push([page, anchor === undefined ? to : `${path || page}#${anchor}`]);
        if (path !== '' && !others.includes(path)) open.push(path);
      }
    }
    const broken = links.filter(([, to]) => {
      const [path = '', anchor] = to.split('#');
      return anchor !== undefined && !seen.get(path)?.has(anchor);
    });
    expect(broken).toEqual([]);
    return seen;
  }

  test('as linked pages, all reachable from the first', async () => {
    const seen = await walk();
    const left = documents
      // READMEs of packages are for registries.
      .filter((path) => !/^(README\.md$|LICENSE$|packages\/)/.test(path))
      .map((path) => `/docs/${path.replace(/^docs\//, '')}`)
      .filter((address) => !seen.has(address));
    expect(left).toEqual([]);
  });

  test('as Markdown that links to Markdown', async () => {
    const { body, headers } = await get('/docs/README.md');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    const links = Array.from(body.matchAll(/\]\((\/[^)#]+)/g), ([, link = '']) => link);
    expect(links).toContain('/docs/SECURITY.md');
    expect(links).toContain('/docs/api.md');
    for (const link of links) expect([link, (await get(link)).statusCode]).toEqual([link, 200]);
    // Code appears unchanged.
    const { body: page } = await get('/docs/people.md');
    expect(page).toContain("MAIL_FROM='Pauta <pauta@example.com>'");
  });

  test('with the icon of the panel, like the reference', async () => {
    expect(icon).toBe(readFileSync(join(root, 'panel/src/icon.svg'), 'utf8'));
    for (const path of ['/docs/', '/docs/api', '/reference/'])
      expect((await get(path)).body, path).toContain(
        '<link rel="icon" type="image/svg+xml" href="/icon.svg">',
      );
    const answer = await get('/icon.svg');
    expect([answer.headers['content-type'], answer.body]).toEqual(['image/svg+xml', icon]);
  });

  test('again only after a change, and no other files', async () => {
    const first = await get('/docs/api');
    const tag = String(first.headers.etag);
    expect((await get('/docs/api', { 'if-none-match': tag })).statusCode).toBe(304);
    expect((await get('/docs/api/')).body).toBe(first.body);
    const head = await service.app.inject({ method: 'HEAD', url: '/docs/api' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await get('/docs')).headers.location).toBe('/docs/');
    for (const path of ['nothing', '../package.json', '%2e%2e/package.json', 'a%00b'])
      expect([path, (await get(`/docs/${path}`)).statusCode]).toEqual([path, 404]);
  });

  test('and an llms.txt that lists all documents for users by absolute addresses', async () => {
    const { body, headers } = await get('/llms.txt', { host: 'pauta.example:8443' });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const links = Array.from(body.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => new URL(link));
    expect(new Set(links.map(({ origin }) => origin))).toEqual(
      new Set(['http://pauta.example:8443']),
    );
    const named = links.map(({ pathname }) => pathname);
    for (const path of named) expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
    const forUsers = globSync('docs/*.md', { cwd: root }).map((path) => `/${path}`);
    expect(forUsers.filter((path) => !named.includes(path))).toEqual([]);
  });
});
