import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { makeClient, type NoResponse, type OutboundClient } from '#server/outbound/http-client.ts';
import type { Cause, GatewayResult } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Health } from '#server/outbound/messaging/gateway.ts';
import {
  type OutgoingFile,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import { readJson } from '#server/platform/limited-json.ts';

/*
 * Requests to gateways, and verification of theirs to us. A request that was sent and got no response may have been carried out, so results
 * distinguish whether it was sent.
 */

/** Result of a request. */
export type Exchange =
  /** Not sent: no listener, unknown host name, or invalid certificate. */
  | { readonly kind: 'unreachable'; readonly error: string | undefined }
  /** Not sent: no connection was established in time. */
  | { readonly kind: 'unconnected' }
  /** Sent, but no response began in time or the connection broke. */
  | { readonly kind: 'unanswered'; readonly reason: 'timeout' | 'broken' }
  /**
   * A response began. `json` is undefined if its body is not a JSON object, is too large, or did not end in time; `value` is the same for
   * any JSON value.
   */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly json: Json | undefined;
      readonly value?: unknown;
    };

export type Json = Record<string, unknown>;

/** Gateways write pictures as objects with a key per byte, several in one callback. */
const callbackBounds = { levels: 64, keys: 20_000, values: 50_000 };

/** Max number of response bytes that are read. */
const maxBytes = 262_144;

/** Limits of a page of a history: several hundred messages, with their previews. */
export const pageLimits = {
  bytes: 33_554_432,
  bounds: { levels: 64, keys: 1_000_000, values: 2_000_000 },
};

/*
 * Idle connections are kept only briefly: gateways close theirs after seconds, and a request sent at that moment would have an unknown
 * outcome. Operators configure gateways, so any address is allowed.
 */
const client = makeClient({ idleMs: 1_500, mostPerOrigin: 128 });

/** Body that is not JSON. */
export interface Streamed {
  readonly contentType: string;
  readonly bytes: number;
  readonly stream: Readable;
}

const isStreamed = (body: Json | Streamed): body is Streamed => body.stream instanceof Readable;

function bodyOf(body: Json | Streamed | undefined) {
  if (!body) return { headers: {} };
  if (!isStreamed(body))
    return {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    };
  const { contentType, bytes, stream } = body;
  return {
    headers: { 'content-type': contentType, 'content-length': String(bytes) },
    body: stream,
  };
}

/**
 * Sends a request with a JSON response. Redirects are not followed.
 * @param timeoutMs for the whole exchange, from the DNS lookup to the last byte
 * @param limits of the response
 */
export async function exchange(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  address: string,
  headers: Record<string, string>,
  body: Json | Streamed | undefined,
  timeoutMs: number,
  { bytes, bounds } = { bytes: maxBytes, bounds: callbackBounds },
): Promise<Exchange> {
  const { headers: ofBody, ...rest } = bodyOf(body);
  const result = await client.exchange({
    method,
    url: new URL(address),
    headers: { accept: 'application/json', ...ofBody, ...headers },
    ...rest,
    timeoutMs,
    mostBytes: bytes,
  });
  if (result.kind === 'answered') {
    const value = result.isComplete ? parsed(result.body, bounds) : undefined;
    return { kind: 'answer', status: result.status, json: object(value), value };
  }
  return notAnswered(result);
}

type NotAnswered = Exclude<Exchange, { kind: 'answer' }>;

function notAnswered({ cause, wasSent }: Pick<NoResponse, 'cause' | 'wasSent'>): NotAnswered {
  if (wasSent) return { kind: 'unanswered', reason: cause === 'timeout' ? cause : 'broken' };
  if (!(cause instanceof Error)) return { kind: 'unconnected' };
  return { kind: 'unreachable', error: (cause as NodeJS.ErrnoException).code };
}

/** Response whose stream the caller reads and destroys. */
export interface OpenAnswer {
  readonly kind: 'open';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly stream: Readable;
}

/**
 * Sends a request whose response is a stream, such as media. Redirects are not followed.
 * @param timeoutMs for the whole exchange, up to the last byte
 * @param most max number of response bytes, after which the stream fails
 * @param over client to use instead of the one for gateways
 */
