import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { isWellFormedKey } from '../platform/api-key.ts';
import type { Config } from '../platform/config.ts';
import { errorBody } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { cutStalled, finishLargeAnswers } from './flight.ts';
import { afterAnswers } from './pipelining.ts';
import { warnOfCrowds } from './report.ts';

/*
 * The server itself: what it takes from a connection, for how long, and what it answers to bytes that are not HTTP.
 */

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
 * Max bytes of a body that are read before it has room. Node.js reads 64 KiB at a time, and the next ones only below this: with its own
 * default, each of many connections holds twice as much.
 */
const mostUnread = 16_384;
/**
 * Connections of one process; further ones are closed at once. Far more than clients and proxies open in good faith, and few
 * enough that what each may cost, a body that is under way above all, leaves the process and its database connections alive.
 */
const mostConnections = 2_000;

/**
 * What every answer says to browsers: it is data, not to be run, framed, guessed at, kept, or taken up by other sites' pages.
 * Pages of our own say otherwise.
 */
export const protections = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const requestIdShape = /^[A-Za-z0-9_-]{1,64}$/;

/** The answer to the last request that began on a connection. */
const latest = Symbol('latest');
type Answering = Socket & { [latest]?: FastifyReply['raw'] };

/** What is answered last on a connection, as far as it has begun. */
export const answering = (socket: Socket, response: FastifyReply['raw']) => {
  (socket as Answering)[latest] = response;
};

/** No route has a schema: operations check what they take. Fastify's own compilers would be loaded at every start. */
const noCompiler = (): never => {
  throw new Error('routes have no schemas');
};
const noCompilers = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler };

/** A server that does nothing yet. */
export function newServer(config: Pick<Config, 'TRUST_PROXY'>, log: Logger): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
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
      highWaterMark: mostUnread,
      // Whatever NODE_OPTIONS says: what two parsers may read in two ways is refused.
      insecureHTTPParser: false,
      // Node.js would answer without a body, and serve what stands behind without an answer.
      requireHostHeader: false,
    },
    trustProxy: config.TRUST_PROXY.map(([address, bits]) => `${address}/${bits}`),
    requestIdHeader: false,
    genReqId: idOf,
    // Any id that fits into a request reaches its route, and is one that nobody has.
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: (request) => decodable(plain(inOriginForm(request.url ?? '/'))),
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    schemaController: { compilersFactory: noCompilers },
    exposeHeadRoutes: true,
  });
  app.server.maxConnections = mostConnections;
  // Else the processes of WORKERS, all of them full, would hand it round and round.
  Object.assign(app.server, { dropMaxConnection: true });
  app.server.on('drop', warnOfCrowds(log, mostConnections));
  cutStalled(app.server, stalledMs);
  finishLargeAnswers(app.server);
  // What is expected beyond 100-continue may be ignored (RFC 9110, 10.1.1); Node.js would answer 417 without a body.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** What a request says under a name, given in lower case, without the object of all headers that Node.js makes at first use. */
export function headersIn(rawHeaders: readonly string[], name: string): string[] {
  const found: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? '';
    if (given.length === name.length && given.toLowerCase() === name)
      found.push(rawHeaders[i + 1] ?? '');
  }
  return found;
}

/** The caller's id of a request, or a new one. It goes into the log: a key that was put into the wrong header does not. */
export function idOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string {
  const [given, ...further] = headersIn(rawHeaders, 'x-request-id');
  const isTaken =
    given !== undefined &&
    further.length === 0 &&
    requestIdShape.test(given) &&
    !isWellFormedKey(given);
  return isTaken ? given : randomUUID();
}

/** Whether a request says once for which host it is, as RFC 9112, 3.2 wants it; before HTTP/1.1 it need not. */
export function namesOneHost({
  raw: { httpVersion },
  headers: { host },
  repeated,
}: FastifyRequest) {
  if (httpVersion !== '1.1') return true;
  return host !== undefined && repeated !== 'Host' && /^[^\s@/?#\\]*$/.test(host);
}

/** Where the path of a URL ends. */
function endOf(url: string): number {
  const end = url.indexOf('?');
  return end < 0 ? url.length : end;
}

/** The target of a request without the host that a client may name in it, too (RFC 9112, 3.2.2). */
function inOriginForm(url: string): string {
  if (!/^https?:\/\//i.test(url)) return url;
  const rest = url.replace(/^https?:\/\/[^/?]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A URL of the API without the slash at the end of its path: it is the same address, for every method. */
function plain(url: string): string {
  if (!url.startsWith('/api/') && !url.startsWith('/mcp/')) return url;
  const end = endOf(url);
  return url[end - 1] === '/' ? url.slice(0, end - 1) + url.slice(end) : url;
}

/** A URL that the router can decode: a % that begins no valid escape stands for itself. */
function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const end = endOf(url);
  const path = url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(end);
  }
}

const rawHeaders = Object.entries({
  'content-type': 'application/json; charset=utf-8',
  connection: 'close',
  ...protections,
})
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** For how long the bytes of a file may come; where none do, the connection is closed much earlier. */
const fileMs = 900_000;
const arriving = new WeakSet<Socket>();

/**
 * Says that a request's body is a file, which may take its time: 100 MB do not come over a phone's line in half a minute.
 * @returns ends that
 */
export function isArriving(request: IncomingMessage): () => void {
  const { socket } = request;
  arriving.add(socket);
  const timer = setTimeout(() => socket.destroy(), fileMs).unref();
  const end = () => {
    clearTimeout(timer);
    arriving.delete(socket);
  };
  request.once('close', end);
  return end;
}

/** Message for requests that cannot be read. */
export const malformed =
  'The request is not well-formed HTTP, its headers are too large, or it did not arrive in time.';

/** The answer to bytes that are not HTTP, headers that are too large, and what does not arrive in time. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && arriving.has(socket)) return;
  // The answers to the requests that wait come first.
  if (afterAnswers(socket, () => answerMalformed(error, socket))) return;
  const last = (socket as Answering)[latest];
  // A second answer to the same request would be taken for the next one's.
  const isAnswered = last?.headersSent === true && !last.req.complete;
  // After the last answer on a connection the client expects no other.
  if (last?.headersSent === true && !last.shouldKeepAlive) {
    socket.end();
    return;
  }
  // Browsers open connections ahead: an answer to nothing would be taken for that of the first request there.
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered || isUnused) {
    socket.destroy();
    return;
  }
  const body = errorBody({ code: 'VALIDATION_ERROR', message: malformed });
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
