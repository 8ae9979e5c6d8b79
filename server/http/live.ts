import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Live } from '../features/live/live.ts';
import type { Sink, Viewer } from '../features/live/stream.ts';
import { readingLog } from '../features/live/visible.ts';
import type { Context } from '../operations/context.ts';
import { permit } from '../operations/operation.ts';
import { eventStreamPath } from '../operations/registry.ts';
import { ApiError, invalid } from '../platform/errors.ts';

/*
 * Live streams over HTTP: server-sent events (HTML, 9.2), for as long as the client likes.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it is answered by a stream, which ends when the client goes. */
    isStream: boolean;
  }
}

const type = 'text/event-stream; charset=utf-8';
/** How long a client may take to take what is left of a stream that ends. */
const farewellMs = 1_000;
/** How long one may take nothing of what it missed. */
const patienceMs = 10_000;

/** Whether a request is for a stream. */
export const asksForStream = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.endsWith('/:team_slug/live') === true;

/** Serves the stream of the request's team to people. @param live absent where the process has none */
export function mountLive(team: FastifyInstance, live: Live | undefined): void {
  team.get('/live', (request, reply) => follow(request, reply, live));
}

/** Serves the events of the request's team to keys, as they come into the log. */
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
  if (!live || !viewer) throw new ApiError('UNAVAILABLE', 'There are no live streams here.');
  await live.ready();
  live.admit(viewer.watcher);
  if (request.method === 'HEAD') return reply.type(type).send('');
  request.isStream = true;
  reply.hijack();
  const leave = live.open(viewer, since, begin(reply));
  reply.raw.once('close', leave);
  return reply;
}

/** @returns undefined for actors that there is no stream for */
function viewerOf({ actor, db: { id: teamId } }: Context): Viewer | undefined {
  if (actor.kind === 'user') {
    const { kind, sessionId, personId, userId, role, seesValues } = actor;
    const watcher = { kind, sessionId, personId, teamId, userId };
    return { watcher, standing: { kind, role, seesValues } };
  }
  if (actor.kind !== 'key') return undefined;
  const { kind, keyId, member } = actor;
  return { watcher: { kind, keyId, teamId }, standing: { kind, role: member?.role } };
}

/**
 * Says with what is read of a team where its stream goes on from there: a page that follows from there on need not read anything twice.
 * Only where all is read from the primary: a replica may be behind.
 */
export function tellCursors(team: FastifyInstance, live: Live | undefined): void {
  if (!live) return;
  team.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET' || asksForStream(request)) return;
    const cursor = await live.cursor();
    if (cursor !== undefined) reply.header('x-live-cursor', cursor);
  });
}

/** What the client heard last. A browser that comes back says it in the header; a page that begins where another one was, in the query. */
function sinceOf({ headers, query }: FastifyRequest): string | undefined {
  const { last_event_id: asked, ...others } = query as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalid(`${JSON.stringify(unknown)} is no parameter here; allowed: last_event_id.`);
  const given = headers['last-event-id'] ?? asked;
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string') throw invalid('last_event_id must be given only once.');
  return given;
}

/** Sends the head of the answer. Its end is that of the connection: so every write is one, and nothing is counted. */
function begin(reply: FastifyReply): Sink {
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
      const timer = setTimeout(() => raw.destroy(), patienceMs);
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
