import type { FastifyInstance } from 'fastify';
import { downloadPackage } from '../features/privacy/operations.ts';
import { perform, permit } from '../operations/operation.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { partUnlessChanged, RangeNotSatisfiable, rangeNotSatisfiable, sendFile } from './files.ts';

const tagOf = (id: string) => `"${id}"`;

/** Serves the packages of persons' data that a member of the request's team has made. */
export function mountPrivacyPackages(team: FastifyInstance): void {
  team.get(
    '/privacy-requests/:id/package.zip',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { context } = request;
      permit(downloadPackage, context.actor);
      const { id } = request.params as { readonly id: string };
      if (!isUuid(id)) throw notFound('package');
      const opened = await perform(
        downloadPackage,
        {
          ...context,
          // The id of the package names its content: it is written once.
          range: (bytes, packageId) => partUnlessChanged(request, bytes, tagOf(String(packageId))),
        },
        { path: { id } },
      ).catch(rangeNotSatisfiable);
      if (!(opened instanceof RangeNotSatisfiable)) reply.header('etag', tagOf(opened.id));
      return sendFile(reply, opened, false).header('cache-control', 'no-store');
    },
  );
}
