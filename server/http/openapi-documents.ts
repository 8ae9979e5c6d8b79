import type { FastifyInstance } from 'fastify';
import { type OpenAsset, opened, sendOpenAsset } from './assets.ts';
import { originFor } from './origin.ts';
import { answerType } from './records.ts';

/** Where a document says that the service is: an address, and what else is said of it. */
interface Server {
  readonly url: string;
}

/**
 * Serves an OpenAPI document. It is made and packed when it is first asked for, but for its last part: where the service is, as the
 * caller reaches it. Anybody may ask for it by any name, and packing it for each would be dear.
 * @param path where this app serves it
 * @param make the document; its servers are paths of this service
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
      asset: await opened(Buffer.from(begin), answerType),
      servers: servers as readonly Server[],
    };
  };
  app.get(path, async (request, reply) => {
    made ??= load();
    const { asset, servers } = await made;
    const origin = originFor(request) ?? '';
    const here = servers.map((server) => ({ ...server, url: origin + server.url }));
    // Kept, and asked for again with its tag.
    reply.header('cache-control', 'no-cache');
    return sendOpenAsset(request, reply, asset, `${JSON.stringify(here)}}`);
  });
}
