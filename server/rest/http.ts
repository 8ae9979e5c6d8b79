import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamDb } from '../db/database.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import type { Context } from './context.ts';
import { isUuid } from './fields.ts';
import { type Answer, once, readIdempotencyKey } from './idempotency.ts';
import { readBody, readCreate, readListQuery, readUpdate, refuseQuery } from './input.ts';
import type { Routes } from './routes.ts';
import type { Values } from './verbs.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by authentication, before any handler runs. */
    context: Context;
  }
}

const json = 'application/json; charset=utf-8';
const noBytes = Buffer.alloc(0);

/** Sends an answer that is JSON text already. */
export function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('content-type', json).send(body);
}

/** The success envelope around a record's JSON text. */
export const envelope = (data: string) => `{"success":true,"data":${data}}`;

/** The bytes of a body. @throws ApiError UNSUPPORTED_MEDIA_TYPE unless they are declared as JSON in UTF-8 */
function bytesOf(request: FastifyRequest): Buffer {
  const bytes = Buffer.isBuffer(request.body) ? request.body : noBytes;
  if (bytes.length === 0) return bytes;
  const type = request.headers['content-type'] ?? '';
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (
    !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?;?\s*$/i.test(type) ||
    encoding !== 'identity'
  ) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be sent as Content-Type: application/json, not compressed.',
    );
  }
  return bytes;
}

/** Mounts the five operations of a resource. */
export function mount(app: FastifyInstance, { resource, verbs, explain }: Routes): void {
  const { path, one } = resource;
  const item = `${path}/:id`;

  /** The record with the id of the path. @throws ApiError NOT_FOUND, the same for missing, foreign and malformed ids */
  async function record(
    request: FastifyRequest,
    find: (id: string) => Promise<string | undefined>,
  ): Promise<string> {
    const { id } = request.params as { id: string };
    const text = isUuid(id) ? await find(id) : undefined;
    if (text === undefined) throw notFound(one);
    return envelope(text);
  }

  app.get(path, async (request, reply) => {
    const query = readListQuery(resource, request.query);
    const { data, total } = await verbs.list(request.context, query);
    const pages = Math.ceil(total / query.limit);
    const pagination = `{"page":${query.page},"limit":${query.limit},"total":${total},"pages":${pages}}`;
    return send(reply, 200, `{"success":true,"data":[${data}],"pagination":${pagination}}`);
  });

  app.get(item, async (request, reply) => {
    refuseQuery(request.query);
    return send(reply, 200, await record(request, (id) => verbs.get(request.context, id)));
  });

  app.post(path, async (request, reply) => {
    const { context } = request;
    let values: Values = {};
    const work = async (db: TeamDb): Promise<Answer> => {
      const body = readBody(bytesOf(request));
      refuseQuery(request.query);
      values = readCreate(resource, body);
      return { status: 201, body: envelope(await verbs.create({ ...context, db }, values)) };
    };
    const answer = await create(request, work, (error) => explain(error, context.db, values));
    if (answer.replayed) reply.header('idempotency-replayed', 'true');
    return send(reply, answer.status, answer.body);
  });

  app.put(item, async (request, reply) => {
    const { context } = request;
    const given = readBody(bytesOf(request));
    refuseQuery(request.query);
    const values = readUpdate(resource, given);
    const body = await record(request, (id) =>
      verbs.update(context, id, values).catch(async (error: unknown) => {
        throw await explain(error, context.db, values);
      }),
    );
    return send(reply, 200, body);
  });

  app.delete(item, async (request, reply) => {
    const { context } = request;
    refuseQuery(request.query);
    const body = await record(request, (id) =>
      verbs.delete(context, id).catch(async (error: unknown) => {
        throw await explain(error, context.db, {});
      }),
    );
    return send(reply, 200, body);
  });
}

/** Does a POST's work, once for its Idempotency-Key where it carries one. */
async function create(
  request: FastifyRequest,
  work: (db: TeamDb) => Promise<Answer>,
  explain: (error: unknown) => Promise<unknown>,
): Promise<Answer> {
  const { db, settings } = request.context;
  const header = request.headers['idempotency-key'];
  if (header === undefined) {
    return work(db).catch(async (error: unknown) => {
      throw await explain(error);
    });
  }
  if (Array.isArray(header)) throw invalid('Idempotency-Key is given more than once.');
  const fingerprinted = {
    method: request.method,
    path: request.url.split('?', 1)[0] ?? request.url,
    body: Buffer.isBuffer(request.body) ? request.body : noBytes,
  };
  return once(db, settings.secrets, readIdempotencyKey(header), fingerprinted, work, explain);
}
