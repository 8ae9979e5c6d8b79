import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden } from '../platform/errors.ts';

/* Session of a user in a browser: a cookie that scripts cannot read, and protection against forged cross-site requests. */

const ninetyDays = 90 * 24 * 60 * 60;
const year = 365 * 24 * 60 * 60;
const tenMinutes = 10 * 60;

const isSecure = (request: FastifyRequest) => request.protocol === 'https';
/** Over https, only this host may set it (RFC 6265bis, 4.1.3.2); the prefix is not available over plain http. */
const nameOf = (request: FastifyRequest, name: string) =>
  isSecure(request) ? `__Host-${name}` : name;

const sessionName = 'pauta_session';
const deviceName = 'pauta_device';
const externalSignInCookie = 'pauta_elsewhere';

/** Token of the session; undefined if the request has none. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[nameOf(request, sessionName)];

const tokenShape = /(?:^|;)\s*(?:__Host-)?pauta_session=([^;\s]+)/;

/** Token in raw headers, before the protocol is known: identifies the claimed session, without verification. */
export const tokenIn = (cookies: readonly string[]): string | undefined =>
  tokenShape.exec(cookies[0] ?? '')?.[1];

/** Token of the device; undefined if the browser sends none. */
export const deviceOf = (request: FastifyRequest): string | undefined =>
  request.cookies[nameOf(request, deviceName)];

/** State of a sign-in started through another site. */
export const externalSignInOf = (request: FastifyRequest): string | undefined =>
  request.cookies[nameOf(request, externalSignInCookie)];

function set(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAge: number,
): void {
  reply.setCookie(nameOf(request, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request),
    maxAge,
  });
}

/** Sets the session cookie; null removes it. */
export const setSession = (request: FastifyRequest, reply: FastifyReply, token: string | null) =>
  set(request, reply, sessionName, token ?? '', token === null ? 0 : ninetyDays);

/** Marks the browser as one used to sign in. */
export const setDevice = (request: FastifyRequest, reply: FastifyReply, device: string) =>
  set(request, reply, deviceName, device, year);

/** Stores the state of a sign-in through another site; null removes it. */
export const setExternalSignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  begun: string | null,
) => set(request, reply, externalSignInCookie, begun ?? '', begun === null ? 0 : tenMinutes);

/**
 * Refuses a write that another site may have forged: Sec-Fetch-Site must be same-origin; if the browser does not send it, as over
 * plain http, Origin must match our host.
 * @throws ApiError FORBIDDEN
 */
export function refuseForged(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site === undefined && hostOf(request.headers.origin) === request.host) return;
  throw forbidden(
    'The panel accepts writes only from its own pages: Sec-Fetch-Site must be same-origin, or Origin this host.',
    'malformed',
  );
}

const hostOf = (origin: string | undefined): string | undefined =>
  origin === undefined || !URL.canParse(origin) ? undefined : new URL(origin).host;
