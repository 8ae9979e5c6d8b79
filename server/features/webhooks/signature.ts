import { createHmac, randomBytes } from 'node:crypto';
import { workflowCall } from '#server/events/catalogue.ts';
import { eventKinds } from '#server/features/event-kinds.ts';

/*
 * Signs deliveries and verifies received requests: the interface's own header, and those of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */

const prefix = 'whsec_';

/** Creates a secret_token: `whsec_` and base64 of 32 random bytes. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** Encryption context of an endpoint's secret. */
export const sealContextOf = (team: string, webhook: string): string =>
  `webhooks ${team} ${webhook}`;

/** The interface's signature: hex HMAC-SHA256 of the body; the key is the secret_token as text. */
export const signatureOf = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Beginning of every delivery, as `emits` writes it (outbox.ts). */
const beginning =
  /^\{"id":"[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}","type":"([a-z_.]{1,64})","created_at":"\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","data":/;
const maxBeginningLength = 256;
const kinds = new Set([...eventKinds, workflowCall]);

/**
 * True if bytes are a delivery of ours. Deliveries and calls of hooks are signed with the same secret in the same way, so a signature over
 * such bytes proves that we sent them once, but not who sends them now.
 */
export function isDelivery(body: Buffer): boolean {
  const [, kind] = beginning.exec(body.toString('latin1', 0, maxBeginningLength)) ?? [];
  return kind !== undefined && kinds.has(kind) && body.includes(',"previous":');
}

/** One signature of Standard Webhooks: the key is the decoded base64 of the secret_token. */
const standardSignatureOf = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(signed)
    .digest('base64')}`;

/**
 * Returns the headers with which a receiver can verify the origin of a body.
 * @param secrets the endpoint's secret_token and, for a day after a rotation, the previous one
 * @param id of the event: the same for every attempt
 * @param at the time of the attempt
 */
export function signedHeaders(
  secrets: readonly [string, ...string[]],
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  const [current, previous] = secrets;
  return {
    'x-webhook-signature': signatureOf(current, body),
    ...(previous === undefined
      ? {}
      : { 'x-webhook-signature-previous': signatureOf(previous, body) }),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets
      .map((secret) => standardSignatureOf(secret, `${id}.${seconds}.${body}`))
      .join(' '),
  };
}
