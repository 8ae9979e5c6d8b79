import {
  accepted,
  type Callback,
  type Confirmation,
  type Gateway,
  isNetworkId,
  type ParsedCallback,
  refused,
  type Sent,
  unknown,
} from '../../../outbound/messaging.ts';
import { isSame } from '../../../platform/constant-time.ts';
import { phoneOf } from '../phones.ts';
import {
  exchange,
  healthOf,
  hmac,
  type Json,
  object,
  outcomeOf,
  parse,
  text,
  words,
} from '../wire.ts';

/*
 * WAHA: a gateway that teams run for a session on the network, with several engines inside.
 * Sources: github.com/devlikeapro/waha-docs at 1a6f1c4 (content/docs/how-to, static/swagger/openapi.json 2026.7.1), as D;
 * github.com/devlikeapro/waha at 55fc6a4, as W.
 *
 * - sendText: D send-messages, W src/core/session.*.ts. Each engine answers in a shape of its own (W issue 760); some
 *   versions answer 201 with nothing (W issues 1083, 1087).
 * - 422: the session is not WORKING; the gateway waits up to 5 s for it first (W src/core/manager.abc.ts).
 * - 500 repeats the request, number and text included (W src/nestjs/AllExceptionsFilter.ts): never shown, never logged.
 * - Callbacks: D events. `X-Webhook-Hmac` is the hex HMAC-SHA512 of the raw body.
 */

/** The bare id of `true_5511999998888@c.us_3EB0ABC` (a fourth part names the participant of a group). */
const bareId = (id: string) => (id.includes('_') ? id.split('_')[2] : id);

/** The id in an answer or a payload, whatever the engine: `key.id`, else `id.id`, else in the text `id`. */
function idOf(json: Json): string | undefined {
  const nested = text(object(json.key)?.id) ?? text(object(json.id)?.id);
  return nested ?? (typeof json.id === 'string' ? bareId(json.id) : undefined);
}

function refusal(status: number, json: Json | undefined): Sent {
  if (status === 422) {
    const state = words(json?.status);
    return refused(
      'disconnected',
      `the inbox's session is not working${state ? ` (${state})` : ''}`,
    );
  }
  if (status === 404) return refused('disconnected', 'the gateway does not know the session (404)');
  const said = text(object(json?.exception)?.message) ?? '';
  // What the GOWS engine says of a number without an account: W issues 1714, 2214.
  if (/no LID found/i.test(said))
    return refused('number', 'the network has no account with this number');
  return status >= 500
    ? refused('gateway', `the gateway failed (${status})`)
    : refused(
        'rejected',
        `the gateway refuses the message (${status}: ${words(json?.message) ?? 'no reason'})`,
      );
}

/** D events, message.ack: -1 error, 0 pending, 1 server, 2 device, 3 read, 4 played. */
const acks: Record<string, Confirmation['status'] | undefined> = {
  '-1': 'failed',
  1: 'sent',
  2: 'delivered',
  3: 'read',
  4: 'read',
};

/** The sender's number: of the address itself, or where the engine gives it when the address hides it. */
function senderOf(payload: Json): string | undefined {
  const data = object(payload._data);
  return (
    phoneOf(payload.from) ??
    phoneOf(object(data?.key)?.remoteJidAlt) ??
    phoneOf(object(data?.Info)?.SenderAlt)
  );
}

/** The name that the sender announces, where each engine puts it. */
function nameOf(payload: Json): string | undefined {
  const data = object(payload._data);
  return text(data?.notifyName) ?? text(data?.pushName) ?? text(object(data?.Info)?.PushName);
}

const nothing = { confirmations: [], incoming: [], echoes: [], nameless: 0 };

function read({ event, payload: given }: Json): ParsedCallback {
  const payload = object(given);
  const networkId = payload && idOf(payload);
  if (!payload || !isNetworkId(networkId)) return { kind: 'updates', ...nothing };
  if (event === 'message.ack') {
    const status = typeof payload.ack === 'number' ? acks[payload.ack] : undefined;
    const reason = status === 'failed' ? 'the network gave up on the message' : undefined;
    const confirmations = status ? [{ networkId, status, reason }] : [];
    return { kind: 'updates', ...nothing, confirmations };
  }
  const isMessage = event === 'message' || event === 'message.any';
  const other = payload.fromMe === true ? payload.to : payload.from;
  if (!isMessage || /@(g\.us|broadcast|newsletter)$/.test(text(other) ?? ''))
    return { kind: 'updates', ...nothing };
  const content = typeof payload.body === 'string' ? payload.body : '';
  if (payload.fromMe === true) {
    // What somebody typed on the phone is not what we sent (D events, `source`).
    if (payload.source === 'app') return { kind: 'updates', ...nothing };
    const echo = { networkId, phone: phoneOf(payload.to), text: content };
    return { kind: 'updates', ...nothing, echoes: [echo] };
  }
  const phone = senderOf(payload);
  if (phone === undefined) return { kind: 'updates', ...nothing, nameless: 1 };
  const type = payload.hasMedia === true ? 'media' : 'text';
  if (type === 'text' && content === '') return { kind: 'updates', ...nothing };
  const message = { networkId, phone, name: nameOf(payload), type, text: content };
  return { kind: 'updates', ...nothing, incoming: [message] };
}

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

  async sendText({ config }, { to, text: content }, timeoutMs) {
    const headers = { 'x-api-key': config.api_key ?? '' };
    const body = { session: config.session, chatId: `${to}@c.us`, text: content };
    const answer = await exchange('POST', `${config.url}/api/sendText`, headers, body, timeoutMs);
    return outcomeOf(answer, timeoutMs, (status, json) =>
      status >= 400
        ? refusal(status, json)
        : accepted(
            json && idOf(json),
            unknown('gateway', `the gateway answered ${status} without an id`),
          ),
    );
  },

  /** WORKING, or what keeps it from working: D sessions. */
  async health({ config }, timeoutMs) {
    const address = `${config.url}/api/sessions/${encodeURIComponent(config.session ?? '')}`;
    const headers = { 'x-api-key': config.api_key ?? '' };
    const answer = await exchange('GET', address, headers, undefined, timeoutMs);
    return healthOf(answer, (json) => {
      const status = text(json.status) ?? 'unknown';
      return { connected: status === 'WORKING', found: `the session is ${words(status)}` };
    });
  },

  readCallback({ config }, { method, headers, body }: Callback): ParsedCallback {
    const signature = hmac('sha512', config.webhook_secret ?? '', body);
    if (method !== 'POST' || !isSame(headers['x-webhook-hmac']?.toLowerCase(), signature))
      return { kind: 'unverified' };
    const json = parse(body);
    if (!json) return { kind: 'malformed' };
    // One address may be configured for all sessions of a gateway.
    const isOther = json.session !== undefined && json.session !== config.session;
    return read(isOther ? {} : json);
  },
};
