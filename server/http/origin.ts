import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** PUBLIC_URL: base URL of this installation, without a trailing slash. */
    readonly publicUrl: string | undefined;
  }
}

/** Valid authority of a URL: contains no character that would end it early or inject a header. */
const authority = /^(?:[a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Last of several values, which comes from the nearest proxy. */
const lastOf = (header: string | string[]) => String(header).split(',').at(-1)?.trim();

/**
 * Base URL of this service for the client's responses: PUBLIC_URL, otherwise the host named by the request. A proxy's host and
 * scheme are used only if the proxy is trusted (TRUST_PROXY).
 * @returns for example `https://pauta.example.com`, without a trailing slash; undefined if it is unknown: HTTP/1.0 without a
 *   host, or an untrusted proxy reports a different scheme. A client that followed an http URL there would send its key in
 *   clear text.
 */
export function originFor(request: FastifyRequest): string | undefined {
  const { publicUrl } = request.server;
  if (publicUrl !== undefined) return publicUrl;
  const { host, protocol } = request;
  const forwarded = request.headers['x-forwarded-proto'];
  const isOther = forwarded !== undefined && lastOf(forwarded) !== protocol;
  if (isOther || !/^https?$/.test(protocol) || !authority.test(host)) return undefined;
  return `${protocol}://${host}`;
}
