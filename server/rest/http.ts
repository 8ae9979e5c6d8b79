import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamDb } from '../db/database.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import type { Context } from './context.ts';
import { isUuid } from './fields.ts';
import { type Answer, type Keyed, once, readIdempotencyKey } from './idempotency.ts';
import {
  type ListQuery,
  readBody,
  readCreate,
  readListQuery,
  readUpdate,
  refuseQuery,
} from './input.ts';
import type { Readable, Routes } from './routes.ts';
import type { Page, Values } from './verbs.ts';

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
export function bytesOf(request: FastifyRequest): Buffer {
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

/** Answers a page in the list envelope. */
export function sendPage(reply: FastifyReply, query: ListQuery, { data, total }: Page) {
  const { page, limit } = query;
  const pages = Math.ceil(total / limit);
  const pagination = `{"page":${page},"limit":${limit},"total":${total},"pages":${pages}}`;
  return send(reply, 200, `{"success":true,"data":[${data}],"pagination":${pagination}}`);
}

/**
 * What the id of the path stands for.
 * @param one the word for it
 * @throws ApiError NOT_FOUND, the same for missing, foreign and malformed ids
 */
export async function found<T>(
  one: string,
  request: FastifyRequest,
  find: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const { id } = request.params as { id: string };
  const record = isUuid(id) ? await find(id) : undefined;
  if (record === undefined) throw notFound(one);
  return record;
}

/** Mounts the two operations of a resource that is only read. */
export function mountReads(app: FastifyInstance, { resource, verbs }: Readable): void {
  const { path, one } = resource;
  app.get(path, async (request, reply) => {
    const query = readListQuery(resource, request.query);
    return sendPage(reply, query, await verbs.list(request.context, query));
  });
  app.get(`${path}/:id`, async (request, reply) => {
    refuseQuery(request.query);
    const record = await found(one, request, (id) => verbs.get(request.context, id));
    return send(reply, 200, envelope(record));
  });
}

/** Mounts the five operations of a resource. */
export function mount(app: FastifyInstance, routes: Routes): void {
  const { resource, verbs, explain } = routes;
  const { path, one } = resource;
  const item = `${path}/:id`;
  mountReads(app, routes);

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
    return sendAnswer(reply, answer);
  });

  app.put(item, async (request, reply) => {
    const { context } = request;
    const given = readBody(bytesOf(request));
    refuseQuery(request.query);
    const values = readUpdate(resource, given);
    const record = await found(one, request, (id) =>
      verbs.update(context, id, values).catch(async (error: unknown) => {
        throw await explain(error, context.db, values);
      }),
    );
    return send(reply, 200, envelope(record));
  });

  app.delete(item, async (request, reply) => {
    const { context } = request;
    refuseQuery(request.query);
    const record = await found(one, request, (id) =>
      verbs.delete(context, id).catch(async (error: unknown) => {
        throw await explain(error, context.db, {});
      }),
    );
    return send(reply, 200, envelope(record));
  });
}

/** Sends a POST's answer, and says where it is an earlier one. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return send(reply, answer.status, answer.body);
}

/**
 * What makes a POST the same as an earlier one; undefined without an Idempotency-Key.
 * @throws ApiError VALIDATION_ERROR when the header is no key
 */
export function keyedBy(request: FastifyRequest): Keyed | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (Array.isArray(header)) throw invalid('Idempotency-Key is given more than once.');
  return {
    key: readIdempotencyKey(header),
    method: request.method,
    path: request.url.split('?', 1)[0] ?? request.url,
    body: Buffer.isBuffer(request.body) ? request.body : noBytes,
  };
}

/** Does a POST's work, once for its Idempotency-Key where it carries one. */
async function create(
  request: FastifyRequest,
  work: (db: TeamDb) => Promise<Answer>,
  explain: (error: unknown) => Promise<unknown>,
): Promise<Answer> {
  const { db, settings } = request.context;
  const keyed = keyedBy(request);
  if (keyed) return once(db, settings.secrets, keyed, work, explain);
  return work(db).catch(async (error: unknown) => {
    throw await explain(error);
  });
}
