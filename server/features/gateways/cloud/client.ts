import type { Cause, Connection, GatewayResult } from '#server/outbound/messaging/connection.ts';
import { type FindingCode, finding } from '#server/outbound/messaging/findings.ts';
import { refused, type Sent, unknown } from '#server/outbound/messaging/outgoing-message.ts';
import {
  type Exchange,
  exchange,
  failed,
  type Json,
  object,
  outcomeOf,
  type Streamed,
  textOf,
} from '../requests.ts';

/* Requests to the official API, and the meaning of its responses. Sources as in index.ts. */

export type Config = Connection['config'];

export const authorization = (config: Config) => ({
  authorization: `Bearer ${config.access_token}`,
  // The network's media hosts refuse requests without a user agent.
  'user-agent': 'Pauta',
});

/** @param path after the version, such as `106540352242922/messages` */
export const graphRequest = (
  config: Config,
  method: 'GET' | 'POST',
  path: string,
  body: Json | Streamed | undefined,
  timeoutMs: number,
): Promise<Exchange> =>
  exchange(
    method,
    `${config.url}/${config.version}/${path}`,
    authorization(config),
    body,
    timeoutMs,
  );

/** Causes and findings of error codes in O and developers.facebook.com, "error codes" of the messaging API, by the caller's options. */
const causes: Record<number, readonly [Cause, FindingCode, string] | undefined> = {
  0: ['credentials', 'token_refused', 'the network refuses the access token'],
  3: ['credentials', 'permission_missing', 'the access token lacks a permission'],
  10: ['credentials', 'permission_missing', 'the access token lacks a permission'],
  190: ['credentials', 'token_refused', 'the network refuses the access token'],
  131005: ['credentials', 'permission_missing', 'the access token lacks a permission'],
  4: ['throttled', 'throttled', 'the network accepts no more requests from the app for now'],
  80007: [
    'throttled',
    'throttled',
    'the network accepts no more requests from the account for now',
  ],
  130429: ['throttled', 'throttled', 'the network accepts no more messages for now'],
  131048: [
    'throttled',
    'number_restricted',
    'the network limits the number because recipients reported it',
  ],
  131056: [
    'throttled',
    'throttled',
    'too many messages to this recipient; the network requires a pause',
  ],
  131021: ['number', 'own_number', 'the recipient is the sender itself'],
  131026: ['number', 'no_account', 'the network cannot deliver to this number'],
  131030: ['number', 'no_account', 'the number is not in the list of allowed recipients'],
  131047: [
    'rejected',
    'window_closed',
    'the recipient last wrote more than 24 hours ago, so only templates may be sent',
  ],
  132000: ['rejected', 'template_refused', 'the template has another number of variables'],
  132001: [
    'rejected',
    'template_refused',
    'the account has no template of this name in this language',
  ],
  132005: ['rejected', 'template_refused', 'the template is too long with these variables'],
  132015: ['rejected', 'template_refused', 'the network paused the template for its quality'],
  132016: ['rejected', 'template_refused', 'the network disabled the template for its quality'],
  131053: ['rejected', 'file_unreadable', 'the network cannot take the file'],
  368: ['disconnected', 'number_banned', 'the account is blocked for a breach of policy'],
  131031: ['disconnected', 'number_banned', 'the account is locked'],
  133010: ['disconnected', 'number_unregistered', "the inbox's number is not registered"],
  133005: ['credentials', 'pin_wrong', 'the PIN is wrong for this number'],
  133008: ['throttled', 'pin_paused', 'the PIN was wrong too often; the network requires a pause'],
  133009: ['throttled', 'pin_paused', 'the PIN was given too fast; the network requires a pause'],
};

function codeOf(json: Json | undefined): number | undefined {
  const code = object(json?.error)?.code;
  return typeof code === 'number' ? code : undefined;
}

/** True if the object does not exist, or the token may not see it. */
export const isMissing = (json: Json | undefined) =>
  codeOf(json) === 100 && object(json?.error)?.error_subcode === 33;

/** @param what the kind of request that was refused */
export function refusal(
  status: number,
  json: Json | undefined,
  what: 'message' | 'request' = 'message',
): Sent {
  const error = object(json?.error);
  const code = codeOf(json);
  if (code === undefined)
    return status >= 500
      ? unknown(
          'gateway',
          finding('gateway_failed', `the network answered ${status} without a reason`, {
            error: status,
          }),
        )
      : refused(
          'rejected',
          finding('refused', `the network refuses the ${what} (${status})`, { error: status }),
        );
  const withCode = (findingCode: FindingCode, words: string, detail?: string) =>
    finding(findingCode, `${words} (${detail === undefined ? code : `${code}: ${detail}`})`, {
      error: code,
      said: detail,
    });
  if (isMissing(json) && what === 'message')
    return refused(
      'credentials',
      withCode('number_unknown', "the network does not know the inbox's number"),
    );
  const entry = causes[code];
  if (entry) return refused(entry[0], withCode(entry[1], entry[2]));
  if (code >= 200 && code <= 299)
    return refused(
      'credentials',
      withCode('permission_missing', 'the access token lacks a permission'),
    );
  if (status >= 500) return refused('gateway', withCode('gateway_failed', 'the network failed'));
  const details = textOf(object(error?.error_data)?.details) ?? textOf(error?.message);
  return refused(
    'rejected',
    withCode('refused', `the network refuses the ${what}`, details ?? 'no reason'),
  );
}

const unreadable = finding('gateway_failed', "the network's answer cannot be read");

/** Outcome of a send. The code is more precise than the status: a blocked account and a missing permission are both 403. */
export const sentOf = (
  answer: Exchange,
  timeoutMs: number,
  sentFrom: (status: number, json: Json | undefined) => Sent,
): Sent =>
  answer.kind === 'answer' && codeOf(answer.json) !== undefined
    ? refusal(answer.status, answer.json)
    : outcomeOf(answer, timeoutMs, sentFrom);

/**
 * Result of a request other than a send.
 * @param read returns the response's value; undefined if it has none
 */
export function resultOf<T>(
  answer: Exchange,
  timeoutMs: number,
  read: (json: Json) => T | undefined,
): GatewayResult<T> {
  const isGood = answer.kind === 'answer' && answer.status >= 200 && answer.status <= 299;
  const value = isGood && answer.json && read(answer.json);
  if (value !== undefined && value !== false) return { kind: 'done', value };
  const sent =
    answer.kind === 'answer' && codeOf(answer.json) !== undefined
      ? refusal(answer.status, answer.json, 'request')
      : outcomeOf(answer, timeoutMs, (status, json) =>
          status >= 400 ? refusal(status, json, 'request') : unknown('gateway', unreadable),
        );
  return sent.outcome === 'accepted'
    ? failed('gateway', unreadable)
    : failed(sent.cause, sent.reason);
}

/** True for the response to a change: `{success: true}`. */
export const isDone = (json: Json): true | undefined => (json.success === true ? true : undefined);
