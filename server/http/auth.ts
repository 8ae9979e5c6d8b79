import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Caller, Keys } from '../features/accounts/keys.ts';
import { isWellFormedKey } from '../platform/api-key.ts';
import { ApiError, invalid, secretLike, unauthorized } from '../platform/errors.ts';
import { type Allowance, countedAs, type RateLimit } from './rate-limit.ts';

const window = 60;

declare module 'fastify' {
  interface FastifyRequest {
    /** The header that it says twice although it may say it once. */
    repeated: string | undefined;
  }
}

/** The caller's address; what a proxy forwards counts only when it is one. */
export function addressOf(request: FastifyRequest): string {
  return ipaddr.isValid(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown');
}

/** Says what was counted in the headers of draft-ietf-httpapi-ratelimit-headers-10. @throws ApiError RATE_LIMITED, with Retry-After */
function tell(
  reply: FastifyReply,
  policy: string,
  { allowed, remaining, resetSeconds }: Allowance,
  perMinute: number,
  to: string,
): void {
  reply.header('ratelimit-policy', `"${policy}";q=${perMinute};w=${window}`);
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  reply.header('retry-after', resetSeconds);
  throw new ApiError(
    'RATE_LIMITED',
    `Rate limit exceeded: at most ${perMinute} requests a minute for ${to}; try again in ${resetSeconds} s.`,
  );
}

/**
 * Counts a request of its address.
 * @returns how many more there may be in this minute
 * @throws ApiError RATE_LIMITED
 */
export async function countRequest(
  limit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const allowance = await limit.take(addressOf(request));
  tell(reply, 'default', allowance, limit.perMinute, 'one address');
  return allowance.remaining;
}

/**
 * Counts a request of a key that has a limit of its own, beside its address's: the stricter of both is told, and counts.
 * @param left how many more its address may make
 * @throws ApiError RATE_LIMITED
 */
export async function countKey(
  limit: RateLimit,
  { keyId, perMinute }: Caller,
  left: number,
  reply: FastifyReply,
): Promise<void> {
  if (perMinute === null) return;
  const allowance = await limit.takeKey(keyId, perMinute);
  if (!allowance.allowed || allowance.remaining < left)
    tell(reply, 'key', allowance, perMinute, 'this API key');
}

/** Requests a minute of one session: a page asks for several things at once. */
const perSession = 600;

/** Counts a request of somebody who is signed in. @throws ApiError RATE_LIMITED */
export async function countSession(
  limit: RateLimit,
  sessionId: string,
  reply: FastifyReply,
): Promise<void> {
  tell(reply, 'session', await limit.takeKey(sessionId, perSession), perSession, 'one session');
}

/** How often a minute one session may open a live stream: connections break, and windows are many. */
const openedPerSession = 120;

/** Counts the opening of a live stream, apart from requests. @throws ApiError RATE_LIMITED */
export async function countStream(
  limit: RateLimit,
  sessionId: string,
  reply: FastifyReply,
): Promise<void> {
  const allowance = await limit.takeKey(`live ${sessionId}`, openedPerSession);
  tell(reply, 'live', allowance, openedPerSession, 'the live streams of one session');
}

/** Requests a minute of one address that are part of signing in. */
const guardedPerAddress = 30;

/** Counts a request that is part of signing in, beside everything else of its address. @throws ApiError RATE_LIMITED */
export async function countGuarded(
  limit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const address = countedAs(addressOf(request));
  await countOthers(limit, `sign-in ${address}`, guardedPerAddress, 'signing in', reply);
}

/** Requests a minute of one address to the pages of links. */
const linkedPerAddress = 30;

/** Counts a request to the page of a link, whose caller proves nothing else. @throws ApiError RATE_LIMITED */
export async function countApproval(
  limit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const address = countedAs(addressOf(request));
  await countOthers(limit, `approval ${address}`, linkedPerAddress, 'links', reply);
}

/** Counts one more of something. @param to whom the limit applies @throws ApiError RATE_LIMITED */
export async function countOthers(
  limit: RateLimit,
  what: string,
  perMinute: number,
  to: string,
  reply: FastifyReply,
): Promise<void> {
  const allowance = await limit.takeKey(what, perMinute);
  if (!allowance.allowed) tell(reply, 'sign-in', allowance, perMinute, to);
}

/**
 * What a request says once or not at all, by the length of the name. Of two, Node.js drops one or makes a third of both, and a
 * proxy may have gone by the other: a key of its own would have a send done twice.
 */
const saidOnce: Readonly<Record<number, string>> = Object.fromEntries(
  ['Host', 'Content-Type', 'Authorization', 'Idempotency-Key'].map((name) => [name.length, name]),
);

/** The header that a request repeats although it may stand once only; Host before any other. Before HTTP/1.1 Host counts for nothing. */
export function repeatedIn({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  let seen = 0;
  let repeated: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? '';
    const name = saidOnce[given.length];
    if (name === undefined || given.toLowerCase() !== name.toLowerCase()) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) {
      if (name !== 'Host') repeated = name;
      else if (httpVersion === '1.1') return name;
    }
    seen |= bit;
  }
  return repeated;
}

/** @throws ApiError VALIDATION_ERROR for a request that says twice what it may say once */
export function refuseRepeated({ repeated }: FastifyRequest): void {
  if (repeated !== undefined) throw invalid(`${repeated} must be given only once.`);
}

/**
 * The caller of a request.
 * @throws ApiError UNAUTHORIZED without a valid key, VALIDATION_ERROR with two Authorization headers
 */
export async function callerOf(
  keys: Keys,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  if (request.repeated === 'Authorization') refuseRepeated(request);
  const caller = await keys.find(request.headers.authorization, addressOf(request));
  if (!caller) {
    reply.header('www-authenticate', 'Bearer');
    throw unauthorized();
  }
  return caller;
}

/** The same where the method says whether it writes. @throws ApiError FORBIDDEN for a write with a key that may only read */
export async function authenticate(
  keys: Keys,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = await callerOf(keys, request, reply);
  if (caller.scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ApiError(
      'FORBIDDEN',
      'This API key is read-only (scope read); writing requires a key with the scope full.',
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
      'The URL of this request contains an API key or the secret of a webhook endpoint. Send it only in the Authorization header. It may have been exposed: revoke that key, or rotate that secret.',
    );
  }
}
