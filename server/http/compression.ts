import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { codingFor } from './assets.ts';
import { jsonContentType } from './responses.ts';

/*
 * Compresses large responses to browsers: a board of a thousand cards shrinks to a tenth. Only read responses, which contain no
 * secrets: the length of a compressed response reveals information about its content.
 */

/** Smaller responses fit into the first packets of a connection uncompressed. */
const minBytes = 8_192;

const packers = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 5 }),
};

/** Compresses the responses to a scope's GETs, off the event loop and as the client receives them. */
export function compressResponses(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload: unknown) => {
    const isAnswer =
      reply.statusCode === 200 && reply.getHeader('content-type') === jsonContentType;
    if (request.method !== 'GET' || !isAnswer) return payload;
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole ? payload.length < minBytes : !(payload instanceof Readable)) return payload;
    reply.header('vary', 'accept-encoding');
    const coding = codingFor(request);
    if (coding === 'identity') return payload;
    reply.header('content-encoding', coding).removeHeader('content-length');
    const packer = packers[coding]();
    // The consumer of the packer receives the end and any error through it.
    pipeline(isWhole ? Readable.from([payload]) : (payload as Readable), packer, () => {});
    return packer;
  });
}
