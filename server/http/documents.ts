import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/errors.ts';
import { type Asset, packed, sendAsset } from './assets.ts';
import { type DocumentFile, findDocument, home, typeOf } from './documents/document-files.ts';
import { markdownOf, pageOf } from './documents/page.ts';
import { documentPolicy } from './documents/style.ts';
import { originFor } from './origin.ts';

/*
 * Documentation served by the service itself: matches its version, and links to no other host. Each document is available as
 * Markdown and as a page, rendered on first request and cached.
 */

const listed = new URL('../../docs/llms.txt', import.meta.url);
const nothing = `There is no document here; GET ${home} lists them.`;

/**
 * Mounts /docs (pages, Markdown, and the images and files they link to) and /llms.txt (https://llmstxt.org), an index for
 * programs that read documentation.
 */
export function mountDocuments(app: FastifyInstance): void {
  let finding: ReturnType<typeof findDocument> | undefined;
  const made = new Map<string, Promise<Asset>>();

  async function make(
    all: ReadonlyMap<string, DocumentFile>,
    served: DocumentFile,
    isPage: boolean,
  ): Promise<Asset> {
    const bytes = await readFile(served.file);
    if (served.page === undefined) return packed(bytes, typeOf(served.path) ?? '');
    const text = bytes.toString();
    if (!isPage)
      return packed(Buffer.from(markdownOf(all, served, text)), typeOf(served.path) ?? '');
    return packed(Buffer.from(await pageOf(all, served, text)), 'text/html; charset=utf-8');
  }

  async function find(address: string): Promise<Asset | undefined> {
    const cached = made.get(address);
    if (cached) return cached;
    finding ??= findDocument();
    const all = await finding;
    const served = [...all.values()].find(
      (each) => each.address === address || each.page === address,
    );
    if (!served) return undefined;
    const making = make(all, served, served.address !== address);
    made.set(address, making);
    making.catch(() => made.delete(address));
    return making;
  }

  app.get('/docs', (_request, reply) => reply.redirect(home, 301));
  app.get('/docs/*', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const asset =
      (await find(path)) ?? (await find(path.endsWith('/') ? path.slice(0, -1) : `${path}/`));
    if (!asset) throw new ApiError('NOT_FOUND', nothing);
    reply.headers({ 'content-security-policy': documentPolicy, 'cache-control': 'no-cache' });
    return sendAsset(request, reply, asset);
  });

  let list: Promise<string> | undefined;
  app.get('/llms.txt', async (request, reply) => {
    list ??= readFile(listed, 'utf8').catch(() => {
      throw new ApiError('NOT_FOUND', nothing);
    });
    const text = (await list).replaceAll('](/', `](${originFor(request) ?? ''}/`);
    return reply.type('text/plain; charset=utf-8').send(text);
  });
}
