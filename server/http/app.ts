import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Database } from '../db/database.ts';
import type { Keys } from '../features/accounts/keys.ts';
import { type TeamsBySlug, teamsBySlug } from '../features/accounts/team-slugs.ts';
import type { Door } from '../features/messaging/door.ts';
import { mountCallbacks, mountMessaging } from '../features/messaging/http.ts';
import { callbackPath } from '../features/messaging/inboxes.ts';
import { messages } from '../features/messaging/messages.ts';
import { sendings } from '../features/messaging/sending.ts';
import { readables, registry, resources } from '../features/registry.ts';
import { deliveries, replays } from '../features/webhooks/deliveries.ts';
import { mountWebhooks } from '../features/webhooks/http.ts';
import { hookPath, mountHooks } from '../features/webhooks/receive.ts';
import { receptions } from '../features/webhooks/receptions.ts';
import { webhooks } from '../features/webhooks/table.ts';
import type { Settings } from '../operations/context.ts';
import { isWellFormedKey } from '../platform/api-key.ts';
import type { Config } from '../platform/config.ts';
import {
  ApiError,
  type ErrorCode,
  errorBody,
  invalid,
  isPassing,
  statusOf,
} from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { admit, heldSince, type Whose } from './admission.ts';
import { packed, sendAsset } from './assets.ts';
import {
  authenticate,
  countKey,
  countRequest,
  refuseRepeated,
  refuseSecrets,
  repeatedIn,
} from './auth.ts';
import { callbackLimit } from './callback-limit.ts';
import { awaitRoomForBody, bytesToCome, cutStalled, sentAsTaken } from './flight.ts';
import { unreadyOn } from './health.ts';
import type { Metrics } from './metrics.ts';
import { openapi } from './openapi/document.ts';
import { leadsHere } from './own-address.ts';
import type { RateLimit } from './rate-limit.ts';
import { answerType, send } from './records.ts';
import { mountReference } from './reference.ts';
import { securityTxt } from './security-txt.ts';
import { mountOperations } from './v1.ts';

export interface Parts {
  readonly config: Pick<Config, 'TRUST_PROXY' | 'RATE_LIMIT_PER_MINUTE' | 'SECURITY_CONTACT'>;
  readonly database: Database;
  readonly keys: Keys;
  readonly limit: RateLimit;
  readonly settings: Settings;
  readonly messaging: Door;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Lets requests read from replicas, where there are any. */
  readonly mountReplicas?: (v1: FastifyInstance) => void;
  /** Why the service is not ready although the database answers, for example because it is stopping. */
  readonly unready: () => string | undefined;
}

const mostBodyBytes = 1_048_576;

/**
 * For how long a request may take to arrive, from its first byte or from the connection's; its answer may take longer. A body
 * of 1 MiB fits in at 280 kbit/s.
 */
const arrival = { headersMs: 10_000, wholeMs: 30_000, lookedAtEveryMs: 1_000 };
/**
 * A connection on which nothing moves is closed: after an answer that the other side does not take, or a request that never
 * begins. Longer than any answer is in the making.
 */
const stillMs = 120_000;
/** For how long an answer may be there that nobody takes. */
const stalledMs = 10_000;
/** Longer than proxies keep theirs, which would else send a request into a connection that is just being closed. */
const idleMs = 72_000;
/**
 * Connections of one process; further ones are closed at once. Far more than clients and proxies open in good faith, and few
 * enough that what each may cost, a body that is under way above all, leaves the process and its database connections alive.
 */
const mostConnections = 2_000;

/**
 * What every answer tells browsers: it is data, not to be run, framed, guessed at, kept, or taken up by other sites' pages.
 * Pages of our own say otherwise.
 */
const protections = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const nothingHere = 'There is nothing at this path; GET /api/openapi.json lists the paths.';
const requestIdShape = /^[A-Za-z0-9_-]{1,64}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** When it came, on the clock of performance.now(). */
    started: number;
  }
}

/** The answer to the last request that began on a connection. */
const latest = new WeakMap<Socket, FastifyReply['raw']>();

