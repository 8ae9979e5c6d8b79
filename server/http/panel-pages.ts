import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/errors.ts';
import { buildCommand, type Panel, type PanelState } from '../platform/panel-build.ts';
import { type Asset, packed, sendAsset } from './assets.ts';
import { iconPath } from './icon.ts';
import { originFor } from './origin.ts';
import { refusePath, unknownPathMessage } from './unknown-paths.ts';

/*
 * The panel in a browser: one page at each of its paths, and the files that it loads, which are named after their content hash
 * and cached forever.
 */

/** Paths that serve the page; its router decides what to display. */
export const pagePaths = [
  '/',
  '/sign-in',
  '/forgot',
  '/reset',
  '/invite',
  '/first',
  '/confirm',
  '/connect',
  '/teams',
  '/account',
  '/account/*',
  '/t/:team_slug',
  '/t/:team_slug/*',
] as const;

/** Content-Security-Policy of the page: scripts, styles and requests of this service only, and nothing inline. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  // Recordings and files that the user is about to send.
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};
const html = 'text/html; charset=utf-8';
/** Files are in one directory, except those that the viewer of PDF files loads by name: their directory contains the version. */
const assetName = /^(pdf-[\w.-]{1,20}\/)?[\w-]{1,100}(\.[\w-]{1,100}){0,3}$/;
/** Content-Security-Policy of a worker, to which the page's does not apply: it loads files of this service. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const isWorker = (name: string) => name.endsWith('.mjs');

/** A file of a build, with its compressed copies. */
async function readAsset(path: string, type: string, hash: string): Promise<Asset> {
  const identity = await readFile(path);
  const [br, gzip] = await Promise.all(
    ['.br', '.gz'].map((ending) => readFile(path + ending).catch(() => undefined)),
  );
  if (!br || !gzip) return { ...(await packed(identity, type)), hash };
  return { type, hash, bytes: { br, gzip, identity } };
}

