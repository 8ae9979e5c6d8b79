import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** PUBLIC_URL: where this installation is reached, without a slash at its end. */
    readonly publicUrl: string | undefined;
  }
}

/** What may stand in an address between the scheme and the path: nothing that ends it there, or a header. */
const authority = /^(?:[a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The last of several, which is that of the nearest proxy. */
const lastOf = (header: string | string[]) => String(header).split(',').at(-1)?.trim();

/**
 * Where the caller reaches this service, as answers write it: PUBLIC_URL, else the host that the request names. What a proxy says of
 * host and scheme counts only where it is trusted (TRUST_PROXY).
 * @returns such as `https://pauta.example.com`, without a slash at its end; undefined where that cannot be told: HTTP/1.0 without a
 *   host, or a proxy that is not trusted says that the scheme was another one. Who followed an address by http there would send their
 *   key in clear text.
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
