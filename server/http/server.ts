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
import { cutStalled, finishLargeAnswers } from './in-flight-bytes.ts';
import { afterAnswers } from './pipelining.ts';
import { warnOfRefusedConnections } from './request-log.ts';

/* The HTTP server: limits and timeouts of connections, and responses to malformed requests. */

const maxBodyBytes = 1_048_576;

/**
 * Maximum time for a request to arrive, from its first byte or the start of the connection; its response may take longer. A body
 * of 1 MiB fits at 280 kbit/s.
 */
const arrival = { headersMs: 10_000, wholeMs: 30_000, lookedAtEveryMs: 1_000 };
/**
 * Closes an idle connection: after a response that the client does not receive, or without a request. Longer than any response
 * takes to generate.
 */
const stillMs = 120_000;
/** Maximum time without progress while a client receives a response. */
const stalledMs = 10_000;
/**
 * Keep-alive timeout, longer than that of proxies, which could otherwise send a request into a connection that is just closing.
 */
const idleMs = 72_000;
/**
 * Maximum bytes of a body that are read before memory is reserved. Node.js reads 64 KiB at a time, and continues only below this
 * mark: with its default, each of many connections holds twice as much.
 */
const maxUnread = 16_384;
/**
 * Maximum connections of one process; closes further ones at once. Far more than legitimate clients and proxies open, and few
 * enough that the worst case of each, above all a body in transit, leaves the process and its database connections alive.
 */
const maxConnections = 2_000;

/**
 * Security headers of every response: it is data that browsers must not execute, frame, sniff, cache or embed in other sites. The
 * service's pages override them.
 */
export const protections = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const requestIdShape = /^[A-Za-z0-9_-]{1,64}$/;

/** Response to the last request that began on a connection. */
const latest = Symbol('latest');
type Answering = Socket & { [latest]?: FastifyReply['raw'] };

/** Records the latest response started on a connection. */
export const trackResponse = (socket: Socket, response: FastifyReply['raw']) => {
  (socket as Answering)[latest] = response;
};

/** Routes have no schemas: operations validate their input. Fastify's own compilers would be loaded at every start. */
const noCompiler = (): never => {
  throw new Error('routes have no schemas');
};
const noCompilers = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler };

/** Creates a server without routes. */
export function newServer(config: Pick<Config, 'TRUST_PROXY'>, log: Logger): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // `report` logs requests: a child logger for each would cost more than the line itself.
    childLoggerFactory: (logger) => logger,
    bodyLimit: maxBodyBytes,
    requestTimeout: arrival.wholeMs,
    connectionTimeout: stillMs,
    keepAliveTimeout: idleMs,
    http: {
      headersTimeout: arrival.headersMs,
      connectionsCheckingInterval: arrival.lookedAtEveryMs,
      maxHeaderSize: 16_384,
      highWaterMark: maxUnread,
      // Overrides NODE_OPTIONS: refuses input that two parsers may interpret differently.
      insecureHTTPParser: false,
      // Node.js would respond without a body, and leave a following request without a response.
      requireHostHeader: false,
    },
    trustProxy: config.TRUST_PROXY.map(([address, bits]) => `${address}/${bits}`),
    requestIdHeader: false,
    genReqId: idOf,
    // Any id that fits into a request reaches its route, and is then simply not found.
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: (request) => decodable(plain(inOriginForm(request.url ?? '/'))),
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    schemaController: { compilersFactory: noCompilers },
    exposeHeadRoutes: true,
  });
  app.server.maxConnections = maxConnections;
  // Otherwise the processes of WORKERS, if all are full, would pass the connection around endlessly.
  Object.assign(app.server, { dropMaxConnection: true });
  app.server.on('drop', warnOfRefusedConnections(log, maxConnections));
  cutStalled(app.server, stalledMs);
  finishLargeAnswers(app.server);
  // Any expectation except 100-continue may be ignored (RFC 9110, 10.1.1); Node.js would send 417 without a body.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** Values of a header, named in lower case, without the object of all headers that Node.js builds on first use. */
export function headersIn(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const headerName = rawHeaders[i] ?? '';
    if (headerName.length === name.length && headerName.toLowerCase() === name)
      values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

/** Request id given by the caller, or a new one. It is logged, so an API key in this header by mistake is not used. */
export function idOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string {
  const [requestId, ...further] = headersIn(rawHeaders, 'x-request-id');
  const isTaken =
    requestId !== undefined &&
    further.length === 0 &&
    requestIdShape.test(requestId) &&
    !isWellFormedKey(requestId);
  return isTaken ? requestId : randomUUID();
}

/** True if a request names exactly one host, as RFC 9112, 3.2 requires; optional before HTTP/1.1. */
export function namesOneHost({
  raw: { httpVersion },
  headers: { host },
  repeated,
}: FastifyRequest) {
  if (httpVersion !== '1.1') return true;
  return host !== undefined && repeated !== 'Host' && /^[^\s@/?#\\]*$/.test(host);
}

/** End of a URL's path. */
function endOf(url: string): number {
  const end = url.indexOf('?');
  return end < 0 ? url.length : end;
}

/** Request target without the host that it may contain (RFC 9112, 3.2.2). */
function inOriginForm(url: string): string {
  if (!/^https?:\/\//i.test(url)) return url;
  const rest = url.replace(/^https?:\/\/[^/?]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** API URL without a trailing slash in its path: an alias for every method. */
function plain(url: string): string {
  if (!url.startsWith('/api/') && !url.startsWith('/mcp/')) return url;
  const end = endOf(url);
  return url[end - 1] === '/' ? url.slice(0, end - 1) + url.slice(end) : url;
}

/** Makes a URL decodable by the router: a % without a valid escape is literal. */
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

/** Maximum time for a file to arrive; a stalled connection is closed much earlier. */
const fileMs = 900_000;
const arriving = new WeakSet<Socket>();

/**
 * Marks a request's body as a file, which gets more time: 100 MB do not arrive over a mobile connection in half a minute.
 * @returns a function that removes the mark
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

/** Message for unreadable requests. */
export const malformed =
  'The request is not well-formed HTTP, its headers are too large, or it did not arrive in time.';

/** Responds to malformed HTTP, oversized headers, and requests that did not arrive in time. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && arriving.has(socket)) return;
  // Queued requests are answered first.
  if (afterAnswers(socket, () => answerMalformed(error, socket))) return;
  const last = (socket as Answering)[latest];
  // A second response to the same request would be mistaken for that of the next one.
  const isAnswered = last?.headersSent === true && !last.req.complete;
  // After the last response on a connection, the client expects no other.
  if (last?.headersSent === true && !last.shouldKeepAlive) {
    socket.end();
    return;
  }
  // Browsers open connections in advance: a response without a request would be mistaken for that of their first request.
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered || isUnused) {
    socket.destroy();
    return;
  }
  const body = errorBody({ code: 'VALIDATION_ERROR', message: malformed });
  // Best guess for an unread request: a response to HEAD has no body.
  const { rawPacket } = error as { rawPacket?: unknown };
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
  const answer =
    `HTTP/1.1 400 Bad Request\r\n${rawHeaders}x-request-id: ${randomUUID()}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${isHead ? '' : body}`;
  // Closes the connection: a late request must not be executed. After malformed input, gives the client time to read while more
  // arrives.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end(answer, () => socket.destroy());
  else socket.end(answer);
}
