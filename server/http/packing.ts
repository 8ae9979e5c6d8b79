import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { codingFor } from './assets.ts';
import { answerType } from './records.ts';

/*
 * Large answers to people's browsers are packed: a board of a thousand cards is a tenth of itself then. Only what is read, which holds no
 * secret: the length of what is packed tells something of what is in it.
 */

/** What is smaller fits into the first packets of a connection as it is. */
const leastBytes = 8_192;

const packers = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 5 }),
};

/** Packs the answers of a scope's GETs, beside the event loop and as they are taken. */
export function packAnswers(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload: unknown) => {
    const isAnswer = reply.statusCode === 200 && reply.getHeader('content-type') === answerType;
    if (request.method !== 'GET' || !isAnswer) return payload;
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole ? payload.length < leastBytes : !(payload instanceof Readable)) return payload;
    reply.header('vary', 'accept-encoding');
    const coding = codingFor(request);
    if (coding === 'identity') return payload;
    reply.header('content-encoding', coding).removeHeader('content-length');
    const packer = packers[coding]();
    // Whoever sends it on learns of its end, and of what broke it, by the packer.
    pipeline(isWhole ? Readable.from([payload]) : (payload as Readable), packer, () => {});
    return packer;
  });
}
