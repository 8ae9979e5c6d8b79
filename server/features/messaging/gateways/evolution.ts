import {
  accepted,
  type Callback,
  type Confirmation,
  type Echo,
  type Gateway,
  type Incoming,
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
  type Json,
  list,
  object,
  outcomeOf,
  parse,
  text,
  words,
} from '../wire.ts';

/*
 * Evolution API, version 2: a gateway that teams run for a session on the network.
 * Source: github.com/evolution-foundation/evolution-api at fa09d37892cd (2.3.7), as E below;
 * before: github.com/EvolutionAPI/evolution-api.
 *
 * - sendText: E src/validate/message.schema.ts, src/api/routes/sendMessage.router.ts (201). It takes no id of ours.
 * - Errors: E src/main.ts, `{status, error, response: {message}}`; the message is a text, a list or a list of lists.
 * - Callbacks: E src/api/integrations/event/webhook/webhook.controller.ts. They carry no signature, but the headers that
 *   the operator configures; the body may hold the api key. 400, 401, 403, 404 and 422 are never sent again, all else is.
 */

const secretHeader = 'x-webhook-secret';

/** What the gateway says in an error, its lists unpacked. */
function saidIn(json: Json | undefined): unknown[] {
  const message = object(json?.response)?.message;
  return list(message).flat(2);
}

/** @returns what a refusal of the gateway means; E src/api/integrations/channel/whatsapp/whatsapp.baileys.service.ts */
function refusal(status: number, json: Json | undefined): Sent {
  const said = saidIn(json);
  const sentence = words(said.find((part) => typeof part === 'string'));
  if (status === 404)
    return refused('disconnected', 'the gateway does not know the instance, or the path (404)');
  if (said.some((part) => object(part)?.exists === false))
    return refused('number', 'the network has no account with this number');
  if (sentence?.includes('Connection Closed'))
    return refused('disconnected', "the inbox's session is not connected");
  // Lists of lists come from checking the request, before anything is done.
  const isSchema = list(object(json?.response)?.message).some((part) => Array.isArray(part));
  if (status === 400 && !isSchema)
    // Also what fails after the message went out (storing it, above all) is answered so.
    return unknown('gateway', `the gateway answered 400 (${sentence ?? 'no reason'})`);
  return status >= 500
    ? refused('gateway', `the gateway failed (${status})`)
    : refused(
        'rejected',
        `the gateway refuses the message (${status}: ${sentence ?? 'no reason'})`,
      );
}

/** How deep a message may be wrapped. */
const mostWrappers = 4;

/** What is written in a message, whatever it is wrapped in; undefined for what is no message of a person. */
function contentOf(
  message: Json | undefined,
  depth = 0,
): { type: string; text: string } | undefined {
  if (!message || depth > mostWrappers) return undefined;
  for (const wrapper of ['ephemeralMessage', 'viewOnceMessage', 'viewOnceMessageV2']) {
    const inner = object(object(message[wrapper])?.message);
    if (inner) return contentOf(inner, depth + 1);
  }
  const extended = object(message.extendedTextMessage);
  const plain = text(message.conversation) ?? text(extended?.text);
  if (plain !== undefined) return { type: 'text', text: plain };
  for (const type of media) {
    const part = object(message[`${type}Message`]);
    if (part) return { type, text: text(part.caption) ?? '' };
  }
  return undefined;
}
const media = ['image', 'video', 'audio', 'document', 'sticker', 'location', 'contact'] as const;

/** E src/utils/renderStatus.ts; SENT, DELIVERED and FAILED where the instance stands on the official API. */
const statuses: Record<string, Confirmation['status'] | undefined> = {
  ERROR: 'failed',
  SERVER_ACK: 'sent',
  DELIVERY_ACK: 'delivered',
  PLAYED: 'read',
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  FAILED: 'failed',
};

function confirmations(data: Json): Confirmation[] {
  const status = statuses[text(data.status)?.toUpperCase() ?? ''];
  // `messageId` is the gateway's own; the jid may be another spelling of the recipient.
  if (!status || !isNetworkId(data.keyId)) return [];
  const reason = status === 'failed' ? 'the network gave up on the message' : undefined;
  return [{ networkId: data.keyId, status, reason }];
}

