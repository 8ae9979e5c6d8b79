import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamDb } from '../db/database.ts';
import type { Linked, Pins } from '../features/accounts/pin-links.ts';
import type { Settings } from '../operations/context.ts';
import { ApiError } from '../platform/errors.ts';
import { type Asset, packed, sendAsset } from './assets.ts';

/*
 * Parts of the pages that a link opens without a session: approvals, reports of clients, the end of mails.
 */

export interface LinkParameters {
  readonly Params: { readonly team_slug: string; readonly token: string };
}
export type LinkRequest = FastifyRequest<LinkParameters>;

/** A valid link and its owner. */
export interface ValidLink {
  readonly db: TeamDb;
  readonly linked: Linked;
}

/** Content-Security-Policy of a page. @param styles hashes and sources of its styles @param further directives of this kind of page */
export const linkPolicy = (styles: string, further: readonly string[] = []) =>
  [
    "default-src 'none'",
    `style-src ${styles}`,
    "img-src 'self'",
    ...further,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Sends a page. @param policy its Content-Security-Policy */
export const sendLinkPage = (reply: FastifyReply, status: number, page: string, policy: string) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-robots-tag': 'noindex, nofollow, noarchive',
      vary: 'accept-language',
    })
    .send(page);

/** A script of a page. Its path contains its hash, so browsers keep it. @param directory of its path */
export function linkScript(directory: string, file: URL) {
  const script = readFileSync(file);
  return { path: `${directory}/script-${hash('sha256', script, 'hex').slice(0, 16)}.js`, script };
}

/** Serves the script of a page. */
export function mountScript(
  app: FastifyInstance,
  { path, script }: ReturnType<typeof linkScript>,
): void {
  let asset: Promise<Asset> | undefined;
  app.get(path, async (request, reply) => {
    asset ??= packed(script, 'text/javascript; charset=utf-8');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return sendAsset(request, reply, await asset);
  });
}

/** PINs of a kind of links, and the cookie that proves one. */
interface PinCookie {
  readonly settings: Settings;
  readonly pins: Pins;
  readonly name: string;
  /** Path of the link. */
  readonly path: string;
}

/** Checks a PIN, and sets the cookie that proves it. */
export async function takePin(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, linked }: ValidLink,
  { settings, pins, name, path }: PinCookie,
  pin: string,
): Promise<'right' | 'wrong' | 'wait'> {
  try {
    if (!(await pins.check({ db, settings }, linked, pin.trim()))) return 'wrong';
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') throw error;
    return 'wait';
  }
  reply.setCookie(name, pins.proof(settings.secrets, linked), {
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  });
  return 'right';
}

/** Fields of a form; empty if the body is not a form. */
export function formOf({ body, headers }: FastifyRequest): URLSearchParams {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  return new URLSearchParams(isForm && Buffer.isBuffer(body) ? body.toString() : '');
}

/**
 * True if another site made the browser send it. The page sends no referrer, so browsers send `Origin: null` for its own forms;
 * over plain http, where they send nothing else, that is accepted: an attacker who can build the form's URL has the link, and
 * does not need another user's browser.
 */
export function isForged({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** True if a browser opened the page for a user to view: chat previews send none of these headers. */
export const isVisit = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined;
