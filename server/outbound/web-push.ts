import { createPublicKey } from 'node:crypto';
import type { Cidr } from '../platform/config.ts';
import { guardOf, namesRefused } from './connection-guard.ts';
import { type Exchange, makeClient } from './http-client.ts';

/*
 * Web push (RFC 8030): `web-push` encrypts a message for a browser (RFC 8291) and signs the request (RFC 8292), which is sent by the guarded
 * client, because the browser chooses the address.
 */

/** A browser, as its PushSubscription describes it. */
export interface PushAddress {
  readonly endpoint: string;
  /** Public key, an uncompressed point of P-256 as base64url. */
  readonly p256dh: string;
  /** Authentication secret, 16 bytes as base64url. */
  readonly auth: string;
}

/** Identifies this installation to push services; keys as base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:` or `https:` address of the operator. */
  readonly subject: string;
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The subscription does not exist any more. */
  | { readonly kind: 'gone' }
  /** Not accepted: it may be sent later. */
  | { readonly kind: 'retry'; readonly status: number | null; readonly retryAfterMs: number }
  | { readonly kind: 'failed'; readonly status: number | null }
  /** The connection ended while the service was accepting it. */
  | { readonly kind: 'unknown' };

export interface PushSender {
  /** Sends one message. Never throws. @param text at most 3 kB */
  send(to: PushAddress, text: string, keys: VapidKeys): Promise<PushOutcome>;
  close(): void;
}

/** Time for which a push service stores a message while the browser is offline, in seconds. */
const ttl = 12 * 3_600;
const maxRetryAfterMs = 24 * 3_600_000;
const idleMs = 4_000;
/** Most browsers use one of four services. */
const maxPerOrigin = 32;

/** True if `text` is a point of P-256 as base64url. */
export function isPublicKey(text: string): boolean {
  const point = Buffer.from(text, 'base64url');
  if (!/^[\w-]{87}$/.test(text) || point.length !== 65 || point[0] !== 4) return false;
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/**
 * True if a push may be sent to the address: https, or http at a private address that the operator allows.
 * @param allow private ranges that are allowed
 */
export function isPushEndpoint(endpoint: string, allow: readonly Cidr[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '' || namesRefused(url, allow)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && namesRefused(url, []));
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3) in milliseconds; 0 without either. */
function retryAfterOf(header: string | undefined): number {
  const text = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return ms > 0 ? Math.min(ms, maxRetryAfterMs) : 0;
}

function outcomeOf(exchange: Exchange): PushOutcome {
  if (exchange.kind === 'unanswered')
    return exchange.wasSent
      ? { kind: 'unknown' }
      : { kind: 'retry', status: null, retryAfterMs: 0 };
  const { status, retryAfter } = exchange;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  // Any error of the service itself leaves it open if the message was accepted, except these two.
  if (status === 429 || status === 503)
    return { kind: 'retry', status, retryAfterMs: retryAfterOf(retryAfter) };
  return { kind: 'failed', status };
}

/**
 * @param options.allow private ranges to which connections are allowed
 * @param options.timeoutMs for a whole exchange
 */
export function openPushSender({
  allow,
  timeoutMs = 10_000,
}: {
  readonly allow: readonly Cidr[];
  readonly timeoutMs?: number;
}): PushSender {
  const client = makeClient({ guard: guardOf(allow), idleMs, mostPerOrigin: maxPerOrigin });
  return {
    async send({ endpoint, p256dh, auth }, text, vapidDetails) {
      const { default: webPush } = await import('web-push');
      let request: ReturnType<typeof webPush.generateRequestDetails>;
      try {
        if (!isPushEndpoint(endpoint, allow)) return { kind: 'failed', status: null };
        request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
          vapidDetails,
          TTL: ttl,
          urgency: 'normal',
          contentEncoding: 'aes128gcm',
        });
      } catch {
        return { kind: 'failed', status: null };
      }
      const headers = Object.entries(request.headers as Record<string, string | number>)
        .filter(([name]) => name.toLowerCase() !== 'content-length')
        .map(([name, value]) => [name.toLowerCase(), String(value)]);
      const exchange = await client.exchange({
        method: 'POST',
        url: new URL(request.endpoint),
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: request.body as unknown as Buffer,
        timeoutMs,
        mostBytes: 16_384,
        // A reused connection that the service closed meanwhile would leave the outcome unknown.
        connection: 'new',
      });
      return outcomeOf(exchange);
    },
    close: client.close,
  };
}
