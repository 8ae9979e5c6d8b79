import type { FastifyInstance } from 'fastify';
import { type Asset, packed, sendAsset } from './assets.ts';

/* Icon of pages rendered by the service: documents, API reference and approvals. The panel's build contains a separate copy. */

export const iconPath = '/icon.svg';

/** Copy of panel/src/icon.svg, which a container image with a built panel does not contain. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Pauta</title><rect width="32" height="32" rx="7" fill="#3b5bdb"/><path d="M8 9h16M8 16h16M8 23h9" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>
`;

export function mountIcon(app: FastifyInstance): void {
  let asset: Promise<Asset> | undefined;
  app.get(iconPath, async (request, reply) => {
    asset ??= packed(Buffer.from(icon), 'image/svg+xml');
    reply.header('cache-control', 'public, max-age=86400');
    return sendAsset(request, reply, await asset);
  });
}
