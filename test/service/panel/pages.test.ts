import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pagePaths } from '#server/http/panel-pages.ts';
import type { PanelState } from '#server/platform/panel-build.ts';
import { scratch } from '#test/support/files/fixture.ts';
import { useService } from '#test/support/harness.ts';

/* The panel's page and files over HTTP, from an invented build. */

const files = scratch();
const [current, before] = ['current', 'before'].map((name) => join(files.path, name)) as [
  string,
  string,
];
for (const directory of [current, before])
  mkdirSync(join(directory, 'assets'), { recursive: true });
const id = 'a'.repeat(64);
writeFileSync(join(current, 'index.html'), '<!doctype html><head></head><p>Painel');
writeFileSync(
  join(current, 'assets', `preloads-${id}.json`),
  JSON.stringify([
    {
      shape: '^/t/[^/]+/tasks$',
      files: ['assets/tasks-1.js'],
      words: { 'pt-BR': ['assets/pt-2.js'], en: ['assets/en-3.js'] },
    },
  ]),
);
writeFileSync(join(current, 'assets', 'main-A1b2.js'), 'let a = 1');
writeFileSync(join(current, 'assets', 'main-A1b2.js.gz'), gzipSync('let a = 1'));
writeFileSync(join(before, 'assets', 'main-Z9.css'), 'p{}');

let state: PanelState = { is: 'building' };
const service = useService({
  panel: { readState: async () => state, earlier: async () => [before] },
});
const ready: PanelState = { is: 'ready', directory: current, id };
const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.app.inject({ method: method as 'GET', url, headers });
const addresses = pagePaths.map((path) => path.replace(':team_slug', 'ipe').replace('*', 'a/b'));

test.each(addresses)('%s is the page, for browsers', async (url) => {
  state = ready;
  const page = await ask(url, { accept: html });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Painel');
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-pauta-panel': id,
  });
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self'; style-src 'self'.*frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe|nonce|https?:/);
  const head = await ask(url, { accept: html }, 'HEAD');
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const etag = String(page.headers.etag);
  expect((await ask(url, { accept: html, 'if-none-match': etag })).statusCode).toBe(304);
});

describe('the page names the files of its screen', () => {
  const named = async (url: string, language?: string) => {
    state = ready;
    const headers = language === undefined ? {} : { 'accept-language': language };
    const { body } = await ask(url, { accept: html, ...headers });
    return [...body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]*)">/g)].map(
      ([, file]) => file,
    );
  };

  test.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-2.js'],
    ['en-US,en;q=0.9', 'en-3.js'],
    ['fr', 'en-3.js'],
    [undefined, 'pt-2.js'],
  ])('and of the words in the language of the browser: %s', async (language, words) => {
    const files = ['/assets/tasks-1.js', `/assets/${words}`];
    expect(await named('/t/ipe/tasks', language)).toEqual(files);
    expect(await named('/t/ipe/tasks?status=open', language)).toEqual(files);
  });

  test.each(['/t/ipe/nothing', '/t/ipe/tasks/1', '/sign-in'])('%s has none', async (url) => {
    expect(await named(url)).toEqual([]);
  });

  test('whose languages differ have different tags', async () => {
    const tags = await Promise.all(
      ['pt-BR', 'en'].map(
        async (language) =>
          (await ask('/t/ipe/tasks', { accept: html, 'accept-language': language })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(2);
  });
});

test.each(['/', '/first', '/invite', '/sign-in', '/account'])(
  '%s answers programs with the addresses of the service',
  async (url) => {
    for (state of [ready, { is: 'building' } as const])
      for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
        const answer = await ask(url, { host: 'pauta.test:3000', ...headers });
        expect([answer.statusCode, answer.json()]).toEqual([
          200,
          {
            success: true,
            data: {
              name: 'Pauta',
              panel: 'http://pauta.test:3000/',
              api: 'http://pauta.test:3000/api/v1',
              reference: 'http://pauta.test:3000/reference/',
              docs: 'http://pauta.test:3000/docs/',
              openapi: 'http://pauta.test:3000/api/openapi.json',
            },
          },
        ]);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      }
  },
);

test.each(['/t/ipe', '/t/ipe/tasks', '/account/security'])(
  '%s is 404 for programs',
  async (url) => {
    state = ready;
    for (const accept of ['*/*', 'application/json'])
      expect((await ask(url, { accept })).json().error.code).toBe('NOT_FOUND');
    expect((await ask(url)).statusCode).toBe(404);
  },
);

test.each(['/api', '/api/nowhere', '/api/v1/nowhere', '/api/panel/nowhere', '/nowhere'])(
  '%s is never the page',
  async (url) => {
    state = ready;
    const answer = await ask(url, { accept: html });
    expect([401, 404]).toContain(answer.statusCode);
    expect(answer.json().error.code).toMatch(/NOT_FOUND|UNAUTHORIZED/);
  },
);

describe('files', () => {
  test('are cached permanently, and sent compressed', async () => {
    state = ready;
    const packed = await ask('/assets/main-A1b2.js', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(gunzipSync(packed.rawPayload).toString()).toBe('let a = 1');
    expect((await ask('/assets/main-A1b2.js')).body).toBe('let a = 1');
  });

  test('of the previous build are still served to open tabs', async () => {
    state = ready;
    expect((await ask('/assets/main-Z9.css')).body).toBe('p{}');
  });

  test.each([
    '/assets/none-1.js',
    '/assets/',
    '/assets/..%2findex.html',
    '/assets/%2e%2e%2findex.html',
    '/assets/../index.html',
    '/assets/a%00b',
  ])('%s is not one', async (url) => {
    state = ready;
    const answer = await ask(url, { accept: html });
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('Painel');
  });
});

test.each([
  ['building', { is: 'building' }, '1'],
  ['failed', { is: 'failed', reason: 'SECRET reason' }, undefined],
  ['unbuildable', { is: 'unbuildable' }, undefined],
] as const)('a panel that is %s reports it with 503', async (name, now, refresh) => {
  state = now;
  const page = await ask('/', { accept: html });
  expect(page.statusCode).toBe(503);
  expect(page.headers.refresh).toBe(refresh);
  // A Refresh header does not reload an address with a fragment.
  expect(page.body.includes('location.reload()')).toBe(name === 'building');
  expect(page.body).not.toContain('SECRET');
  if (name === 'unbuildable') expect(page.body).toContain('pauta panel build');
  state = ready;
});

test('files that the build has not compressed are compressed by the service', async () => {
  state = ready;
  const { rawPayload, headers } = await ask('/', { accept: html, 'accept-encoding': 'br, gzip' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toContain('Painel');
});

test('the service worker for web push is served at the root, which makes the panel its scope', async () => {
  const script = await ask('/push-worker.js', { 'accept-encoding': 'identity' });
  expect(script.statusCode).toBe(200);
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(script.body).toContain("addEventListener('push'");
  const again = await ask('/push-worker.js', {
    'accept-encoding': 'identity',
    'if-none-match': String(script.headers.etag),
  });
  expect(again.statusCode).toBe(304);
});
