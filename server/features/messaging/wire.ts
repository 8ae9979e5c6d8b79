import { createHmac } from 'node:crypto';
import { makeClient } from '../../outbound/client.ts';
import { type Health, refused, type Sent, unknown } from '../../outbound/messaging.ts';
import { readJson } from '../../platform/json.ts';

/*
 * Requests to gateways, and what of their requests to us has to be verified. A request that got out and was not answered
 * may have been carried out: so what happened is distinguished by whether it had got out.
 */

/** What became of a request. */
export type Exchange =
  /** It did not get out: nobody there, no such name, a certificate that does not hold. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** No connection came about in time: it did not get out. */
  | { readonly kind: 'unconnected' }
  /** It got out, and no answer began in time or the connection broke. */
  | { readonly kind: 'unanswered'; readonly reason: 'timeout' | 'broken' }
  /** An answer began. `json` is undefined when its body is no JSON object, too large, or did not end in time. */
  | { readonly kind: 'answer'; readonly status: number; readonly json: Json | undefined };

export type Json = Record<string, unknown>;

/** Gateways write pictures as objects with a key for each byte, several in one callback. */
const callbackBounds = { levels: 64, keys: 20_000, values: 50_000 };

/** The most of an answer that is read. */
const mostBytes = 262_144;

/*
 * Connections are kept for a moment only: gateways close idle ones after seconds, and a request that meets the closing
 * would be one whose fate is unknown. Gateways are configured by operators, so they may be anywhere.
 */
const client = makeClient({ idleMs: 1_500, mostPerOrigin: 128 });

/**
 * One request with a JSON answer. Redirects are not followed.
 * @param timeoutMs for all of it, from the first look-up to the last byte
 */
export async function exchange(
  method: 'GET' | 'POST',
  address: string,
  headers: Record<string, string>,
  body: Json | undefined,
  timeoutMs: number,
): Promise<Exchange> {
  const result = await client.exchange({
    method,
    url: new URL(address),
    headers: {
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
    timeoutMs,
    mostBytes,
  });
  if (result.kind === 'answered') {
    const json = result.isComplete ? parse(result.body) : undefined;
    return { kind: 'answer', status: result.status, json };
  }
  const { cause, wasSent } = result;
  if (wasSent) return { kind: 'unanswered', reason: cause === 'timeout' ? cause : 'broken' };
  if (!(cause instanceof Error)) return { kind: 'unconnected' };
  const code = (cause as NodeJS.ErrnoException).code;
  return { kind: 'unreachable', reason: code ?? 'the connection failed' };
}

/** A JSON object that is not too deep and has not too many parts; undefined for anything else. */
export function parse(bytes: Buffer): Json | undefined {
  try {
    return object(readJson(bytes.toString('utf8'), callbackBounds));
  } catch {
    return undefined;
  }
}

/** The value where it is an object. */
export const object = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : undefined;

/** The value where it is a list; one that stands alone is a list of one, none is an empty list. */
export const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** The value where it is a text with something in it. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Words of a gateway on one line. How much of them is shown, and that no secret is, the service sees to. */
export const words = (value: unknown): string | undefined =>
  text(value)?.replace(/[\s\p{Cc}]+/gu, ' ');

/**
 * What became of a send: what is the same for every gateway, else what its answer means.
 * @param own the gateway's own reading of an answer
 */
export function outcomeOf(
  exchange: Exchange,
  timeoutMs: number,
  own: (status: number, json: Json | undefined) => Sent,
): Sent {
  const seconds = timeoutMs / 1_000;
  if (exchange.kind === 'unreachable')
    return refused('network', `the gateway cannot be reached (${exchange.reason})`);
  if (exchange.kind === 'unconnected')
    return refused('timeout', `the gateway accepted no connection within ${seconds} s`);
  if (exchange.kind === 'unanswered')
    return exchange.reason === 'timeout'
      ? unknown('timeout', `the gateway did not answer within ${seconds} s`)
      : unknown('network', 'the connection to the gateway broke before it answered');
  const { status, json } = exchange;
  if (status === 429)
    return refused('throttled', 'the gateway accepts no more messages for now (429)');
  if (status === 401 || status === 403)
    return refused('credentials', `the gateway refuses the inbox's credentials (${status})`);
  // Something between us and the gateway lost the answer.
  if (status === 502 || status === 504)
    return unknown('gateway', `a proxy of the gateway answered ${status}`);
  if (status < 200 || (status >= 300 && status < 400))
    return refused(
      'gateway',
      `the gateway answered ${status}, which is not a valid answer to a message`,
    );
  return own(status, json);
}

/**
 * What a connection's health is: what keeps every gateway from answering, else what it answers.
 * @param own the gateway's own reading of an answer of 200
 */
export function healthOf(exchange: Exchange, own: (json: Json) => Health): Health {
  const bad = (found: string, fault?: Health['fault']): Health =>
    fault ? { connected: false, found, fault } : { connected: false, found };
  if (exchange.kind === 'unreachable')
    return bad(`the gateway cannot be reached (${exchange.reason})`, 'gateway');
  if (exchange.kind !== 'answer') return bad('the gateway does not answer', 'gateway');
  const { status, json } = exchange;
  if (status === 401 || status === 403)
    return bad(`the gateway refuses the inbox's credentials (${status})`, 'configuration');
  const isRefused = status >= 400 && status <= 499 && status !== 429;
  if (status !== 200)
    return bad(`the gateway answers ${status}`, isRefused ? 'configuration' : undefined);
  return json ? own(json) : bad("the gateway's answer cannot be read");
}

/** The hex HMAC of a body. */
export const hmac = (algorithm: 'sha256' | 'sha512', key: string, body: Buffer): string =>
  createHmac(algorithm, key).update(body).digest('hex');
