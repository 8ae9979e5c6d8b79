import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ApiError, invalid, secretLike, unauthorized } from '../errors.ts';
import { isWellFormedKey } from './key.ts';
import type { Caller, Keys } from './keys.ts';
import type { RateLimit } from './rate-limit.ts';

const window = 60;

/** The caller's address; what a proxy forwards counts only when it is one. */
function addressOf(request: FastifyRequest): string {
  return ipaddr.isValid(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown');
}

/**
 * Counts the request and says so in the headers of draft-ietf-httpapi-ratelimit-headers-10.
 * @throws ApiError RATE_LIMITED, with Retry-After
 */
export async function countRequest(
  limit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { allowed, remaining, resetSeconds } = await limit.take(addressOf(request));
  reply.header('ratelimit-policy', `"default";q=${limit.perMinute};w=${window}`);
  reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  reply.header('retry-after', resetSeconds);
  throw new ApiError(
    'RATE_LIMITED',
    `At most ${limit.perMinute} requests a minute are served to one address; try again in ${resetSeconds} s.`,
  );
}

/**
 * The caller of a request.
 * @throws ApiError UNAUTHORIZED without a valid key, FORBIDDEN for a write with a key that may only read
 */
export async function authenticate(
  keys: Keys,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = await keys.find(request.headers.authorization);
  if (!caller) {
    reply.header('www-authenticate', 'Bearer');
    throw unauthorized();
  }
  if (caller.scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ApiError(
      'FORBIDDEN',
      'This API key may only read (scope read); a write needs a key of scope full.',
    );
  }
  return caller;
}

/**
 * Refuses a request whose query holds a key or an endpoint's secret, whatever the parameter is called: addresses are
 * written into the logs of proxies and the histories of browsers. For callers who have proven who they are.
 * @param url with its query, as it came
 * @throws ApiError VALIDATION_ERROR, which does not repeat it
 */
export function refuseSecrets(url: string): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  const query = url
    .slice(start)
    .replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  for (const [found] of query.matchAll(secretLike)) {
    if (found.startsWith('pauta_') && !isWellFormedKey(found)) continue;
    throw invalid(
      'The address of this request holds an API key or the secret of a webhook endpoint. Send it in the Authorization header only. Others may have read it by now: revoke that key, or rotate that secret.',
    );
  }
}