/** The whole service over HTTP: what is mounted where. */
export async function makeApp(parts: Parts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Its lines are `report`'s, which name the request: a logger for each would cost more than the line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: mostBodyBytes,
    requestTimeout: arrival.wholeMs,
    connectionTimeout: stillMs,
    keepAliveTimeout: idleMs,
    http: {
      headersTimeout: arrival.headersMs,
      connectionsCheckingInterval: arrival.lookedAtEveryMs,
      maxHeaderSize: 16_384,
      // Whatever NODE_OPTIONS says: what two parsers may read in two ways is refused.
      insecureHTTPParser: false,
      // Node.js would answer without a body, and serve what stands behind without an answer.
      requireHostHeader: false,
    },
    trustProxy: parts.config.TRUST_PROXY.map(([address, bits]) => `${address}/${bits}`),
    requestIdHeader: false,
    genReqId: idOf,
    // Any id that fits into a request reaches its route, and is one that nobody has.
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: (request) => decodable(request.url ?? '/'),
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    exposeHeadRoutes: true,
  });

  app.server.maxConnections = mostConnections;
  // Else the processes of WORKERS, all of them full, would hand it round and round.
  Object.assign(app.server, { dropMaxConnection: true });
  app.server.on('drop', warnOfCrowds(parts.log));
  cutStalled(app.server, stalledMs);
  const { database, log, metrics, unready } = parts;
  const answering = (request: IncomingMessage, response: FastifyReply['raw']) =>
    latest.set(request.socket, response);
  const teams = teamsBySlug(database);
  const whose = linesBy(parts.keys, teams);
  admit(app.server, {
    database,
    whose,
    log,
    metrics,
    unready,
    headers: protections,
    idOf,
    answering,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const warn = warnOfOutages(parts.log);
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    if (error instanceof ApiError && error.cause instanceof Error) warn(error.cause.message);
    return answerError(error, request, reply);
  });
  app.setNotFoundHandler(refusePath);
  app.decorateRequest('started', 0);
  app.decorateRequest('repeated', undefined);
  // Hooks of every request: with callbacks, a promise for each is dearer than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    request.started = heldSince(request.raw) ?? performance.now();
    latest.set(request.raw.socket, reply.raw);
    reply.header('x-request-id', request.id);
    reply.headers(protections);
    request.repeated = repeatedIn(request.raw);
    if (!namesOneHost(request))
      throw invalid('The request must have one Host header, which names a host.');
    done();
  });
  // What is expected beyond 100-continue may be ignored (RFC 9110, 10.1.1); Node.js would answer 417 without a body.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  // After the key is known, before the body is read: what leads nowhere needs none.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.is404) refusePath(request, reply);
    refuseRepeated(request);
    done();
  });
  // Asked as late as can be: whoever reads this answer sends nothing more on a connection that is about to close.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (unready() !== undefined) reply.header('connection', 'close');
    done(null, sentAsTaken(request, reply, payload) ?? payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    report(request, reply, parts.metrics);
    done();
  });

  health(app, parts);
  const document = packed(Buffer.from(JSON.stringify(openapi(resources, readables))), answerType);
  app.get('/api/openapi.json', async (request, reply) => sendAsset(request, reply, await document));
  const contacts = parts.config.SECURITY_CONTACT;
  if (contacts.length > 0)
    app.get('/.well-known/security.txt', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityTxt(contacts)),
    );
  mountReference(app, parts.limit.perMinute > 0, nothingHere);
  await app.register((v1) => version1(v1, parts), { prefix: '/api/v1' });
  const { messaging, limit, settings } = parts;
  await app.register(
    async (api) => {
      mountCallbacks(api, { ...messaging, log }, teams.find, callbackLimit(limit));
      mountHooks(api, settings, log, teams.find, async (request, reply) => {
        if (limit.perMinute > 0) await countRequest(limit, request, reply);
      });
    },
    { prefix: '/api' },
  );
  return app;
}

function health(app: FastifyInstance, { database, unready }: Parts): void {
  const reasonUnready = unreadyOn(database, unready);
  app.get('/health/live', async (_request, reply) => send(reply, 200, '{"status":"live"}'));
  app.get('/health/ready', async (_request, reply) => {
    const reason = await reasonUnready();
    return reason === undefined
      ? send(reply, 200, '{"status":"ready"}')
      : send(reply, 503, JSON.stringify({ status: 'unavailable', reason }));
  });
}

