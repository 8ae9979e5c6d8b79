import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { AgentCaller, Caller, Keys } from '../features/accounts/key-lookup.ts';
import { isWellFormedKey } from '../platform/api-key.ts';
import {
  ApiError,
  forbidden,
  invalid,
  invalidRequest,
  secretLike,
  unauthorized,
} from '../platform/errors.ts';
import { type Allowance, countedAs, type RateLimit } from './rate-limit.ts';

const window = 60;

declare module 'fastify' {
  interface FastifyRequest {
    /** A header that the request repeats although it must be unique. */
    repeated: string | undefined;
  }
}

/** The client's address; a forwarded value is used only if it is a valid address. */
export function addressOf(request: FastifyRequest): string {
  return ipaddr.isValid(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown');
}

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers-10. @throws ApiError RATE_LIMITED, with Retry-After */
function setRateLimitHeaders(
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
 * Counts a request against its address.
 * @returns the number of further requests in this minute
 * @throws ApiError RATE_LIMITED
 */
export async function countRequest(
  limit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const allowance = await limit.take(addressOf(request));
  setRateLimitHeaders(reply, 'default', allowance, limit.perMinute, 'one address');
  return allowance.remaining;
}

/**
 * Counts a request of a key with a separate limit, in addition to its address: the stricter of both applies and is reported.
 * @param left remaining requests of its address
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
    setRateLimitHeaders(reply, 'key', allowance, perMinute, 'this API key');
}

/** Requests per minute of one session: a page makes several requests at once. */
const perSession = 600;

/** Counts a request of a signed-in user. @throws ApiError RATE_LIMITED */
export async function countSession(
  limit: RateLimit,
  sessionId: string,
  reply: FastifyReply,
): Promise<void> {
  setRateLimitHeaders(
    reply,
    'session',
    await limit.takeKey(sessionId, perSession),
    perSession,
    'one session',
  );
}

/** Live streams that one session may open per minute: allows for broken connections and many windows. */
const openedPerSession = 120;

/** Counts the opening of a live stream, separately from requests. @throws ApiError RATE_LIMITED */
export async function countStream(
  limit: RateLimit,
  sessionId: string,
  reply: FastifyReply,
): Promise<void> {
  const allowance = await limit.takeKey(`live ${sessionId}`, openedPerSession);
  setRateLimitHeaders(
    reply,
    'live',
    allowance,
    openedPerSession,
    'the live streams of one session',
  );
}

/** Sign-in requests per minute of one address. */
const guardedPerAddress = 30;

/** Counts a sign-in request, separately from other requests of its address. @throws ApiError RATE_LIMITED */
export async function countGuarded(
  limit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const address = countedAs(addressOf(request));
  await countAgainst(limit, `sign-in ${address}`, guardedPerAddress, 'signing in', reply);
}

/** Requests per minute of one address to link pages. */
const linkedPerAddress = 30;

/** Counts a request to a link's page, whose client is otherwise unauthenticated. @throws ApiError RATE_LIMITED */
export async function countApproval(
  limit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const address = countedAs(addressOf(request));
  await countAgainst(limit, `approval ${address}`, linkedPerAddress, 'links', reply);
}

/** Requests per minute of one person's connected agents in a team, in addition to the limit of each key. */
const agentsPerUser = 300;

/**
 * Counts a request of a connected agent against its person instead of its address: the agents of many people share the addresses of their
 * vendor. @throws ApiError RATE_LIMITED
 */
export async function countAgent(
  limit: RateLimit,
  { userId }: Pick<AgentCaller, 'userId'>,
  reply: FastifyReply,
): Promise<number> {
  const allowance = await limit.takeKey(`agents ${userId}`, agentsPerUser);
  setRateLimitHeaders(
    reply,
    'agents',
    allowance,
    agentsPerUser,
    'the connected agents of one user',
  );
  return allowance.remaining;
}

/** Requests per minute of one address to the OAuth endpoints, by kind: those of a vendor's address serve many people. */
const oauthPerAddress = { token: 300, register: 20 } as const;

/** Counts a request to an OAuth endpoint. @throws ApiError RATE_LIMITED */
export async function countOauth(
  limit: RateLimit,
  kind: keyof typeof oauthPerAddress,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const address = countedAs(addressOf(request));
  await countAgainst(
    limit,
    `oauth ${kind} ${address}`,
    oauthPerAddress[kind],
    'one address',
    reply,
  );
}

/** Counts against a named limit. @param to subject of the limit @throws ApiError RATE_LIMITED */
export async function countAgainst(
  limit: RateLimit,
  what: string,
  perMinute: number,
  to: string,
  reply: FastifyReply,
): Promise<void> {
  const allowance = await limit.takeKey(what, perMinute);
  if (!allowance.allowed) setRateLimitHeaders(reply, 'sign-in', allowance, perMinute, to);
}

/**
 * Headers that may occur at most once, by the length of their name. If one occurs twice, Node.js drops one or merges both, and a
 * proxy may have used the other: a different Idempotency-Key would execute a send twice.
 */
const singleHeaders: Readonly<Record<number, string>> = Object.fromEntries(
  ['Host', 'Content-Type', 'Authorization', 'Idempotency-Key'].map((name) => [name.length, name]),
);

/**
 * Name of a header that the request repeats although it must be unique; Host takes precedence. Before HTTP/1.1, Host is ignored.
 */
export function repeatedIn({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  let seen = 0;
  let repeated: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const headerName = rawHeaders[i] ?? '';
    const name = singleHeaders[headerName.length];
    if (name === undefined || headerName.toLowerCase() !== name.toLowerCase()) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) {
      if (name !== 'Host') repeated = name;
      else if (httpVersion === '1.1') return name;
    }
    seen |= bit;
  }
  return repeated;
}

/** @throws ApiError VALIDATION_ERROR if a unique header is repeated */
export function refuseRepeated({ repeated }: FastifyRequest): void {
  if (repeated !== undefined)
    throw invalid(`${repeated} must be given only once.`, repeated, 'too_many', { limit: 1 });
}

/**
 * Authenticates the caller of a request.
 * @param challenge value of WWW-Authenticate without a valid key
 * @throws ApiError UNAUTHORIZED without a valid key, VALIDATION_ERROR with two Authorization headers
 */
export async function callerOf(
  keys: Keys,
  request: FastifyRequest,
  reply: FastifyReply,
  challenge = 'Bearer',
): Promise<Caller> {
  if (request.repeated === 'Authorization') refuseRepeated(request);
  const caller = await keys.find(request.headers.authorization, addressOf(request));
  if (!caller) {
    reply.header('www-authenticate', challenge);
    throw unauthorized();
  }
  return caller;
}

/**
 * Authenticates the caller, and derives from the method whether it writes. @throws ApiError FORBIDDEN for a write with a
 * read-only key
 */
export async function authenticate(
  keys: Keys,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = await callerOf(keys, request, reply);
  if (caller.scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
    throw forbidden(
      'This API key is read-only (scope read); writing requires a key with the scope full.',
      'forbidden',
    );
  }
  return caller;
}

/**
 * Refuses a request whose query contains a key or an endpoint's secret, under any parameter name: URLs are stored in proxy logs
 * and browser histories. For authenticated callers.
 * @param url as received, with its query
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
  for (const [match] of query.matchAll(secretLike)) {
    if (/^pauta_[^_]+$/.test(match) && !isWellFormedKey(match)) continue;
    throw invalidRequest(
      'The URL of this request contains an API key or the secret of a webhook endpoint. Send it only in the Authorization header. It may have been exposed: revoke that key, or rotate that secret.',
      'malformed',
    );
  }
}
