import {
  accepted,
  type Callback,
  type Cause,
  type Confirmation,
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
  hmac,
  type Json,
  list,
  object,
  outcomeOf,
  parse,
  text,
  words,
} from '../wire.ts';

/*
 * The network's official API.
 * Sources: its OpenAPI document, github.com/facebook/openapi at ecba623, business-messaging-api_v23.0.yaml, as O;
 * its own SDK, github.com/WhatsApp/WhatsApp-Nodejs-SDK at 58ca3d5, as S.
 *
 * - Sending: O `POST /{Version}/{Phone-Number-ID}/messages`. `biz_opaque_callback_data` comes back in the confirmations.
 * - Errors: O `{error: {message, code, error_data: {details}}}`, to be distinguished by the code; throttling comes as 400.
 * - Callbacks: S src/api/webhooks.ts: the handshake, and `X-Hub-Signature-256` over the raw bytes (which hold accents as
 *   escapes: what is parsed and written again has another signature). Any number of entries, changes and statuses in one,
 *   in no order; `delivered` may be left out.
 */

/** Codes of O and developers.facebook.com, "error codes" of the messaging API, by what the caller can do. */
const causes: Record<number, readonly [Cause, string] | undefined> = {
  0: ['credentials', 'the network refuses the access token'],
  3: ['credentials', 'the access token lacks a permission'],
  10: ['credentials', 'the access token lacks a permission'],
  190: ['credentials', 'the network refuses the access token'],
  131005: ['credentials', 'the access token lacks a permission'],
  4: ['throttled', 'the network accepts no more requests from the app for now'],
  80007: ['throttled', 'the network accepts no more requests from the account for now'],
  130429: ['throttled', 'the network accepts no more messages for now'],
  131048: ['throttled', 'the network limits the number because recipients reported it'],
  131056: ['throttled', 'too many messages to this recipient; the network requires a pause'],
  131021: ['number', 'the recipient is the sender itself'],
  131026: ['number', 'the network cannot deliver to this number'],
  131030: ['number', 'the number is not in the list of allowed recipients'],
  131047: [
    'rejected',
    'the recipient last wrote more than 24 hours ago, so only templates may be sent',
  ],
  368: ['disconnected', 'the account is blocked for a breach of policy'],
  131031: ['disconnected', 'the account is locked'],
  133010: ['disconnected', "the inbox's number is not registered"],
};

function codeOf(json: Json | undefined): number | undefined {
  const code = object(json?.error)?.code;
  return typeof code === 'number' ? code : undefined;
}

function refusal(status: number, json: Json | undefined): Sent {
  const error = object(json?.error);
  const code = codeOf(json);
  if (code === undefined)
    return status >= 500
      ? unknown('gateway', `the network answered ${status} without a reason`)
      : refused('rejected', `the network refuses the message (${status})`);
  // What does not exist, or is not the token's to see.
  if (code === 100 && error?.error_subcode === 33)
    return refused('credentials', "the network does not know the inbox's number (100)");
  const known = causes[code];
  if (known) return refused(known[0], `${known[1]} (${code})`);
  if (code >= 200 && code <= 299)
    return refused('credentials', `the access token lacks a permission (${code})`);
  if (status >= 500) return refused('gateway', `the network failed (${code})`);
  const details = words(object(error?.error_data)?.details) ?? words(error?.message);
  return refused(
    'rejected',
    `the network refuses the message (${code}: ${details ?? 'no reason'})`,
  );
}

const statuses: Record<string, Confirmation['status'] | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

function confirmation(reported: Json): Confirmation[] {
  const name = text(reported.status) ?? '';
  const status = Object.hasOwn(statuses, name) ? statuses[name] : undefined;
  if (!status || !isNetworkId(reported.id)) return [];
  const error = object(list(reported.errors)[0]);
  const details = words(object(error?.error_data)?.details) ?? words(error?.title);
  const code = typeof error?.code === 'number' ? ` (${error.code})` : '';
  const reason =
    status === 'failed' ? `${details ?? 'the network gave up on the message'}${code}` : undefined;
  return [
    { networkId: reported.id, reference: text(reported.biz_opaque_callback_data), status, reason },
  ];
}

/** @returns undefined for what is no message of a person (system notices, reactions) */
function contentOf(message: Json): { type: string; text: string } | undefined {
  const type = text(message.type) ?? '';
  if (type === 'text') return { type, text: text(object(message.text)?.body) ?? '' };
  // Answers to buttons and lists are texts that the person chose.
  const chosen =
    object(message.button) ??
    object(list(Object.values(object(message.interactive) ?? {})).find(object));
  const label = text(chosen?.text) ?? text(chosen?.title);
  if (label !== undefined) return { type: 'text', text: label };
  const part = object(message[type]);
  return media.has(type)
    ? { type: type === 'contacts' ? 'contact' : type, text: text(part?.caption) ?? '' }
    : undefined;
}
const media = new Set(['image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts']);

