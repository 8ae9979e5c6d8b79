import type { FastifyInstance } from 'fastify';
import { downloadExport } from '../features/exports/operations.ts';
import { perform, permit } from '../operations/operation.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { partUnlessChanged, rangeNotSatisfiable, sendFile } from './files.ts';

/* Downloads of exports. A download that was interrupted continues with Range, as long as the file is the same. */

/** Mounts downloads of exports. */
export function mountPanelExports(team: FastifyInstance): void {
  team.get('/exports/:id/content', { exposeHeadRoute: false }, async (request, reply) => {
    const { context } = request;
    permit(downloadExport, context.actor);
    const { id } = request.params as { readonly id: string };
    if (!isUuid(id)) throw notFound(downloadExport.one);
    // The id names the content: an export is written once.
    const tag = `"${id.toLowerCase()}"`;
    const opened = await perform(
      downloadExport,
      { ...context, range: (bytes) => partUnlessChanged(request, bytes, tag) },
      { path: { id } },
    ).catch(rangeNotSatisfiable);
    reply.header('etag', tag);
    return sendFile(reply, opened, false).header('cache-control', 'no-store');
  });
}