/** Files that a browser can load for a screen before the program asks for them, as panel/preloads.ts writes them. */
interface Preload {
  /** Regular expression of the screen's paths. */
  readonly shape: string;
  readonly files: readonly string[];
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** Language of the panel in a browser that has not stored another, as the panel decides it. */
const localeOf = ({ headers: { 'accept-language': wanted = 'pt' } }: FastifyRequest) =>
  /^\s*pt\b/i.test(wanted) ? 'pt-BR' : 'en';

/** The page of a build: the same one at all paths, but for the files of the screen there, which load in parallel with the program. */
function pagesOf(directory: string, id: string): (path: string, locale: string) => Promise<Asset> {
  const read = (name: string) => readFile(join(directory, name), 'utf8');
  const built = Promise.all([read('index.html'), read(`assets/preloads-${id}.json`)]).then(
    ([page, preloads]) => ({
      page,
      screens: (JSON.parse(preloads) as Preload[]).map((screen) => ({
        ...screen,
        shape: new RegExp(screen.shape),
      })),
    }),
  );
  const pages = new Map<string, Promise<Asset>>();
  return async (path, locale) => {
    const { page, screens } = await built;
    const screen = screens.find(({ shape }) => shape.test(path));
    const key = `${locale} ${screen?.shape.source}`;
    const links = [...(screen?.files ?? []), ...(screen?.words[locale] ?? [])].map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
    const asset =
      pages.get(key) ??
      packed(Buffer.from(page.replace('</head>', `${links.join('')}</head>`)), html);
    pages.set(key, asset);
    return asset;
  };
}

/** Placeholder page while the panel is unavailable: its status, and text in both languages. */
const instead: Record<Exclude<PanelState['is'], 'ready'>, readonly string[]> = {
  building: ['O painel está sendo preparado…', 'The panel is being prepared…'],
  failed: [
    'O painel não pôde ser preparado; o log do serviço diz por quê. A API funciona.',
    'The panel could not be built; the log of the service says why. The API works.',
  ],
  unbuildable: [
    'O painel não está instalado. Execute, na pasta do Pauta:',
    'The panel is not installed. In the directory of Pauta, run:',
  ],
};

/**
 * Reloads the page. The `refresh` header alone does not if the URL has a fragment, as in every link with a secret: browsers treat
 * it as a jump within the page.
 */
const reloadScript = 'setTimeout(() => location.reload(), 1000)';
const waitingPolicy = pagePolicy.replace(
  "script-src 'self'",
  `script-src 'sha256-${createHash('sha256').update(reloadScript).digest('base64')}'`,
);

function pageInstead(state: Exclude<PanelState['is'], 'ready'>): string {
  const [pt, en] = instead[state];
  const further =
    state === 'building'
      ? `<script>${reloadScript}</script>`
      : `<p><code>${buildCommand}</code></p>`;
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pauta</title><link rel="icon" href="${iconPath}"><h1>Pauta</h1><p>${pt}</p><p lang="en">${en}</p>${further}</html>\n`;
}

/** True if the client is a browser. */
const wantsPage = ({ headers: { accept } }: FastifyRequest) => /\btext\/html\b/.test(accept ?? '');

/** URLs of this service, for programs that request a page: `curl` sends no `Accept: text/html`. */
function pointer(request: FastifyRequest, hasPanel: boolean) {
  const origin = originFor(request) ?? '';
  return {
    success: true,
    data: {
      name: 'Pauta',
      ...(hasPanel && { panel: `${origin}/` }),
      api: `${origin}/api/v1`,
      reference: `${origin}/reference/`,
      docs: `${origin}/docs/`,
      openapi: `${origin}/api/openapi.json`,
    },
  };
}

/** Finds the path of the script that displays PDF files; undefined while there is no build. */
export function pdfViewerOf(panel: Panel | undefined): () => Promise<string | undefined> {
  let path: Promise<string | undefined> | undefined;
  const read = async (directory: string) => {
    const manifest = await readFile(join(directory, '.vite', 'manifest.json'), 'utf8');
    const chunks = JSON.parse(manifest) as Readonly<Record<string, { readonly file: string }>>;
    const viewer = chunks['src/pdf/viewer.ts'];
    return viewer && `/${viewer.file}`;
  };
  return async () => {
    const state = await panel?.readState();
    if (state?.is !== 'ready') return undefined;
    path ??= read(state.directory);
    return path;
  };
}

/** Redirects browsers to the reference of a service without a panel. */
export function mountNoPanel(app: FastifyInstance): void {
  app.get('/', (request, reply) =>
    wantsPage(request) ? reply.redirect('reference/', 302) : reply.send(pointer(request, false)),
  );
}

/** Mounts the page, and the files that it loads. */
export function mountPanelPages(app: FastifyInstance, panel: Panel): void {
  const assets = new Map<string, Promise<Asset | undefined>>();
  let pageAt: ReturnType<typeof pagesOf> | undefined;

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) {
      // Pages below /t and /account depend on the caller: they are not available to programs.
      if (/[:*]/.test(request.routeOptions.url ?? '*')) return refusePath(request, reply);
      return reply.header('cache-control', 'no-cache').send(pointer(request, true));
    }
    reply.headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache' });
    const state = await panel.readState();
    if (state.is !== 'ready') {
      if (state.is === 'building')
        reply.headers({
          'content-security-policy': waitingPolicy,
          refresh: 1,
          'retry-after': 1,
        });
      return reply.code(503).type(html).send(pageInstead(state.is));
    }
    pageAt ??= pagesOf(state.directory, state.id);
    reply.header('x-pauta-panel', state.id);
    const [path = ''] = request.url.split('?', 1);
    return sendAsset(request, reply, await pageAt(path, localeOf(request)));
  };
  for (const path of pagePaths) app.get(path, sendPage);

  const find = async (name: string): Promise<Asset | undefined> => {
    const state = await panel.readState();
    const current = state.is === 'ready' ? [state.directory] : [];
    for (const directory of [...current, ...(await panel.earlier())]) {
      const type = types[extname(name)] ?? 'application/octet-stream';
      const asset = await readAsset(join(directory, 'assets', name), type, name).catch(() => {});
      if (asset) return asset;
    }
    return undefined;
  };
  app.get('/assets/*', async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    if (!assetName.test(name)) throw new ApiError('NOT_FOUND', unknownPathMessage);
    const cached = assets.get(name) ?? find(name);
    const asset = await cached;
    if (asset === undefined) throw new ApiError('NOT_FOUND', unknownPathMessage);
    // Caches existing files only: made-up names use no memory.
    assets.set(name, cached);
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    if (isWorker(name)) reply.header('content-security-policy', workerPolicy);
    return sendAsset(request, reply, asset);
  });
}
