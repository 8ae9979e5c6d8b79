import { finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import {
  accepted,
  type Outgoing,
  type OutgoingContent,
  type OutgoingMedia,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import { type Json, list, object } from '../requests.ts';
import { readCallback } from './callbacks.ts';
import { type Config, graphRequest, isDone, refusal, resultOf, sentOf } from './client.ts';
import { connecting } from './connect.ts';
import { health } from './health.ts';
import { requestHistory } from './history.ts';
import { fetchMedia, limitOf, upload } from './media.ts';
import { listTemplates } from './templates.ts';

/*
 * The network's official API. Sources: its OpenAPI document, github.com/facebook/openapi at ecba623, business-messaging-api_v23.0.yaml, as
 * O; its own SDK, github.com/WhatsApp/WhatsApp-Nodejs-SDK at 58ca3d5, as S; pages of developers.facebook.com, as D.
 *
 * - Sending: O `POST /{Version}/{Phone-Number-ID}/messages`. `biz_opaque_callback_data` comes back in the confirmations. D
 *   business-scoped-user-ids: a person with a hidden number is the `recipient` instead of `to`.
 * - Errors: O `{error: {message, code, error_data: {details}}}`, distinguished by the code; throttling comes as 400.
 */

const isSent = (content: Json | Sent): content is Sent => 'outcome' in content;

/** Uploads the file of a template's header. @returns its component (O `ParameterObject`), or the outcome if it cannot be sent */
async function headerOf(
  config: Config,
  { type, file }: OutgoingMedia,
  timeoutMs: number,
): Promise<Json | Sent> {
  const id = await upload(config, file, timeoutMs);
  if (typeof id !== 'string') return id;
  const named = type === 'document' ? { filename: file.name } : {};
  return { type: 'header', parameters: [{ type, [type]: { id, ...named } }] };
}

/** Converts content to the body of a message; returns the outcome if it cannot be sent. */
async function contentOf(
  config: Config,
  content: OutgoingContent,
  timeoutMs: number,
): Promise<Json | Sent> {
  if (content.kind === 'text') return { type: 'text', text: { body: content.text } };
  if (content.kind === 'template') {
    const { name, language, components, header } = content.template;
    const file = header && (await headerOf(config, header, timeoutMs));
    if (file && isSent(file)) return file;
    const parts = file ? [file, ...components] : components;
    return {
      type: 'template',
      template: { name, language: { code: language }, components: parts },
    };
  }
  if (content.kind === 'reaction') {
    const { target, emoji } = content;
    return { type: 'reaction', reaction: { message_id: target.networkId, emoji } };
  }
  const { type, file, caption } = content;
  const limit = await limitOf(content);
  if (limit !== undefined) return refused('rejected', finding('content_unsupported', limit));
  const id = await upload(config, file, timeoutMs);
  if (typeof id !== 'string') return id;
  if (type === 'voice') return { type: 'audio', audio: { id, voice: true } };
  const named = type === 'document' ? { filename: file.name } : {};
  return { type, [type]: { id, ...named, ...(caption === '' ? {} : { caption }) } };
}

/** Sends a message, once. */
async function send(
  config: Config,
  { to, content, reference, quoted }: Outgoing,
  timeoutMs: number,
): Promise<Sent> {
  const ends = Date.now() + timeoutMs;
  const what = await contentOf(config, content, timeoutMs);
  if (isSent(what)) return what;
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(to.phone === undefined ? { recipient: to.lid } : { to: to.phone }),
    ...what,
    ...(quoted ? { context: { message_id: quoted.networkId } } : {}),
    biz_opaque_callback_data: reference,
  };
  const path = `${config.phone_number_id}/messages`;
  const answer = await graphRequest(config, 'POST', path, body, Math.max(1, ends - Date.now()));
  return sentOf(answer, timeoutMs, (status, json) =>
    status >= 400
      ? refusal(status, json)
      : accepted(
          object(list(json?.messages)[0])?.id,
          unknown(
            'gateway',
            finding('gateway_failed', `the network answered ${status} without an id`),
          ),
        ),
  );
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
      about: 'any text, which the network sends to verify the callback URL',
      pattern: /^\S{8,}$/,
      says: 'at least 8 characters without spaces',
      secret: true,
    },
    business_account_id: {
      about: "ID of the number's business account, used to list templates",
      pattern: /^(\d{1,32})?$/,
      says: '1 to 32 digits, or empty',
      fallback: '',
    },
  },

  send: ({ config }, message, timeoutMs) => send(config, message, timeoutMs),
  refuseMedia: limitOf,
  health,
  readCallback,
  fetchMedia: ({ config }, { source }, timeoutMs) => fetchMedia(config, source, timeoutMs),

  /** O `MarkMessageRequestPayload`. The network also marks earlier messages as read. */
  async markRead({ config }, { networkIds }, timeoutMs) {
    const [message] = networkIds;
    if (message === undefined) return { kind: 'done', value: undefined };
    const body = { messaging_product: 'whatsapp', status: 'read', message_id: message };
    const path = `${config.phone_number_id}/messages`;
    const result = resultOf(
      await graphRequest(config, 'POST', path, body, timeoutMs),
      timeoutMs,
      isDone,
    );
    return result.kind === 'done' ? { kind: 'done', value: undefined } : result;
  },

  requestHistory,
  templates: ({ config }, timeoutMs) => listTemplates(config, timeoutMs),
  connecting,
};
