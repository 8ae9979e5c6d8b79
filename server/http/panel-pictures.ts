import type { FastifyInstance } from 'fastify';
import { readPicture } from '../features/accounts/people/picture-operations.ts';
import { perform } from '../operations/operation.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

/** Mounts the pictures of members, which the service encoded itself. Their URL contains their hash, so browsers keep them. */
export function mountPictures(team: FastifyInstance): void {
  team.get<{ Params: { id: string }; Querystring: Readonly<Record<string, unknown>> }>(
    '/users/:id/picture',
    async (request, reply) => {
      const { id } = request.params;
      if (!isUuid(id)) throw notFound('picture');
      const { picture } = await perform(readPicture, request.context, {
        path: { id },
        body: request.query,
      });
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=31536000, immutable',
        })
        .send(picture);
    },
  );
}
