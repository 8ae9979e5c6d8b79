import type { FastifyInstance, FastifyRequest } from 'fastify';
import { downloadExport } from '../features/exports/operations.ts';
import { perform, permit } from '../operations/operation.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { partOf, RangeNotSatisfiable, sendFile } from './files.ts';

/* Downloads of exports. A download that was interrupted continues with Range, as long as the file is the same. */

/** The requested part; the whole file if the client has the start of another one (RFC 9110, 13.1.5). */
export const partUnlessChanged = (request: FastifyRequest, bytes: number, tag: string) => {
  const condition = request.headers['if-range'];
  return condition !== undefined && condition !== tag ? undefined : partOf(request, bytes);
};

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
    ).catch((error: unknown) => {
      if (error instanceof RangeNotSatisfiable) return error;
      throw error;
    });
    reply.header('etag', tag);
    return sendFile(reply, opened, false).header('cache-control', 'no-store');
  });
}
