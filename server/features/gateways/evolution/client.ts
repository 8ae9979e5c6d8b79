import { randomUUID } from 'node:crypto';
import type {
  Cause,
  ChatAddress,
  Connection,
  GatewayResult,
} from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import {
  accepted,
  type Quoted,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import {
  done,
  type Exchange,
  exchange,
  failed,
  findings,
  type Json,
  list,
  object,
  outcomeOf,
  pageLimits,
  type Streamed,
  textOf,
} from '../requests.ts';
import { numberOf, timeOf } from './content.ts';

/*
 * Requests to Evolution, and the meaning of its refusals (E as in index.ts; B is
 * src/api/integrations/channel/whatsapp/whatsapp.baileys.service.ts there).
 *
 * Sends: E src/validate/message.schema.ts, src/api/routes/sendMessage.router.ts (201), src/api/controllers/sendMessage.controller.ts.
 * Contents other than texts are prepared first, where failures are 500; once it starts sending, all failures are 400 (B
 * sendMessageWithTyping).
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

/** Finding of each cause. */
export const causeFindings = {
  disconnected: findings.notConnected,
  throttled: findings.rateOverlimit,
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

/** Requests a page of the history. */
export const callForPage = (
  connection: Connection,
  path: string,
  body: Json,
  timeoutMs: number,
): Promise<Exchange> =>
  exchange('POST', addressOf(connection, path), keyOf(connection), body, timeoutMs, pageLimits);

/** Sends a request with the global key. */
export const callGlobally = (
  { config }: Connection,
  key: string,
  method: 'GET' | 'POST',
  path: string,
  body: Json | undefined,
  timeoutMs: number,
): Promise<Exchange> => exchange(method, `${config.url}${path}`, { apikey: key }, body, timeoutMs);

export const globalKeyRefused = finding('global_key_refused', 'the gateway refuses the global key');
export const instanceMissing = finding(
  'instance_missing',
  'the gateway has no such instance, and api_key is not its global key: give the global key (global_key) to create the instance, or the name of an instance that exists',
);
export const needsInstance = failed('credentials', instanceMissing);
export const missingInstance = failed(
  'disconnected',
  finding('instance_gone', 'the gateway has no such instance: connect the inbox, which creates it'),
);

export const refusedKey = failed('credentials', globalKeyRefused);

/** Maps a response other than a success to a failure. */
export function refusalOf(status: number, json: Json | undefined): GatewayResult<never> {
  const sentence = sentenceIn(json);
  const cause = causeOf(sentence);
  if (cause === 'disconnected' || cause === 'throttled') return failed(cause, causeFindings[cause]);
  if (status === 401 || status === 403) return failed('credentials', findings.keyRefused(status));
  if (status === 404) return failed('disconnected', findings.unknownInstance);
  if (status === 429) return failed('throttled', findings.throttled);
  return status >= 500
    ? failed('gateway', findings.failed(status))
    : failed(
        'rejected',
        finding('refused', `the gateway refuses it (${status}: ${sentence ?? 'no reason'})`, {
          error: status,
          said: sentence,
        }),
      );
}

/**
 * Result of a request other than a send.
 * @param readResult maps a response of 200 or 201 that is not a refusal
 */
export function resultOf<T>(
  exchange: Exchange,
  readResult: (json: Json | undefined, value: unknown) => GatewayResult<T>,
): GatewayResult<T> {
  if (exchange.kind === 'unreachable')
    return failed('network', findings.unreachable(exchange.error));
  if (exchange.kind === 'unconnected')
    return failed('timeout', finding('unreached', 'the gateway accepts no connection'));
  if (exchange.kind === 'unanswered') return failed('timeout', findings.unanswered);
  const { status, json, value } = exchange;
  if (status !== 200 && status !== 201) return refusalOf(status, json);
  if (json?.error === true) {
    const sentence = sentenceIn(json);
    return failed(
      causeOf(sentence) ?? 'gateway',
      finding('refused', `the gateway refuses it (${sentence ?? 'no reason'})`, { said: sentence }),
    );
  }
  return readResult(json, value);
}

/** Looks up one number or LID (B whatsappNumber). @returns the network's spelling of it, and whether it has an account */
export async function lookUp(
  connection: Connection,
  number: string,
  timeoutMs: number,
): Promise<GatewayResult<Json>> {
  const answer = await call(
    connection,
    'POST',
    '/chat/whatsappNumbers',
    { numbers: [number] },
    timeoutMs,
  );
  return resultOf(answer, (_, value) => {
    const [account] = list(value).map(object);
    return account && typeof account.exists === 'boolean'
      ? done(account)
      : failed('gateway', findings.unreadable);
  });
}

/** Recipient in requests: the gateway looks up a number, and uses a LID or a group unchanged (E src/utils/createJid.ts). */
export const recipientOf = ({ phone, lid, group }: ChatAddress): string =>
  phone ?? group ?? `${lid}@lid`;

/** Address of a chat in a message's key. */
export const chatJid = (chat: ChatAddress): string =>
  chat.phone === undefined ? recipientOf(chat) : `${chat.phone}@s.whatsapp.net`;

/** True if the gateway has no such instance. */
export const isMissing = (answer: Exchange) =>
  answer.kind === 'answer' && answer.status === 404 && numberOf(answer.json?.status) === 404;

// Sends ------------------------------------------------------------------------------------------------------------

/** Errors from before anything is sent, in 400s that are not lists of lists. */
const errorsBeforeSending =
  /^(?:Text is required|Owned media must be|For base64 the file name|Reaction must be|File buffer, URL)/;

/** @returns the outcome that a refusal of the gateway means */
function refusalOfMessage(status: number, json: Json | undefined): Sent {
  const messages = messagesIn(json);
  const sentence = sentenceIn(json);
  const answered = { error: status, said: sentence };
  if (messages.some((part) => object(part)?.exists === false))
    return refused('number', findings.noAccount);
  const cause = causeOf(sentence);
  if (cause === 'disconnected' || cause === 'throttled')
    return refused(cause, causeFindings[cause]);
  if (status === 404) return refused('disconnected', findings.unknownInstance);
  // Lists of lists come from validating the request, before anything is done.
  const isSchema = list(object(json?.response)?.message).some((part) => Array.isArray(part));
  if (status === 400 && !isSchema && !errorsBeforeSending.test(sentence ?? ''))
    // Failures after the message was sent (storing it, above all) get this response, too.
    return unknown(
      'gateway',
      finding('gateway_failed', `the gateway answered 400 (${sentence ?? 'no reason'})`, answered),
    );
  return status >= 500
    ? refused(
        'gateway',
        finding(
          'gateway_failed',
          `the gateway failed (${sentence ? `${status}: ${sentence}` : status})`,
          answered,
        ),
      )
    : refused(
        'rejected',
        finding(
          'refused',
          `the gateway refuses the message (${status}: ${sentence ?? 'no reason'})`,
          answered,
        ),
      );
}

/** Requests a send, without retries. */
export async function post(
  connection: Connection,
  path: string,
  body: Json | Streamed,
  timeoutMs: number,
): Promise<Sent> {
  const answer = await call(connection, 'POST', `/message/${path}`, body, timeoutMs);
  return outcomeOf(answer, timeoutMs, (status, json) => {
    if (status >= 400) return refusalOfMessage(status, json);
    if (!json)
      return unknown(
        'gateway',
        finding('gateway_failed', `the gateway answered ${status} with an unreadable body`),
      );
    // A 201 without an id is a rejection reported as a success (E whatsapp.business.service.ts, `post`).
    const sentence = textOf(json.message) ?? textOf(object(json.error)?.message);
    return accepted(
      object(json.key)?.id,
      // With a key, the message appears to have been sent.
      json.key === undefined
        ? refused(
            'rejected',
            finding('refused', `the network refuses the message (${sentence ?? 'no reason'})`, {
              said: sentence,
            }),
          )
        : unknown('gateway', findings.withoutId(status)),
      timeOf(json.messageTimestamp),
    );
  });
}

/**
 * Quoted message. With its text it is shown as a quote even if the gateway has not stored it (B: a quoted message is looked up by its id
 * unless its content is given).
 */
export const quotedIn = (to: ChatAddress, quoted: Quoted): Json => ({
  key: keyIn(to, quoted),
  ...(quoted.text === '' ? {} : { message: { conversation: quoted.text } }),
});

/** Key of a message in requests; in a group it names the author. */
export const keyIn = (
  chat: ChatAddress,
  { networkId, fromMe, participant }: Omit<Quoted, 'text'>,
): Json => ({
  id: networkId,
  remoteJid: chatJid(chat),
  fromMe,
  ...(participant === undefined ? {} : { participant }),
});

/** Same as {@link quotedIn}, as form fields, whose values are texts: `fromMe` cannot be one of them, so our messages are looked up. */
export const quotedFields = (
  to: ChatAddress,
  { networkId, fromMe, text, participant }: Quoted,
): Record<string, string> => ({
  'quoted[key][id]': networkId,
  ...(fromMe || text === ''
    ? {}
    : { 'quoted[key][remoteJid]': chatJid(to), 'quoted[message][conversation]': text }),
  ...(fromMe || participant === undefined ? {} : { 'quoted[key][participant]': participant }),
});

// Global key: creates instances, and has access to all of them (E src/api/guards/auth.guard.ts) ---------------------

const changedGlobalKey = failed(
  'credentials',
  finding('global_key_refused', `${globalKeyRefused.text}: provide its current one (global_key)`),
);

/** True if the key is global. Queries an instance that cannot exist, which only the global key may do (fetchInstances). */
export async function isGlobalKey(
  connection: Connection,
  key: string,
  timeoutMs: number,
): Promise<GatewayResult<boolean>> {
  const path = `/instance/fetchInstances?instanceName=${randomUUID()}`;
  const answer = await callGlobally(connection, key, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && answer.status === 404) return done(true);
  if (answer.kind === 'answer' && (answer.status === 401 || answer.status === 403))
    return done(false);
  return resultOf(answer, () => done(true));
}

/**
 * Returns the global key, if the configuration has a valid one under either name. Call it before removing an instance: without the key
 * nothing could replace it.
 */
export async function globalKeyOf(
  { config, ...rest }: Connection,
  timeoutMs: number,
): Promise<GatewayResult<string | undefined>> {
  const { global_key, api_key } = config;
  const key = global_key || api_key;
  if (!key) return done(undefined);
  const isGlobal = await isGlobalKey({ config, ...rest }, key, timeoutMs);
  if (isGlobal.kind !== 'done') return isGlobal;
  if (isGlobal.value) return done(key);
  return global_key ? changedGlobalKey : done(undefined);
}
