import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type { ConnectionState } from '#server/outbound/messaging/gateway-setup.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { healthOf, object, parse, text, textOf } from '../requests.ts';
import { readCallbackBody } from './callbacks.ts';
import { call } from './client.ts';
import { connecting, secretHeader } from './connect.ts';
import { fetchMedia } from './media.ts';
import { markRead, phoneBehind, profile } from './people.ts';
import { send } from './sending.ts';

/*
 * Evolution API, version 2: a self-hosted gateway for a session on the network. Source: github.com/evolution-foundation/evolution-api at
 * fa09d37892cd (2.3.7), as E in this folder; before: github.com/EvolutionAPI/evolution-api (2.3.6 at 3454bec, whose callbacks differ if
 * noted).
 *
 * Callbacks: E src/api/integrations/event/webhook/webhook.controller.ts. They have no signature, only the configured headers; the body may
 * contain the API key. 400, 401, 403, 404 and 422 are never retried, all other failures ten times. With `byEvents` the event follows the
 * address, as in `/messages-upsert`.
 */

/** The gateway also reports `connecting` while it shows a QR code. */
const states: Readonly<Record<string, ConnectionState>> = {
  open: 'connected',
  connecting: 'connecting',
  close: 'disconnected',
};

export const evolution: Gateway = {
  name: 'evolution',
  types: ['session'],
  config: {
    url: {
      about: 'address of the gateway',
      pattern: /^https?:\/\/[!-~]+$/,
      says: 'an address that begins with http:// or https://',
    },
    instance: {
      about: 'name of the instance',
      pattern: /^(?!\s)[^/\p{Cc}]{1,100}(?<!\s)$/u,
      says: '1 to 100 characters without slashes, and without a space at either end',
    },
    api_key: {
      about: 'its API key, global or of the instance',
      pattern: /^[!-~]+$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
    },
    global_key: {
      about: 'its global API key, to create the instance and to replace it when it is logged out',
      pattern: /^[!-~]*$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
      fallback: '',
    },
    webhook_secret: {
      about: `the secret that the gateway sends in the header ${secretHeader}`,
      pattern: /^[!-~]{16,255}$/,
      says: '16 to 255 printable ASCII characters without spaces',
      secret: true,
    },
  },

  send,

  /** Reports `open`, `connecting` or `close`: E src/api/controllers/instance.controller.ts */
  async health(connection, timeoutMs) {
    const answer = await call(connection, 'GET', '/instance/connectionState', undefined, timeoutMs);
    return healthOf(answer, (json) => {
      const said = text(object(json.instance)?.state) ?? 'unknown';
      const state = Object.hasOwn(states, said) ? states[said] : undefined;
      return { connected: said === 'open', found: `the session is ${textOf(said)}`, state };
    });
  },

  readCallback({ config }, { method, headers, body }) {
    if (method !== 'POST' || !isSame(headers[secretHeader], config.webhook_secret ?? ''))
      return { kind: 'unverified' };
    const json = parse(body);
    if (!json) return { kind: 'malformed' };
    // One address may be configured for all instances of a gateway.
    const isOther = json.instance !== undefined && json.instance !== config.instance;
    return readCallbackBody(isOther ? {} : json);
  },

  fetchMedia,
  markRead,
  profile,
  // No `account`: the gateway looks up every number itself before sending (B sendMessageWithTyping).
  phoneOf: phoneBehind,
  connecting,
};
