import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from './metrics.ts';

/* Log lines of the server. */

declare module 'fastify' {
  interface FastifyRequest {
    /** Arrival time, by performance.now(). */
    started: number;
  }
}

/** Throttles a log function to one call per interval; drops the calls in between. */
function seldom<T extends unknown[]>(ms: number, say: (...what: T) => void): typeof say {
  let quietUntil = 0;
  return (...what) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + ms;
    say(...what);
  };
}

/** Logs, at most once a minute, that connections are being refused. */
export const warnOfRefusedConnections = (log: Logger, mostConnections: number) =>
  seldom(60_000, () =>
    log.warn({ connections: mostConnections }, 'too many connections: new ones are closed'),
  );

/** Logs, at most once a second, why the database failed: a full disk is visible nowhere else. */
export const logDatabaseFailures = (log: Logger) =>
  seldom(1_000, (reason: string) => log.warn({ reason }, 'the database did not serve a request'));

/** Logs one line per request: never a key, a query or a body. */
export function report(
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: Metrics | undefined,
): void {
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
  // The duration of a stream says nothing about the service's performance.
  if (!request.isStream)
    metrics?.observe({ method: request.method, route, status }, milliseconds / 1_000);
}