/** @param number the ID of the inbox's number; one address gets the updates of all numbers of an app */
function read(body: Json, number: string | undefined): ParsedCallback {
  const confirmations: Confirmation[] = [];
  const incoming: Incoming[] = [];
  let nameless = 0;
  for (const entry of list(body.entry).map(object)) {
    for (const change of list(entry?.changes).map(object)) {
      const value = change?.field === 'messages' ? object(change.value) : undefined;
      if (!value || (object(value.metadata)?.phone_number_id ?? number) !== number) continue;
      for (const reported of list(value.statuses).map(object))
        if (reported) confirmations.push(...confirmation(reported));
      const names = new Map(
        list(value.contacts)
          .map(object)
          .map((contact) => [contact?.wa_id, text(object(contact?.profile)?.name)]),
      );
      for (const message of list(value.messages).map(object)) {
        const content = message && contentOf(message);
        if (!message || !content || !isNetworkId(message.id)) continue;
        const phone = phoneOf(message.from);
        if (phone === undefined) nameless += 1;
        else
          incoming.push({
            networkId: message.id,
            phone,
            name: names.get(message.from),
            ...content,
          });
      }
    }
  }
  return { kind: 'updates', confirmations, incoming, echoes: [], nameless };
}

export const cloud: Gateway = {
  name: 'cloud',
  types: ['cloud'],
  config: {
    url: {
      about: 'address of the API',
      pattern: /^https?:\/\/[!-~]+$/,
      says: 'an address that begins with http:// or https://',
      fallback: 'https://graph.facebook.com',
    },
    version: {
      about: 'version of the API',
      pattern: /^v\d{1,3}\.\d{1,2}$/,
      says: 'a version such as v23.0',
      fallback: 'v23.0',
    },
    phone_number_id: {
      about: "ID of the inbox's number",
      pattern: /^\d{1,32}$/,
      says: '1 to 32 digits',
    },
    access_token: {
      about: 'a token with permission to send',
      pattern: /^[!-~]+$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
    },
    app_secret: {
      about: "the app's secret, which signs callbacks",
      pattern: /^\S{16,}$/,
      says: 'at least 16 characters without spaces',
      secret: true,
    },
    verify_token: {
      about: 'any text; entered at the network along with the callback address',
      pattern: /^\S{8,}$/,
      says: 'at least 8 characters without spaces',
      secret: true,
    },
  },

  async sendText({ config }, { to, text: content, reference }, timeoutMs) {
    const address = `${config.url}/${config.version}/${config.phone_number_id}/messages`;
    const headers = { authorization: `Bearer ${config.access_token}` };
    const body = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'text',
      text: { body: content },
      biz_opaque_callback_data: reference,
    };
    const answer = await exchange('POST', address, headers, body, timeoutMs);
    // The code says more than the status: a blocked account and a missing permission are both 403.
    if (answer.kind === 'answer' && codeOf(answer.json) !== undefined)
      return refusal(answer.status, answer.json);
    return outcomeOf(answer, timeoutMs, (status, json) =>
      status >= 400
        ? refusal(status, json)
        : accepted(
            object(list(json?.messages)[0])?.id,
            unknown('gateway', `the network answered ${status} without an id`),
          ),
    );
  },

  /** O `GET /{Version}/{Phone-Number-ID}`. */
  async health({ config }, timeoutMs) {
    const fields = 'display_phone_number,verified_name,quality_rating,status';
    const address = `${config.url}/${config.version}/${config.phone_number_id}?fields=${fields}`;
    const headers = { authorization: `Bearer ${config.access_token}` };
    const answer = await exchange('GET', address, headers, undefined, timeoutMs);
    return healthOf(answer, (json) => {
      const name = words(json.verified_name) ?? 'without a name';
      const quality = words(json.quality_rating) ?? 'unknown';
      const status = words(json.status) ?? 'CONNECTED';
      return {
        connected: status === 'CONNECTED',
        found: `the number (${name}) is ${status}, quality ${quality}`,
      };
    });
  },

  readCallback({ config }, { method, headers, query, body }: Callback): ParsedCallback {
    if (method === 'GET') {
      const isOurs =
        query['hub.mode'] === 'subscribe' &&
        isSame(query['hub.verify_token'], config.verify_token ?? '');
      const challenge = query['hub.challenge'];
      return isOurs && challenge
        ? { kind: 'handshake', answer: challenge }
        : { kind: 'unverified' };
    }
    const signature = `sha256=${hmac('sha256', config.app_secret ?? '', body)}`;
    if (!isSame(headers['x-hub-signature-256']?.toLowerCase(), signature))
      return { kind: 'unverified' };
    const json = parse(body);
    return json ? read(json, config.phone_number_id) : { kind: 'malformed' };
  },
};
