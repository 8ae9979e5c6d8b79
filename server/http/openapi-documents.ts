import type { FastifyInstance } from 'fastify';
import { type OpenAsset, openAsset, sendOpenAsset } from './assets.ts';
import { originFor } from './origin.ts';
import { jsonContentType } from './responses.ts';

/** An entry in a document's list of servers: a URL and further properties. */
interface Server {
  readonly url: string;
}

/**
 * Serves an OpenAPI document. It is generated and compressed on first request, except for its last part: the service's URL as
 * seen by the client. Clients may use any host name, and compressing the document for each would be expensive.
 * @param path its path in this app
 * @param make returns the document; its servers are paths of this service
 */
export function mountOpenapi(
  app: FastifyInstance,
  path: string,
  make: () => Readonly<Record<string, unknown>>,
): void {
  let made: Promise<{ readonly asset: OpenAsset; readonly servers: readonly Server[] }> | undefined;
  const load = async () => {
    const { servers, ...rest } = make();
    const begin = `${JSON.stringify(rest).slice(0, -1)},"servers":`;
    return {
      asset: await openAsset(Buffer.from(begin), jsonContentType),
      servers: servers as readonly Server[],
    };
  };
  app.get(path, async (request, reply) => {
    made ??= load();
    const { asset, servers } = await made;
    const origin = originFor(request) ?? '';
    const localServers = servers.map((server) => ({ ...server, url: origin + server.url }));
    // Cached by the client, and revalidated with its ETag.
    reply.header('cache-control', 'no-cache');
    return sendOpenAsset(request, reply, asset, `${JSON.stringify(localServers)}}`);
  });
}
