import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/errors.ts';

/*
 * The session of a person in their browser: a cookie that no script reads, and the refusal of requests that another site had the
 * browser send.
 */

const ninetyDays = 90 * 24 * 60 * 60;
const year = 365 * 24 * 60 * 60;
const tenMinutes = 10 * 60;

const isSecure = (request: FastifyRequest) => request.protocol === 'https';
/** Over https only this very host may set it (RFC 6265bis, 4.1.3.2); plain http knows no such prefix. */
const nameOf = (request: FastifyRequest, name: string) =>
  isSecure(request) ? `__Host-${name}` : name;

const sessionName = 'pauta_session';
const deviceName = 'pauta_device';
const elsewhereName = 'pauta_elsewhere';

/** The session's token; undefined where the request carries none. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[nameOf(request, sessionName)];

const tokenShape = /(?:^|;)\s*(?:__Host-)?pauta_session=([^;\s]+)/;

/** The same of headers as they came, before it is known how: of whoever asks, not of who may. */
export const tokenIn = (cookies: readonly string[]): string | undefined =>
  tokenShape.exec(cookies[0] ?? '')?.[1];

/** What the browser says of the device; undefined where it says nothing. */
export const deviceOf = (request: FastifyRequest): string | undefined =>
  request.cookies[nameOf(request, deviceName)];

/** What a way in by another site began here. */
export const elsewhereOf = (request: FastifyRequest): string | undefined =>
  request.cookies[nameOf(request, elsewhereName)];

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

/** Gives the browser its session; null takes it away. */
export const setSession = (request: FastifyRequest, reply: FastifyReply, token: string | null) =>
  set(request, reply, sessionName, token ?? '', token === null ? 0 : ninetyDays);

/** Marks the browser as one that somebody has signed in with. */
export const setDevice = (request: FastifyRequest, reply: FastifyReply, device: string) =>
  set(request, reply, deviceName, device, year);

/** Remembers what a way in by another site began; null forgets it. */
export const setElsewhere = (request: FastifyRequest, reply: FastifyReply, begun: string | null) =>
  set(request, reply, elsewhereName, begun ?? '', begun === null ? 0 : tenMinutes);

/**
 * Refuses a write that another site may have had the browser send: Sec-Fetch-Site must say same-origin; where the browser does not
 * send it, as over plain http, Origin must be our own host.
 * @throws ApiError FORBIDDEN
 */
export function refuseForged(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site === undefined && hostOf(request.headers.origin) === request.host) return;
  throw new ApiError(
    'FORBIDDEN',
    'The panel takes writes from its own pages only: Sec-Fetch-Site must be same-origin, or Origin this host.',
  );
}

const hostOf = (origin: string | undefined): string | undefined =>
  origin === undefined || !URL.canParse(origin) ? undefined : new URL(origin).host;
