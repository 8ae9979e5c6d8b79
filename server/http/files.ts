import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamsBySlug } from '../features/accounts/team-lookup.ts';
import { isLinkWorking } from '../features/approvals/links.ts';
import { read } from '../features/files/operations.ts';
import { isSignatureValid } from '../features/files/signed-urls.ts';
import type { OpenedFile } from '../features/files/store.ts';
import type { Settings } from '../operations/context.ts';
import { perform } from '../operations/operation.ts';
import type { ByteRange } from '../outbound/storage.ts';
import { ApiError } from '../platform/errors.ts';
import { addressOf } from './auth.ts';

/*
 * Files at signed URLs. Uploaded content is never displayed as part of this site: browsers download it, and any script in it
 * would have no origin. Only previews, which the service encodes itself, are displayed inline.
 */

const noFile = () =>
  new ApiError('NOT_FOUND', 'There is no file at this address, or the address has expired.');

interface Asked {
  readonly Params: { readonly team: string; readonly id: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

/** Parses `bytes=0-499` (RFC 9110, 14.1.2); undefined for an invalid range or several ranges: the whole file is then sent. */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | 'none' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const last = Math.min(Number(to), bytes);
    return last === 0 ? 'none' : { first: bytes - last, last: bytes - 1 };
  }
  const [first, last] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (to !== '' && Number(to) < first) return undefined;
  return first >= bytes ? 'none' : { first, last };
}

/** File name for downloads: in ASCII, and in UTF-8 (RFC 6266, RFC 8187). */
function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

/** The requested range is beyond the end. */
export class RangeNotSatisfiable extends Error {
  readonly bytes: number;
  constructor(bytes: number) {
    super('beyond the end');
    this.bytes = bytes;
  }
}

/** The error as a result, which {@link sendFile} answers. @throws any other error */
export function rangeNotSatisfiable(error: unknown): RangeNotSatisfiable {
  if (error instanceof RangeNotSatisfiable) return error;
  throw error;
}

/** Requested range of a file with this many bytes; undefined for the whole file. @throws RangeNotSatisfiable */
export function partOf({ headers }: Pick<FastifyRequest, 'headers'>, bytes: number) {
  const range = rangeOf(headers.range, bytes);
  if (range === 'none') throw new RangeNotSatisfiable(bytes);
  return range;
}

/** The requested part; the whole file if the client has the start of another one (RFC 9110, 13.1.5). */
export const partUnlessChanged = (request: FastifyRequest, bytes: number, tag: string) => {
  const condition = request.headers['if-range'];
  return condition !== undefined && condition !== tag ? undefined : partOf(request, bytes);
};

/** Sends a file, or 416 if the requested range is beyond its end. Only previews are displayed inline. */
export function sendFile(
  reply: FastifyReply,
  opened: OpenedFile | RangeNotSatisfiable,
  isPreview: boolean,
): FastifyReply {
  if (opened instanceof RangeNotSatisfiable)
    return reply.code(416).header('content-range', `bytes */${opened.bytes}`).send();
  const { first, last } = opened.range;
  const isWhole = first === 0 && last === opened.bytes - 1;
  if (!isWhole) reply.header('content-range', `bytes ${first}-${last}/${opened.bytes}`);
  return reply
    .code(isWhole ? 200 : 206)
    .headers({
      'content-type': opened.mediaType,
      'content-length': String(last - first + 1),
      'content-disposition': dispositionOf(isPreview ? 'inline' : 'attachment', opened.name),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': isPreview ? 'none' : 'bytes',
      'cache-control': 'private, max-age=300',
    })
    .send(opened.stream);
}

/**
 * Mounts the URLs of files, below /api.
 * @param count counts an unproven request against the caller's address; throws if it exceeds the limit
 */
export function mountFiles(
  api: FastifyInstance,
  settings: Settings,
  teams: Pick<TeamsBySlug, 'find'>,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  api.get<Asked>('/files/:team/:id', { exposeHeadRoute: false }, async (request, reply) => {
    const { team: slug, id } = request.params;
    const isPreview = request.query.preview === 'true';
    const link = String(request.query.link);
    const file = { team: slug, id: id.toLowerCase(), isPreview, link };
    if (!isSignatureValid(settings.secrets, file, request.query)) {
      await count(request, reply);
      throw noFile();
    }
    const db = await teams.find(slug);
    if (!db || !(await isLinkWorking(db, link))) throw noFile();
    const context = {
      actor: { kind: 'link', fileId: id },
      team: { slug, strictTaxIds: false },
      db,
      settings,
      requestId: request.id,
      address: addressOf(request),
      range: (bytes: number) => partOf(request, bytes),
    } as const;
    const opened = await perform(read, context, {
      path: { id },
      body: { preview: isPreview },
    }).catch((error: unknown) => {
      if (error instanceof RangeNotSatisfiable) return error;
      // A refused file gets the same response as a missing one.
      const isRefusal = error instanceof ApiError && error.status < 500;
      throw isRefusal ? noFile() : error;
    });
    return sendFile(reply, opened, isPreview);
  });
}
