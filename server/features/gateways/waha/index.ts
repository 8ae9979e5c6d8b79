import { hmac, parse } from '#server/features/gateways/requests.ts';
import type { Callback } from '#server/outbound/messaging/connection.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type { ParsedCallback } from '#server/outbound/messaging/incoming-updates.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { read } from './callbacks.ts';
import { connecting } from './connect.ts';
import { account, fetchMedia, markRead, numberOfLid, profile } from './queries.ts';
import { newMessageId, send } from './sending.ts';
import { health } from './versions.ts';

/**
 * WAHA: a self-hosted gateway for a session on the network, with a choice of engines. Callbacks: `X-Webhook-Hmac` is the hex HMAC-SHA512 of
 * the raw body (D events, "HMAC authentication").
 */
export const waha: Gateway = {
  name: 'waha',
  types: ['session'],
  config: {
    url: {
      about: 'address of the gateway',
      pattern: /^https?:\/\/[!-~]+$/,
      says: 'an address that begins with http:// or https://',
    },
    session: {
      about: 'name of the session',
      pattern: /^[^/\s]{1,100}$/,
      says: '1 to 100 characters without spaces or slashes',
      fallback: 'default',
    },
    api_key: {
      about: 'its API key',
      pattern: /^[!-~]+$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
    },
    webhook_secret: {
      about: 'the key that the gateway signs its callbacks with (hmac.key)',
      pattern: /^[!-~]{16,255}$/,
      says: '16 to 255 printable ASCII characters without spaces',
      secret: true,
    },
  },
  send,
  health,
  readCallback({ config }, { method, headers, body }: Callback): ParsedCallback {
    const signature = hmac('sha512', config.webhook_secret ?? '', body);
    if (method !== 'POST' || !isSame(headers['x-webhook-hmac']?.toLowerCase(), signature))
      return { kind: 'unverified' };
    const json = parse(body);
    if (!json) return { kind: 'malformed' };
    // One address may be configured for all sessions of a gateway.
    const isOther = json.session !== undefined && json.session !== config.session;
    return { kind: 'updates', ...(isOther ? {} : read(json)) };
  },
  newMessageId,
  fetchMedia,
  markRead,
  profile,
  account,
  phoneOf: numberOfLid,
  connecting,
};