/** Everything below /api/v1: count, authenticate, then the resources; also for paths that do not exist. */
async function version1(
  v1: FastifyInstance,
  { database, mountReplicas, keys, limit, settings, messaging, log }: Parts,
): Promise<void> {
  v1.decorateRequest('context');
  v1.addHook('onRequest', async (request, reply) => {
    const left = limit.perMinute > 0 ? await countRequest(limit, request, reply) : Infinity;
    const caller = await authenticate(keys, request, reply);
    await countKey(limit, caller, left, reply);
    const { keyId, scope, userId, team } = caller;
    request.context = {
      actor: { kind: 'key', keyId, scope, userId },
      team,
      requestId: request.id,
      db: database.team(caller.team.id),
      settings,
      leadsHere: (address) =>
        leadsHere(address, [request.host, request.headers.host], request.socket),
    };
  });
  mountReplicas?.(v1);
  v1.addHook('preParsing', (request, reply, _payload, done) => {
    if (bytesToCome(request) === 0) done();
    else awaitRoomForBody(request, reply, request.context.db.id).then(() => done(), done);
  });
  v1.addHook('preHandler', (request, _reply, done) => {
    refuseSecrets(request.url);
    done();
  });
  mountOperations(v1, registry.operations);
  mountMessaging(v1, { ...messaging, log });
  mountWebhooks(v1);
  v1.setNotFoundHandler(refusePath);
}

const calledShape = /^\/api\/(?:hooks|gateways)\/([a-z0-9-]{1,80})\//;

/**
 * Which line a request waits in: its team's by a key that was valid a moment ago, another one of the team's for what calls its hooks
 * and inboxes, who have no key. All others share one line: keys and addresses that somebody makes up get no turn of their own.
 */
function linesBy(keys: Keys, teams: TeamsBySlug): (request: IncomingMessage) => Whose {
  const unknown: Whose = { line: 'unknown', team: '' };
  return ({ headers, url = '' }) => {
    const team = keys.known(headers.authorization);
    if (team !== undefined) return { line: team, team };
    const called = teams.known(calledShape.exec(url)?.[1] ?? '');
    return called === undefined ? unknown : { line: `called ${called}`, team: called };
  };
}

