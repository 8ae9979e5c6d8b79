import {
  type Exchange,
  exchange,
  type Json,
  list,
  object,
  type Streamed,
  textOf,
} from '#server/features/gateways/requests.ts';
import type {
  Address,
  Cause,
  Connection,
  GatewayResult,
} from '#server/outbound/messaging/connection.ts';
import { numberOf } from './content.ts';

/*
 * Requests to Evolution, and the meaning of its refusals (E as in evolution.ts; B is
 * src/api/integrations/channel/whatsapp/whatsapp.baileys.service.ts there).
 *
 * Errors: E src/main.ts, `{status, error, response: {message}}`; the message is a text, a list or a list of lists. Errors of the network's
 * library are passed on unchanged (B whatsappNumber), `{output: {payload: {message}}}`. Some refusals are 200 with `error: true` (E
 * src/api/controllers/instance.controller.ts).
 */

/** Returns the messages in an error, with nested lists flattened. */
export function messagesIn(json: Json | undefined): unknown[] {
  const boom = object(object(json?.output)?.payload)?.message;
  const message = object(json?.response)?.message ?? boom ?? json?.message;
  return list(message).flat(2);
}

/** Returns the first sentence in an error. */
export const sentenceIn = (json: Json | undefined): string | undefined =>
  textOf(messagesIn(json).find((part) => typeof part === 'string'));

/** Errors without a logged-in session: B `this.client` and Baileys' `creds.me` are then undefined, and the socket is closed. */
const loggedOut =
  /Connection Closed|of undefined \(reading '(?:onWhatsApp|sendMessage|relayMessage|presenceSubscribe|sendPresenceUpdate|readMessages|profilePictureUrl|waUploadToServer|id)'\)/;

/** Cause of an error sentence, whatever its status; undefined if it is not certain. */
export function causeOf(sentence: string | undefined): Cause | undefined {
  if (sentence === undefined) return undefined;
  if (loggedOut.test(sentence)) return 'disconnected';
  return /rate-overlimit/i.test(sentence) ? 'throttled' : undefined;
}

/** Human-readable text of each cause. */
export const causeWords = {
  disconnected: "the inbox's session is not connected",
  throttled: 'the network accepts no more for now (rate-overlimit)',
} as const;

/** Address of a request about the connection's instance, such as `/message/sendText`. */
export const addressOf = ({ config }: Connection, path: string): string =>
  `${config.url}${path}/${encodeURIComponent(config.instance ?? '')}`;

export const keyOf = ({ config }: Connection): Record<string, string> => ({
  apikey: config.api_key ?? '',
});

/** Sends a request about the connection's instance. */
export const call = (
  connection: Connection,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: Json | Streamed | undefined,
  timeoutMs: number,
  query = '',
): Promise<Exchange> =>
  exchange(method, addressOf(connection, path) + query, keyOf(connection), body, timeoutMs);

/** Sends a request with the global key. */
export const callGlobally = (
  { config }: Connection,
  key: string,
  method: 'GET' | 'POST',
  path: string,
  body: Json | undefined,
  timeoutMs: number,
): Promise<Exchange> => exchange(method, `${config.url}${path}`, { apikey: key }, body, timeoutMs);

export const done = <T>(value: T): GatewayResult<T> => ({ kind: 'done', value });

export const failed = (cause: Cause, reason: string): GatewayResult<never> => ({
  kind: 'failed',
  cause,
  reason,
});

export const refusedKeyWords = 'the gateway refuses the global key';
export const needsInstanceWords =
  'the gateway has no such instance, and api_key is not its global key: give the global key (global_key) to create the instance, or the name of an instance that exists';
export const needsInstance = failed('credentials', needsInstanceWords);
export const missingInstance = failed(
  'disconnected',
  'the gateway has no such instance: connect the inbox, which creates it',
);

export const refusedKey = failed('credentials', refusedKeyWords);

/** Maps a response other than a success to a failure. */
export function refusalOf(status: number, json: Json | undefined): GatewayResult<never> {
  const sentence = sentenceIn(json);
  const cause = causeOf(sentence);
  if (cause === 'disconnected' || cause === 'throttled') return failed(cause, causeWords[cause]);
  if (status === 401 || status === 403)
    return failed('credentials', `the gateway refuses the inbox's credentials (${status})`);
  if (status === 404)
    return failed('disconnected', 'the gateway does not know the instance, or the path (404)');
  if (status === 429) return failed('throttled', 'the gateway accepts no more for now (429)');
  return status >= 500
    ? failed('gateway', `the gateway failed (${status})`)
    : failed('rejected', `the gateway refuses it (${status}: ${sentence ?? 'no reason'})`);
}

/**
 * Result of a request other than a send.
 * @param own maps a response of 200 or 201 that is not a refusal
 */
export function resultOf<T>(
  given: Exchange,
  own: (json: Json | undefined, value: unknown) => GatewayResult<T>,
): GatewayResult<T> {
  if (given.kind === 'unreachable')
    return failed('network', `the gateway cannot be reached (${given.reason})`);
  if (given.kind === 'unconnected') return failed('timeout', 'the gateway accepts no connection');
  if (given.kind === 'unanswered') return failed('timeout', 'the gateway does not answer');
  const { status, json, value } = given;
  if (status !== 200 && status !== 201) return refusalOf(status, json);
  if (json?.error === true)
    return failed(
      causeOf(sentenceIn(json)) ?? 'gateway',
      `the gateway refuses it (${sentenceIn(json) ?? 'no reason'})`,
    );
  return own(json, value);
}

/** Recipient in requests: the gateway looks up a number, and uses a LID unchanged (E src/utils/createJid.ts). */
export const recipientOf = ({ phone, lid }: Address): string => phone ?? `${lid}@lid`;

/** Address of a chat in a message's key. */
export const chatJid = ({ phone, lid }: Address): string =>
  phone === undefined ? `${lid}@lid` : `${phone}@s.whatsapp.net`;

/** True if the gateway has no such instance. */
export const isMissing = (answer: Exchange) =>
  answer.kind === 'answer' && answer.status === 404 && numberOf(answer.json?.status) === 404;
