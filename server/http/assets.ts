import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRaw, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPieces } from './flight.ts';

/*
 * What is large, and the same for everybody: packed once, and sent from the same bytes to all who ask.
 */

/** The codings that an asset is held in, the ones that are preferred first. */
const codings = ['br', 'gzip', 'identity'] as const;

type Coding = (typeof codings)[number];

export interface Asset {
  readonly type: string;
  readonly hash: string;
  readonly bytes: Readonly<Record<Coding, Uint8Array>>;
}

/** Packs an asset, beside the event loop. */
export async function packed(identity: Buffer, type: string): Promise<Asset> {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: hint } = constants;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [quality]: 5, [hint]: identity.length } }),
    promisify(gzip)(identity, { level: 6 }),
  ]);
  const bytes = { br, gzip: gz, identity };
  return { type, hash: hash('sha256', identity, 'base64url').slice(0, 22), bytes };
}

/** The coding that the caller likes best; without a word of it, none. */
export function codingFor({ headers: { 'accept-encoding': header = '' } }: FastifyRequest) {
  const weights = new Map(
    String(header)
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', weight = 'q=1'] = entry.split(';', 2).map((part) => part.trim());
        return [name, Number(weight.replace(/^q\s*=\s*/, ''))];
      }),
  );
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0) ?? 'identity';
}

/** Whether the caller has it already (RFC 9110, 13.1.2). */
const has = ({ headers: { 'if-none-match': header } }: FastifyRequest, tag: string) =>
  header?.split(',').some((given) => ['*', tag, `W/${tag}`].includes(given.trim())) ?? false;

/** The bytes of an asset as a buffer of the same memory. */
const shared = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Answers with an asset, or with 304 where the caller has it.
 * @param beforeSent called where its bytes have to be sent
 */
export const sendAsset = (
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, ...asset }: Asset,
  beforeSent: () => Promise<void> = async () => {},
): Promise<FastifyReply> =>
  sendCoded(request, reply, asset, (coding) => [shared(bytes[coding])], beforeSent);

/** @param piecesIn the pieces that the asset is sent in */
async function sendCoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, hash }: Omit<Asset, 'bytes'>,
  piecesIn: (coding: Coding) => Buffer[],
  beforeSent: () => Promise<void> = async () => {},
): Promise<FastifyReply> {
  const coding = codingFor(request);
  const tag = `"${hash}-${coding}"`;
  reply.headers({ etag: tag, vary: 'accept-encoding' });
  if (has(request, tag)) return reply.code(304).send();
  await beforeSent();
  reply.code(200).header('content-type', type);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  const pieces = piecesIn(coding);
  return request.method === 'HEAD' ? reply.send(Buffer.concat(pieces)) : sendPieces(reply, pieces);
}

// Assets with an end of their own --------------------------------------------------------------------------------------

/** An asset of which the last few bytes are others for each who asks: all before them is packed once. */
export interface OpenAsset extends Asset {
  /** Of what is before the end: its CRC-32 and its length, which gzip tells behind the end. */
  readonly crc: number;
  readonly length: number;
}

/** The most bytes of an end: more do not fit into one block that is not packed. */
const mostOfEnd = 65_535;

/** Packs what an asset begins with. Flushed, packed bytes end at the end of a byte, and others may follow. */
export async function opened(identity: Buffer, type: string): Promise<OpenAsset> {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;
  const [br, raw] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [quality]: 5 },
      finishFlush: BROTLI_OPERATION_FLUSH,
    }),
    promisify(deflateRaw)(identity, { level: 6, finishFlush: Z_SYNC_FLUSH }),
  ]);
  // RFC 1952, 2.3: deflated, without a name or a time, by an unknown system.
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  return {
    type,
    hash: hash('sha256', identity, 'base64url'),
    bytes: { br, gzip: Buffer.concat([head, raw]), identity },
    crc: crc32(identity),
    length: identity.length,
  };
}

/** How an end is written behind what is packed: as a block that is not, and the end of all. */
function endIn(coding: Coding, end: Buffer, { crc, length }: OpenAsset): Buffer {
  if (coding === 'identity') return end;
  const size = end.length;
  if (coding === 'br') {
    // RFC 7932, 9.2: not the last, 16 bits of length less one, not compressed; then a last one that is empty.
    const header = Buffer.alloc(3);
    header.writeUIntLE(((size - 1) << 3) | (1 << 19), 0, 3);
    return Buffer.concat([header, end, Buffer.from([3])]);
  }
  // RFC 1951, 3.2.4, and the end of RFC 1952.
  const header = Buffer.from([1, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, crc), 0);
  trailer.writeUInt32LE((length + size) >>> 0, 4);
  return Buffer.concat([header, end, trailer]);
}

/**
 * Answers with an asset and the end that this caller gets, or with 304 where they have both.
 * @param text at most 64 KiB, and not empty
 */
export function sendOpenAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: OpenAsset,
  text: string,
): Promise<FastifyReply> {
  const end = Buffer.from(text);
  if (end.length === 0 || end.length > mostOfEnd) throw new Error('an end of no size that fits');
  const whole = hash('sha256', asset.hash + text, 'base64url').slice(0, 22);
  return sendCoded(request, reply, { type: asset.type, hash: whole }, (coding) => [
    shared(asset.bytes[coding]),
    endIn(coding, end, asset),
  ]);
}
