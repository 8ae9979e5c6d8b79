import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Asset, packed, sendAsset } from './assets.ts';

/* The panel's service worker for web push. Its path is at the root, which makes the whole panel its scope. */

export const pushWorkerPath = '/push-worker.js';

/** Content-Security-Policy of the worker, which loads nothing and calls the panel's API only. */
const policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

export function mountPushWorker(app: FastifyInstance): void {
  let asset: Promise<Asset> | undefined;
  app.get(pushWorkerPath, async (request, reply) => {
    asset ??= readFile(new URL('push-worker.js', import.meta.url)).then((text) =>
      packed(text, 'text/javascript; charset=utf-8'),
    );
    // Browsers look for a new version with each registration, and at least daily.
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    return sendAsset(request, reply, await asset);
  });
}