export async function openAnswer(
  method: 'GET' | 'POST',
  address: string,
  headers: Record<string, string>,
  body: Json | undefined,
  timeoutMs: number,
  most: number,
  over: OutboundClient = client,
): Promise<OpenAnswer | NotAnswered> {
  const { headers: ofBody, ...rest } = bodyOf(body);
  const result = await over.open({
    method,
    url: new URL(address),
    headers: { ...ofBody, ...headers },
    ...rest,
    timeoutMs,
    mostBytes: most,
  });
  if (result.kind !== 'opened') return notAnswered(result);
  const { status, headers: answered, stream } = result;
  return { kind: 'open', status, headers: answered, stream };
}

/** Parameter of a form part, as browsers write it (WHATWG HTML, multipart form data). */
const quoted = (name: string) =>
  `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`;

/** Builds a form (RFC 7578) with a file as its last part; the file is read while it is sent. */
export async function formWith(
  fields: Readonly<Record<string, string>>,
  field: string,
  { name, mediaType, bytes, open }: OutgoingFile,
): Promise<Streamed> {
  const boundary = `pauta-${randomBytes(18).toString('hex')}`;
  const texts = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name=${quoted(key)}\r\n\r\n${value}\r\n`,
  );
  const head = Buffer.from(
    `${texts.join('')}--${boundary}\r\ncontent-disposition: form-data; name=${quoted(field)}; filename=${quoted(name)}\r\ncontent-type: ${mediaType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + bytes + tail.length,
    stream: wrapStream(head, await open(), tail),
  };
}

/** Builds a JSON body that holds a file as base64; the file is read while it is sent. @param body receives a placeholder for the base64 */
export async function jsonWith(
  body: (base64: string) => Json,
  { bytes, open }: OutgoingFile,
): Promise<Streamed> {
  const mark = randomUUID();
  const [before = '', after = ''] = JSON.stringify(body(mark)).split(mark);
  const [head, tail] = [Buffer.from(before), Buffer.from(after)];
  return {
    contentType: 'application/json',
    bytes: head.length + Math.ceil(bytes / 3) * 4 + tail.length,
    stream: wrapStream(head, await open(), tail, base64),
  };
}

/** Three bytes of a file become four of base64. */
async function* base64(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of file) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole));
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'));
}

function wrapStream(
  head: Buffer,
  file: Readable,
  tail: Buffer,
  encode: (file: AsyncIterable<Buffer>) => AsyncIterable<Buffer> = (same) => same,
): Readable {
  // The file may fail before anyone reads it; the reader receives the error then.
  file.on('error', () => {});
  const stream = Readable.from(
    (async function* () {
      yield head;
      yield* encode(file);
      yield tail;
    })(),
    { objectMode: false },
  );
  // If the stream is destroyed before the first byte, the generator never closes the file.
  stream.once('close', () => file.destroy());
  return stream;
}

/** Parses JSON within the limits on depth and size; undefined for anything else. */
function parsed(bytes: Buffer, bounds = callbackBounds): unknown {
  try {
    return readJson(bytes.toString('utf8'), bounds);
  } catch {
    return undefined;
  }
}

/** Same as {@link parsed}, if the value is an object. */
export const parse = (bytes: Buffer): Json | undefined => object(parsed(bytes));

/** Counts ignored parts by kind. */
export function tally() {
  const counts: Record<string, number> = {};
  return {
    counts,
    add(kind: string) {
      counts[kind] = (counts[kind] ?? 0) + 1;
    },
  };
}

/** Returns the value if it is an object. */
export const object = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : undefined;

/** Returns the value as a list: a single value becomes a list of one, a missing one an empty list. */
export const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** Returns the value if it is a non-empty string. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** File paths, with line numbers if present; excludes paths of web addresses. */
const filePaths = [
  /(?:file:\/\/|(?<![\w:/.@~-])(?:[A-Za-z]:)?(?=[/\\]))(?:[/\\][\w.@~+-]+){2,}[/\\]?(?::\d+)*/g,
  /…?(?:[\w.@-]*\/)*[\w.@-]+\.[cm]?[jt]s:\d+(?::\d+)?/g,
];

/** More than is ever shown. */
const maxWordsLength = 1_000;

/** Text of a gateway on one line, without file paths. The messaging service shortens it and removes secrets. */
export const textOf = (value: unknown): string | undefined =>
  text(value) &&
  filePaths.reduce(
    (line, path) => line.replace(path, '…'),
    String(value)
      .slice(0, maxWordsLength)
      .replace(/[\s\p{Cc}]+/gu, ' '),
  );

