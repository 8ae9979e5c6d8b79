import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRaw, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPieces } from './in-flight-bytes.ts';

/* Large responses that are identical for every client: compressed once, and sent from the same bytes each time. */

/** Encodings in which an asset is stored, in order of preference. */
const codings = ['br', 'gzip', 'identity'] as const;

type Coding = (typeof codings)[number];

export interface Asset {
  readonly type: string;
  readonly hash: string;
  readonly bytes: Readonly<Record<Coding, Uint8Array>>;
}

/** Compresses an asset without blocking the event loop. */
export async function packed(identity: Buffer, type: string): Promise<Asset> {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: hint } = constants;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [quality]: 5, [hint]: identity.length } }),
    promisify(gzip)(identity, { level: 6 }),
  ]);
  const bytes = { br, gzip: gz, identity };
  return { type, hash: hash('sha256', identity, 'base64url').slice(0, 22), bytes };
}

/** Preferred Content-Encoding; identity if the client names none. */
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

/** True if the client already has it (RFC 9110, 13.1.2). */
const has = ({ headers: { 'if-none-match': header } }: FastifyRequest, tag: string) =>
  header?.split(',').some((candidate) => ['*', tag, `W/${tag}`].includes(candidate.trim())) ??
  false;

/** Wraps an asset's bytes in a buffer without copying. */
const shared = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Sends an asset, or 304 if the client has it.
 * @param beforeSent called if its bytes must be sent
 */
export const sendAsset = (
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, ...asset }: Asset,
  beforeSent: () => Promise<void> = async () => {},
): Promise<FastifyReply> =>
  sendCoded(request, reply, asset, (coding) => [shared(bytes[coding])], beforeSent);

/** @param piecesIn returns the chunks to send */
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

// Assets with an individual end -----------------------------------------------------------------------------------------

/** An asset whose last few bytes differ for each client: everything before them is compressed once. */
export interface OpenAsset extends Asset {
  /** CRC-32 and length of the part before the end, which gzip needs for its trailer. */
  readonly crc: number;
  readonly length: number;
}

/** Maximum bytes of an end: the limit of one uncompressed block. */
const maxOfEnd = 65_535;

/** Compresses the start of an asset. Flushing aligns the output to a byte, so that other bytes may follow. */
export async function openAsset(identity: Buffer, type: string): Promise<OpenAsset> {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;
  const [br, raw] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [quality]: 5 },
      finishFlush: BROTLI_OPERATION_FLUSH,
    }),
    promisify(deflateRaw)(identity, { level: 6, finishFlush: Z_SYNC_FLUSH }),
  ]);
  // RFC 1952, 2.3: deflated, without name or time, by an unknown system.
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  return {
    type,
    hash: hash('sha256', identity, 'base64url'),
    bytes: { br, gzip: Buffer.concat([head, raw]), identity },
    crc: crc32(identity),
    length: identity.length,
  };
}

/** Encodes an end after the compressed part: as an uncompressed block and the end of the stream. */
function endIn(coding: Coding, end: Buffer, { crc, length }: OpenAsset): Buffer {
  if (coding === 'identity') return end;
  const size = end.length;
  if (coding === 'br') {
    // RFC 7932, 9.2: not the last block, 16 bits of length minus one, uncompressed; then an empty last block.
    const header = Buffer.alloc(3);
    header.writeUIntLE(((size - 1) << 3) | (1 << 19), 0, 3);
    return Buffer.concat([header, end, Buffer.from([3])]);
  }
  // RFC 1951, 3.2.4, and the trailer of RFC 1952.
  const header = Buffer.from([1, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, crc), 0);
  trailer.writeUInt32LE((length + size) >>> 0, 4);
  return Buffer.concat([header, end, trailer]);
}

/**
 * Sends an asset with this client's end, or 304 if the client has both.
 * @param text at most 64 KiB, and not empty
 */
export function sendOpenAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: OpenAsset,
  text: string,
): Promise<FastifyReply> {
  const end = Buffer.from(text);
  if (end.length === 0 || end.length > maxOfEnd) throw new Error('an end of no size that fits');
  const whole = hash('sha256', asset.hash + text, 'base64url').slice(0, 22);
  return sendCoded(request, reply, { type: asset.type, hash: whole }, (coding) => [
    shared(asset.bytes[coding]),
    endIn(coding, end, asset),
  ]);
}
