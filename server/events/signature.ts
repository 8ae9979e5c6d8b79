import { createHmac, randomBytes } from 'node:crypto';

/*
 * How what goes out is signed, and what comes in is checked: the interface's own header, and those of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */

const prefix = 'whsec_';

/** A new secret_token: `whsec_` and base64 of 32 random bytes. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** Where an endpoint's secret is sealed for. */
export const secretPlace = (team: string, webhook: string): string => `webhooks ${team} ${webhook}`;

/** The interface's signature: hex HMAC-SHA256 of the body; the key is the secret_token as text. */
export const signatureOf = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** One signature of Standard Webhooks: the key is what the base64 of the secret_token stands for. */
const standardSignatureOf = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(signed)
    .digest('base64')}`;

/**
 * The headers that let a receiver check where a body comes from.
 * @param secrets the endpoint's secret_token; after a rotation, for a day, the one before it too
 * @param id of the event: the same at every attempt
 * @param at the moment of the attempt
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