/** Findings that all gateways share. */
export const findings = {
  unreachable: (error: string | undefined) =>
    finding('unreached', `the gateway cannot be reached (${error ?? 'the connection failed'})`, {
      error,
    }),
  unanswered: finding('unreached', 'the gateway does not answer'),
  keyRefused: (status: number) =>
    finding('key_refused', `the gateway refuses the inbox's credentials (${status})`, {
      error: status,
    }),
  throttled: finding('throttled', 'the gateway accepts no more for now (429)', { error: 429 }),
  rateOverlimit: finding('throttled', 'the network accepts no more for now (rate-overlimit)'),
  notConnected: finding('session_down', "the inbox's session is not connected"),
  noAccount: finding('no_account', 'the network has no account with this number'),
  unknownInstance: finding(
    'session_missing',
    'the gateway does not know the instance, or the path (404)',
    { error: 404 },
  ),
  failed: (status: number) =>
    finding('gateway_failed', `the gateway failed (${status})`, { error: status }),
  unreadable: finding('gateway_failed', "the gateway's answer cannot be read"),
  withoutId: (status: number) =>
    finding('gateway_failed', `the gateway answered ${status} without an id`),
  fileUnreadable: finding('file_unreadable', 'the file cannot be read'),
  keyAccepted: finding('key_accepted', 'the gateway takes the key'),
  nameFree: finding('name_free', 'the name is free'),
};

/**
 * Outcome of a send: common results first, then the gateway's own.
 * @param sentFrom maps the gateway's response to an outcome
 */
export function outcomeOf(
  exchange: Exchange,
  timeoutMs: number,
  sentFrom: (status: number, json: Json | undefined) => Sent,
): Sent {
  const seconds = timeoutMs / 1_000;
  if (exchange.kind === 'unreachable')
    return refused('network', findings.unreachable(exchange.error));
  if (exchange.kind === 'unconnected')
    return refused(
      'timeout',
      finding('unreached', `the gateway accepted no connection within ${seconds} s`),
    );
  if (exchange.kind === 'unanswered')
    return exchange.reason === 'timeout'
      ? unknown(
          'timeout',
          finding('network_slow', `the gateway did not answer within ${seconds} s`),
        )
      : unknown(
          'network',
          finding('unreached', 'the connection to the gateway broke before it answered'),
        );
  const { status, json } = exchange;
  if (status === 429)
    return refused(
      'throttled',
      finding('throttled', 'the gateway accepts no more messages for now (429)', { error: 429 }),
    );
  if (status === 401 || status === 403) return refused('credentials', findings.keyRefused(status));
  // A proxy between us and the gateway lost the response.
  if (status === 502 || status === 504)
    return unknown(
      'gateway',
      finding('gateway_failed', `a proxy of the gateway answered ${status}`, { error: status }),
    );
  if (status < 200 || (status >= 300 && status < 400))
    return refused(
      'gateway',
      finding(
        'gateway_failed',
        `the gateway answered ${status}, which is not a valid answer to a message`,
        { error: status },
      ),
    );
  return sentFrom(status, json);
}

/**
 * Health of a connection: common failures first, then the gateway's own response.
 * @param healthFrom maps a 200 response to a health result
 */
export function healthOf(exchange: Exchange, healthFrom: (json: Json) => Health): Health {
  const bad = (result: Finding, fault?: Health['fault']): Health =>
    fault ? { connected: false, found: result, fault } : { connected: false, found: result };
  if (exchange.kind === 'unreachable') return bad(findings.unreachable(exchange.error), 'gateway');
  if (exchange.kind !== 'answer') return bad(findings.unanswered, 'gateway');
  const { status, json } = exchange;
  if (status === 401 || status === 403) return bad(findings.keyRefused(status), 'configuration');
  const isRefused = status >= 400 && status <= 499 && status !== 429;
  if (status !== 200) {
    // A path that a gateway does not know is a session that it does not have.
    const code = status === 404 ? 'session_missing' : 'gateway_failed';
    const answered = finding(code, `the gateway answers ${status}`, { error: status });
    return bad(answered, isRefused ? 'configuration' : undefined);
  }
  return json ? healthFrom(json) : bad(findings.unreadable);
}

export const done = <T>(value: T): GatewayResult<T> => ({ kind: 'done', value });

export const failed = (cause: Cause, reason: Finding): GatewayResult<never> => ({
  kind: 'failed',
  cause,
  reason,
});

/** Hex HMAC of a body. */
export const hmac = (algorithm: 'sha256' | 'sha512', key: string, body: Buffer): string =>
  createHmac(algorithm, key).update(body).digest('hex');
