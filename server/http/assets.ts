import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPieces } from './flight.ts';

/*
 * What is large, and the same for everybody: packed once, and sent from the same bytes to all who ask.
 */

/** The codings that an asset is held in, the ones that are preferred first. */
const codings = ['br', 'gzip', 'identity'] as const;

export interface Asset {
  readonly type: string;
  readonly hash: string;
  readonly bytes: Readonly<Record<(typeof codings)[number], Uint8Array>>;
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

/** Makes and packs an asset when it is first asked for: most processes end without. */
export function packedLate(make: () => string, type: string): () => Promise<Asset> {
  let made: Promise<Asset> | undefined;
  return () => {
    made ??= packed(Buffer.from(make()), type);
    return made;
  };
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

/**
 * Answers with an asset, or with 304 where the caller has it.
 * @param beforeSent called where its bytes have to be sent
 */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, hash, bytes }: Asset,
  beforeSent: () => Promise<void> = async () => {},
): Promise<FastifyReply> {
  const coding = codingFor(request);
  const tag = `"${hash}-${coding}"`;
  reply.headers({ etag: tag, vary: 'accept-encoding' });
  if (has(request, tag)) return reply.code(304).send();
  await beforeSent();
  reply.code(200).header('content-type', type);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  const { buffer, byteOffset, byteLength } = bytes[coding];
  const shared = Buffer.from(buffer, byteOffset, byteLength);
  return request.method === 'HEAD' ? reply.send(shared) : sendPieces(reply, [shared]);
}
