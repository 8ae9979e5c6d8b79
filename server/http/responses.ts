import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TeamDb } from '../db/database.ts';
import type { Context } from '../operations/context.ts';
import {
  type KeyedRequest,
  keyCallerOf,
  readIdempotencyKey,
  runOncePerKey,
} from '../operations/idempotency.ts';
import type { Answer } from '../operations/response-envelope.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import type { Page } from '../records/crud-queries.ts';
import { sendPieces, untilSent } from './in-flight-bytes.ts';
import { originFor } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by authentication, before any handler runs. */
    context: Context;
  }
}

/** Content type of responses. */
export const jsonContentType = 'application/json; charset=utf-8';
const noBytes = Buffer.alloc(0);
/** No two parts can match the same whitespace, so that 16 kB of it are rejected within microseconds. */
const jsonType = /^application\/json\s*(?:;\s*(?:charset="?utf-8"?\s*(?:;\s*)?)?)?$/i;

/** Sends a response that is already JSON. */
export function send(reply: FastifyReply, status: number, body: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', jsonContentType).send(body);
}

/** Bytes of a body. @throws ApiError UNSUPPORTED_MEDIA_TYPE unless they are declared as JSON in UTF-8 */
export function bytesOf(request: FastifyRequest): Buffer {
  const { body } = request;
  const bytes = Buffer.isBuffer(body) ? body : noBytes;
  // A form is a stream, which only operations that take forms read.
  if (bytes.length === 0 && !(body instanceof Readable)) return bytes;
  const type = request.headers['content-type'] ?? '';
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (!jsonType.test(type) || encoding !== 'identity') {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be sent as Content-Type: application/json, uncompressed.',
    );
  }
  return bytes;
}

/**
 * Encodes texts into one buffer. A concatenated string would be copied three times on the garbage-collected heap: when measured,
 * when appended to the headers, and when sent.
 */
function inOnePiece(...texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}

/** Requested path. */
const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? url;

/** Sends a page in the list envelope, with a link to the next one (RFC 8288). */
export function sendPage(
  reply: FastifyReply,
  { data, large, total, next, page, limit }: Page,
): FastifyReply {
  if (next !== undefined) {
    const { request } = reply;
    const parameters = request.query as Record<string, string>;
    const further = new URLSearchParams({ ...parameters, page: String(page + 1), after: next });
    const origin = originFor(request);
    // Relative to the list itself if the origin is unknown.
    const list = origin === undefined ? '' : origin + pathOf(request);
    reply.header('link', `<${list}?${further}>; rel="next"`);
  }
  const pages = Math.ceil(total / limit);
  const pagination = `{"page":${page},"limit":${limit},"total":${total},"pages":${pages}}`;
  const [before, behind] = ['{"success":true,"data":[', `],"pagination":${pagination}}`];
  if (!large) return send(reply, 200, inOnePiece(before, data, behind));
  const comma = Buffer.from(',');
  const parts = large.records.flatMap((record, i) => (i === 0 ? [record] : [comma, record]));
  untilSent(reply, large.lease);
  reply.code(200).header('content-type', jsonContentType);
  return sendPieces(reply, [Buffer.from(before), ...parts, Buffer.from(behind)]);
}

/** Sends the response to a POST, marking a replayed one. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return send(reply, answer.status, answer.body);
}

/** Scopes keys to the member: another member's use of a key must not be revealed, not even that it was used. */
const memberKey = ({ context: { actor } }: FastifyRequest, key: string): string =>
  actor.kind === 'user' ? `user ${hash('sha256', `${actor.userId} ${key}`)}` : key;

/**
 * Identity of a POST for idempotency; undefined without an Idempotency-Key.
 * @throws ApiError VALIDATION_ERROR if the header is not a valid key
 */
export function keyedRequestOf(request: FastifyRequest): KeyedRequest | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (Array.isArray(header))
    throw invalid('Idempotency-Key must be given only once.', 'Idempotency-Key', 'too_many', {
      limit: 1,
    });
  return {
    key: memberKey(request, readIdempotencyKey(header)),
    method: request.method,
    path: pathOf(request),
    body: Buffer.isBuffer(request.body) ? request.body : noBytes,
    caller: keyCallerOf(request.context.actor),
    mostBytes: request.context.settings.bounds?.TEAM_IDEMPOTENCY_BYTES ?? 0,
  };
}

/**
 * Runs a POST and sends its response, only once per Idempotency-Key if it has one.
 * @param work all of its work, in the given team's data; may be called inside a transaction
 * @param explain turns a database refusal into an ApiError
 * @param committed called after the commit, before the response
 */
export async function post(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: TeamDb) => Promise<Answer>,
  explain: (error: unknown) => Promise<unknown> = async (error) => error,
  committed: () => void = () => {},
): Promise<FastifyReply> {
  const { db, settings } = request.context;
  const keyed = keyedRequestOf(request);
  const answer = keyed
    ? await runOncePerKey(db, settings.secrets, keyed, work, explain)
    : await work(db).catch(async (error: unknown) => {
        throw await explain(error);
      });
  committed();
  return sendAnswer(reply, answer);
}
