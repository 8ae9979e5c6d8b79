import type { FastifyInstance } from 'fastify';
import { downloadPackage } from '../features/privacy/operations.ts';
import { perform, permit } from '../operations/operation.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

/** Serves the packages of persons' data that a member of the request's team has made. */
export function mountPrivacyPackages(team: FastifyInstance): void {
  team.get('/privacy-requests/:id/package.zip', async ({ context, params, method }, reply) => {
    permit(downloadPackage, context.actor);
    const { id } = params as { readonly id: string };
    if (!isUuid(id)) throw notFound('package');
    // A HEAD request downloads nothing.
    if (method === 'HEAD') return reply.type('application/zip').send('');
    const { stream, code, bytes } = await perform(downloadPackage, context, { path: { id } });
    reply.headers({
      'content-type': 'application/zip',
      'content-length': bytes,
      'content-disposition': `attachment; filename="titular-${code}.zip"`,
    });
    return reply.send(stream);
  });
}
