import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from './metrics.ts';

/*
 * What the server writes into its log.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** When it came, on the clock of performance.now(). */
    started: number;
  }
}

/** Says something at most once in so many milliseconds; what comes in between is not said. */
function seldom<T extends unknown[]>(ms: number, say: (...what: T) => void): typeof say {
  let quietUntil = 0;
  return (...what) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + ms;
    say(...what);
  };
}

/** Says in the log, once a minute at most, that connections are being refused. */
export const warnOfCrowds = (log: Logger, mostConnections: number) =>
  seldom(60_000, () =>
    log.warn({ connections: mostConnections }, 'too many connections: new ones are closed'),
  );

/** Says in the log, once a second at most, why the database did not serve: nothing else shows a full disk. */
export const warnOfOutages = (log: Logger) =>
  seldom(1_000, (reason: string) => log.warn({ reason }, 'the database did not serve a request'));

/** One line a request in the log: never a key, a query or a body. */
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
  // How long a stream was open is no measure of the service.
  if (!request.isStream)
    metrics?.observe({ method: request.method, route, status }, milliseconds / 1_000);
}
