import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Live } from '../features/live/live.ts';
import type { Sink, Viewer } from '../features/live/stream.ts';
import { readingLog } from '../features/live/visibility.ts';
import type { Context } from '../operations/context.ts';
import { permit } from '../operations/operation.ts';
import { eventStreamPath } from '../operations/registry.ts';
import { ApiError, invalid } from '../platform/errors.ts';

/* Live streams over HTTP: server-sent events (HTML, 9.2), until the client disconnects. */

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the response is a stream, which ends when the client disconnects. */
    isStream: boolean;
  }
}

const type = 'text/event-stream; charset=utf-8';
/** Time for a client to receive the rest of a stream that ends. */
const farewellMs = 1_000;
/** Maximum time without progress while a client receives missed events. */
const maxStallMs = 10_000;

/** True if a request opens a stream. */
export const isStreamRequest = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.endsWith('/:team_slug/live') === true;

/** Serves the stream of the request's team to users. @param live absent if the process serves no streams */
export function mountLive(team: FastifyInstance, live: Live | undefined): void {
  team.get('/live', (request, reply) => follow(request, reply, live));
}

/** Serves the events of the request's team to API keys, as they are logged. */
export function mountEventStream(v1: FastifyInstance, live: Live | undefined): void {
  v1.get(eventStreamPath, (request, reply) => {
    permit(readingLog, request.context.actor);
    return follow(request, reply, live);
  });
}

/** @throws ApiError VALIDATION_ERROR, TEAM_BUSY, UNAVAILABLE */
async function follow(
  request: FastifyRequest,
  reply: FastifyReply,
  live: Live | undefined,
): Promise<FastifyReply> {
  const since = sinceOf(request);
  const viewer = viewerOf(request.context);
  if (!live || !viewer) throw new ApiError('UNAVAILABLE', 'Live streams are not available here.');
  await live.ready();
  live.admit(viewer.watcher);
  if (request.method === 'HEAD') return reply.type(type).send('');
  request.isStream = true;
  reply.hijack();
  const leave = live.open(viewer, since, sendHead(reply));
  reply.raw.once('close', leave);
  return reply;
}

/** @returns undefined for actors that may not open a stream */
function viewerOf({ actor, db: { id: teamId, hiddenInboxes } }: Context): Viewer | undefined {
  if (actor.kind === 'user') {
    const { kind, sessionId, personId, userId, role, seesValues } = actor;
    const watcher = { kind, sessionId, personId, teamId, userId };
    return { watcher, access: { kind, role, seesValues, hiddenInboxes } };
  }
  if (actor.kind !== 'key') return undefined;
  const { kind, keyId, member } = actor;
  return { watcher: { kind, keyId, teamId }, access: { kind, role: member?.role } };
}

/**
 * Adds a stream cursor to a team's read responses: a page that follows the stream from this cursor need not read anything again.
 * Only if all reads use the primary: a replica may lag.
 */
export function addCursorHeaders(team: FastifyInstance, live: Live | undefined): void {
  if (!live) return;
  team.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET' || isStreamRequest(request)) return;
    const cursor = await live.cursor();
    if (cursor !== undefined) reply.header('x-live-cursor', cursor);
  });
}

/**
 * Last event id received by the client. A reconnecting browser sends it in the header; a page that continues for another one, in
 * the query.
 */
function sinceOf({ headers, query }: FastifyRequest): string | undefined {
  const { last_event_id: parameter, ...others } = query as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalid(
      `${JSON.stringify(unknown)} is not a parameter of this operation; allowed: last_event_id.`,
      unknown,
      'unknown',
    );
  const eventId = headers['last-event-id'] ?? parameter;
  if (eventId === undefined || eventId === '') return undefined;
  if (typeof eventId !== 'string')
    throw invalid('last_event_id must be given only once.', 'last_event_id', 'too_many', {
      limit: 1,
    });
  return eventId;
}

/** Sends the response head. The body ends with the connection, which avoids chunked encoding: each write is sent as is. */
function sendHead(reply: FastifyReply): Sink {
  const { raw } = reply;
  raw.useChunkedEncodingByDefault = false;
  raw.shouldKeepAlive = false;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': type,
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  raw.on('error', () => {});
  return sinkOf(raw);
}

const sinkOf = (raw: ServerResponse): Sink => ({
  write: (bytes, sent) => void raw.write(bytes, sent),
  backlog: () => raw.writableLength,
  drained: () =>
    new Promise((resolve) => {
      if (!raw.writableNeedDrain || raw.destroyed) return resolve();
      const timer = setTimeout(() => raw.destroy(), maxStallMs);
      const done = () => {
        clearTimeout(timer);
        raw.off('drain', done).off('close', done);
        resolve();
      };
      raw.once('drain', done).once('close', done);
    }),
  end() {
    raw.end();
    setTimeout(() => raw.destroy(), farewellMs).unref();
  },
  cut: () => raw.destroy(),
});