const shapeOf = (path: string) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`);
const known = [
  ...[...registry.methods].map(([path, methods]) => ({
    shape: shapeOf(`/v1${path}`),
    methods: methods.join(', '),
  })),
  ...[messages.path, deliveries.path, `${deliveries.path}/:inner`, receptions.path].map((path) => ({
    shape: shapeOf(`/v1${path}`),
    methods: 'GET, HEAD',
  })),
  ...[
    sendings.path,
    `${deliveries.path}/:inner/replay`,
    replays.path,
    `${webhooks.path}/:id/test`,
    `${webhooks.path}/:id/rotate-secret`,
  ].map((path) => ({ shape: shapeOf(`/v1${path}`), methods: 'POST' })),
  { shape: shapeOf(hookPath(':team', ':slug')), methods: 'POST' },
  { shape: shapeOf(callbackPath(':team', ':inbox')), methods: 'GET, POST' },
];

/** @throws ApiError METHOD_NOT_ALLOWED with Allow for a path that has other methods, NOT_FOUND for any other */
function refusePath(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?', 1)[0] ?? '';
  const allow = known.find(({ shape }) => shape.test(path))?.methods;
  if (allow === undefined) throw new ApiError('NOT_FOUND', nothingHere);
  reply.header('allow', allow);
  throw new ApiError(
    'METHOD_NOT_ALLOWED',
    `${request.method} is not possible here; allowed: ${allow}.`,
  );
}

/** The caller's id of a request, or a new one. It goes into the log: a key that was put into the wrong header does not. */
function idOf({ headers: { 'x-request-id': given } }: Pick<IncomingMessage, 'headers'>): string {
  const isTaken =
    typeof given === 'string' && requestIdShape.test(given) && !isWellFormedKey(given);
  return isTaken ? given : randomUUID();
}

/** Whether a request says once for which host it is, as RFC 9112, 3.2 wants it; before HTTP/1.1 it need not. */
function namesOneHost({ raw: { httpVersion }, headers: { host }, repeated }: FastifyRequest) {
  if (httpVersion !== '1.1') return true;
  return host !== undefined && repeated !== 'Host' && /^[^\s@/?#\\]*$/.test(host);
}

/** A URL that the router can decode: a % that begins no valid escape stands for itself. */
function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + (end < 0 ? '' : url.slice(end));
  }
}

const byStatus: Partial<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'UNAVAILABLE',
};

const said: Partial<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'The request is not well-formed.',
  NOT_FOUND: nothingHere,
  UNSUPPORTED_MEDIA_TYPE: 'The body must be sent as Content-Type: application/json.',
  UNAVAILABLE: 'The service is stopping; try again in a moment.',
};

function answerError(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ApiError) {
    const seconds = error.retryAfter ?? (isPassing(error) ? 1 : undefined);
    if (seconds !== undefined) reply.header('retry-after', seconds);
    return send(reply, error.status, errorBody(error));
  }
  const code = byStatus[error.statusCode ?? 500] ?? 'INTERNAL_ERROR';
  // Fastify would hang up on who is still sending: behind a proxy the answer is then often lost. What is left is read and
  // forgotten, for as long as a request may take to arrive.
  if (code === 'PAYLOAD_TOO_LARGE') reply.removeHeader('connection');
  if (code === 'INTERNAL_ERROR')
    request.server.log.error({ request_id: request.id, err: error }, 'unexpected error');
  const message =
    code === 'PAYLOAD_TOO_LARGE'
      ? `The body is larger than ${request.routeOptions.bodyLimit} bytes.`
      : (said[code] ?? 'Something went wrong here; the request id helps to find it.');
  return send(reply, statusOf[code], errorBody({ code, message }));
}

const rawHeaders = Object.entries({
  'content-type': 'application/json; charset=utf-8',
  connection: 'close',
  ...protections,
})
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** The answer to bytes that are not HTTP, headers that are too large, and what does not arrive in time. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  const last = latest.get(socket);
  // A second answer to the same request would be taken for the next one's.
  const isAnswered = last?.headersSent === true && !last.req.complete;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) {
    socket.destroy();
    return;
  }
  const body = errorBody({
    code: 'VALIDATION_ERROR',
    message:
      'The request is not well-formed HTTP, its headers are too large, or it did not arrive in time.',
  });
  // As far as can be told of what was not read: an answer to HEAD has no body.
  const { rawPacket } = error as { rawPacket?: unknown };
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
  const answer =
    `HTTP/1.1 400 Bad Request\r\n${rawHeaders}x-request-id: ${randomUUID()}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${isHead ? '' : body}`;
  // What comes late is not to be done any more. After noise the other side gets time to read, while more of it arrives.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end(answer, () => socket.destroy());
  else socket.end(answer);
}

/** Tells at most once in so many milliseconds; what comes in between is not told. */
function seldom<T extends unknown[]>(ms: number, tell: (...what: T) => void): typeof tell {
  let quietUntil = 0;
  return (...what) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + ms;
    tell(...what);
  };
}

/** Says in the log, once a minute at most, that connections are being refused. */
const warnOfCrowds = (log: Logger) =>
  seldom(60_000, () =>
    log.warn({ connections: mostConnections }, 'too many connections: further ones are closed'),
  );

/** Says in the log, once a second at most, why the database did not serve: a full disk is told by nothing else. */
const warnOfOutages = (log: Logger) =>
  seldom(1_000, (reason: string) => log.warn({ reason }, 'the database did not serve a request'));

/** One line a request in the log: never a key, a query or a body. */
function report(request: FastifyRequest, reply: FastifyReply, metrics: Metrics | undefined): void {
  const milliseconds = performance.now() - request.started;
  const route = request.routeOptions.url ?? 'unknown';
  const status = reply.statusCode;
  request.server.log.info(
    {
      request_id: request.id,
      team: (request.context as FastifyRequest['context'] | undefined)?.team.slug,
      method: request.method,
      route,
      status,
      duration_ms: Math.round(milliseconds * 100) / 100,
    },
    'request',
  );
  metrics?.observe({ method: request.method, route, status }, milliseconds / 1_000);
}
