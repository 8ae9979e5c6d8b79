import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { readFeed } from '../features/calendar/feed.ts';
import { feedPath, readToken } from '../features/calendar/feed-address.ts';
import { ApiError } from '../platform/errors.ts';

/* Calendar feeds of members, which calendar programs fetch without a session: the address itself grants access. */

interface FileParameters {
  readonly Params: { readonly file: string };
}

/** True if the client has these bytes (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string) =>
  header
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === '*' || each === etag) ?? false;

/** @param count counts the request against the caller's address; throws if it exceeds the limit */
export function mountCalendarFeeds(
  app: FastifyInstance,
  database: Pick<Database, 'team'>,
  publicUrl: string | undefined,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.get<FileParameters>(`${feedPath}/:file`, async (request, reply) => {
    await count(request, reply);
    const { file } = request.params;
    const token = file.endsWith('.ics') ? readToken(file.slice(0, -4)) : undefined;
    const feed = token && (await readFeed(database.team(token.team), token.secret, publicUrl));
    // The same for every reason that an address does not work.
    if (!feed) throw new ApiError('GONE', 'There is no calendar at this address.');
    reply.headers({
      etag: feed.etag,
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    if (isKnown(request.headers['if-none-match'], feed.etag)) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="pauta.ics"',
      })
      .send(feed.text);
  });
}