/** The first of the key's addresses that shows a number; which one does differs from version to version. */
const senderOf = (key: Json) =>
  phoneOf(key.remoteJid) ?? phoneOf(key.remoteJidAlt) ?? phoneOf(key.senderPn);

const isPersonal = (jid: unknown) =>
  typeof jid === 'string' && !/@(g\.us|broadcast|newsletter)$/.test(jid);

function read(body: Json): ParsedCallback {
  const confirmed: Confirmation[] = [];
  const incoming: Incoming[] = [];
  const echoes: Echo[] = [];
  let nameless = 0;
  for (const data of list(body.data).map(object)) {
    if (!data) continue;
    if (body.event === 'messages.update') confirmed.push(...confirmations(data));
    if (body.event !== 'messages.upsert' && body.event !== 'send.message') continue;
    const key = object(data.key);
    const content = contentOf(object(data.message));
    if (!key || !content || !isNetworkId(key.id) || !isPersonal(key.remoteJid)) continue;
    const phone = senderOf(key);
    if (key.fromMe === true) echoes.push({ networkId: key.id, phone, text: content.text });
    else if (phone === undefined) nameless += 1;
    else incoming.push({ networkId: key.id, phone, name: text(data.pushName), ...content });
  }
  return { kind: 'updates', confirmations: confirmed, incoming, echoes, nameless };
}

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
      pattern: /^[^/\s]{1,100}$/,
      says: '1 to 100 characters without spaces or slashes',
    },
    api_key: {
      about: 'its API key, global or of the instance',
      pattern: /^[!-~]+$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
    },
    webhook_secret: {
      about: `what the gateway sends in the header ${secretHeader}`,
      pattern: /^[!-~]{16,255}$/,
      says: '16 to 255 printable ASCII characters without spaces',
      secret: true,
    },
  },

  async sendText({ config }, { to, text: content }, timeoutMs) {
    const { url, instance, api_key } = config;
    const address = `${url}/message/sendText/${encodeURIComponent(instance ?? '')}`;
    const body = { number: to, text: content };
    const answer = await exchange('POST', address, { apikey: api_key ?? '' }, body, timeoutMs);
    return outcomeOf(answer, timeoutMs, (status, json) => {
      if (status >= 400) return refusal(status, json);
      if (!json)
        return unknown('gateway', `the gateway answered ${status} with an unreadable body`);
      // Without an id a 201 is a rejection that came as a success (E whatsapp.business.service.ts, `post`).
      const reason = words(json.message) ?? words(object(json.error)?.message) ?? 'no reason';
      return accepted(
        object(json.key)?.id,
        // With a key it looks like a message that went out.
        json.key === undefined
          ? refused('rejected', `the network refuses the message (${reason})`)
          : unknown('gateway', `the gateway answered ${status} without an id`),
      );
    });
  },

  /** `open`, `connecting` or `close`: E src/api/controllers/instance.controller.ts */
  async health({ config }, timeoutMs) {
    const { url, instance, api_key } = config;
    const address = `${url}/instance/connectionState/${encodeURIComponent(instance ?? '')}`;
    const answer = await exchange('GET', address, { apikey: api_key ?? '' }, undefined, timeoutMs);
    return healthOf(answer, (json) => {
      const state = text(object(json.instance)?.state) ?? 'unknown';
      return { connected: state === 'open', found: `the session is ${words(state)}` };
    });
  },

  readCallback({ config }, { method, headers, body }: Callback): ParsedCallback {
    if (method !== 'POST' || !isSame(headers[secretHeader], config.webhook_secret ?? ''))
      return { kind: 'unverified' };
    const json = parse(body);
    if (!json) return { kind: 'malformed' };
    // One address may be configured for all instances of a gateway.
    const isOther = json.instance !== undefined && json.instance !== config.instance;
    return read(isOther ? {} : json);
  },
};
