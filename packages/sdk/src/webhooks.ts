import type { WebhookEvent } from './schema.ts';

/*
 * Receiving deliveries: `import { unwrap } from 'pauta/webhooks'`. Signatures are those of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md) and X-Webhook-Signature, the hex
 * HMAC-SHA256 of the body.
 */

export type { WebhookEvent } from './schema.ts';

/** Reason for rejecting a delivery; respond with 401. */
export type WebhookErrorCode =
  /** No signature, or none that matches a secret. */
  | 'SIGNATURE'
  /** Its timestamp is outside the tolerance. */
  | 'TIMESTAMP'
  /** The raw body was already read, or is not an event: a bug of the receiver. */
  | 'BODY';

export class WebhookError extends Error {
  override name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

type HeadersGiven = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A `Request`, a request of node:http, or headers and raw body. */
export type WebhookRequest =
  | Request
  | { readonly headers: HeadersGiven; readonly body: string | Uint8Array }
  | (AsyncIterable<Uint8Array | string> & { readonly headers: HeadersGiven });

export interface UnwrapOptions {
  /**
   * Maximum age of a delivery in seconds, also ahead of this machine's clock; default 300. X-Webhook-Signature alone has no timestamp: it is
   * accepted only with `Infinity`.
   */
  readonly tolerance?: number | undefined;
}

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const bytesOf = (text: string) => new TextEncoder().encode(text);

function hmacKey(secret: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify']);
}

/** Key of Standard Webhooks: the decoded base64 after whsec_. */
function standardKey(secret: string): Promise<HmacKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0)
    throw new TypeError('A secret must be a secret_token: whsec_ followed by base64.');
  return hmacKey(bytes);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

const bodyError = (message: string) => new WebhookError('BODY', message);

/** Reads the raw body. @throws WebhookError BODY */
async function rawBody(request: WebhookRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = request as { body?: unknown };
  if ('arrayBuffer' in request) {
    if (request.bodyUsed)
      throw bodyError('The body has already been read: unwrap needs its raw bytes.');
    return new Uint8Array(await request.arrayBuffer());
  }
  if (typeof body === 'string') return bytesOf(body);
  if (body instanceof Uint8Array) return joined([body]);
  if (body !== undefined && body !== null)
    throw bodyError(
      'The body has already been parsed: unwrap needs its raw bytes, as text or Uint8Array.',
    );
  if (!(Symbol.asyncIterator in request)) throw bodyError('The request has no body.');
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(typeof part === 'string' ? bytesOf(part) : part);
  return joined(parts);
}

function headerOf(headers: HeadersGiven, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.join(' ');
}

/** True if a signature matches a key. WebCrypto compares in constant time. */
async function isSigned(
  keys: readonly Promise<HmacKey>[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const key of await Promise.all(keys)) {
    for (const signature of signatures)
      if (signature.length === 32 && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return true;
  }
  return false;
}

const now = () => Math.floor(Date.now() / 1_000);
const unsigned = () =>
  new WebhookError('SIGNATURE', 'The signature does not match any of the secrets.');

/**
 * Verifies and parses a delivery. A delivery may arrive more than once, with the same `id`.
 * @param request its body must not have been read
 * @param secret the endpoint's `secret_token`; several during a rotation
 * @throws WebhookError if the delivery cannot be trusted, TypeError for an invalid secret
 */
export async function unwrap(
  request: WebhookRequest,
  secret: string | readonly string[],
  { tolerance = 300 }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat().filter((each) => each !== '');
  if (secrets.length === 0 || !secrets.every((each) => typeof each === 'string'))
    throw new TypeError('unwrap needs the secret_token of the endpoint.');
  const header = (name: string) => headerOf(request.headers, name);
  const body = await rawBody(request);
  const signature = header('webhook-signature');
  if (signature !== undefined) {
    const [id, timestamp] = [header('webhook-id') ?? '', header('webhook-timestamp') ?? ''];
    const signatures = signature
      .split(' ')
      .flatMap((each) => (each.startsWith('v1,') ? (fromBase64(each.slice(3)) ?? []) : []));
    const signed = joined([bytesOf(`${id}.${timestamp}.`), body]);
    if (!(await isSigned(secrets.map(standardKey), signatures, signed))) throw unsigned();
    if (!(Math.abs(now() - Number(timestamp)) <= tolerance))
      throw new WebhookError(
        'TIMESTAMP',
        `The timestamp differs from the current time by more than ${tolerance} seconds.`,
      );
  } else {
    const pautaSignatures = ['x-webhook-signature', 'x-webhook-signature-previous'].flatMap(
      (name) => header(name) ?? [],
    );
    if (pautaSignatures.length === 0)
      throw new WebhookError('SIGNATURE', 'The request is not signed.');
    const keys = secrets.map((each) => hmacKey(bytesOf(each)));
    if (!(await isSigned(keys, pautaSignatures.map(fromHex), body))) throw unsigned();
    if (tolerance !== Number.POSITIVE_INFINITY)
      throw new WebhookError(
        'TIMESTAMP',
        'X-Webhook-Signature alone has no timestamp: accept it with { tolerance: Infinity }, or forward the webhook-… headers.',
      );
  }
  return eventIn(body);
}

/** @throws WebhookError BODY */
function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof (event as WebhookEvent | null)?.type === 'string') return event as WebhookEvent;
  } catch {
    // Handled below.
  }
  throw bodyError('The body is signed, but is not an event.');
}

/** A signed delivery, as the service would send it. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Signs an event as the service does, to test a receiver: `fetch(url, { method: 'POST', ...(await sign(event, secret)) })`.
 * @param event an object, or the body as text
 * @param at the time of sending; default now
 */
export async function sign(
  event:
    | WebhookEvent
    | { readonly id: string; readonly type: string; readonly [field: string]: unknown }
    | string,
  secret: string,
  { at = new Date() }: { readonly at?: Date | undefined } = {},
): Promise<SignedDelivery> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const { id } = JSON.parse(body) as { id?: unknown };
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = async (key: Promise<HmacKey>, signed: string) =>
    crypto.subtle.sign('HMAC', await key, bytesOf(signed));
  const digest = await signature(hmacKey(bytesOf(secret)), body);
  const standard = await signature(standardKey(secret), `${id}.${timestamp}.${body}`);
  return {
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': toHex(digest),
      'webhook-id': String(id),
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${toBase64(standard)}`,
    },
    body,
  };
}
