import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a delivery by the Standard Webhooks specification. */
export interface Signed {
  readonly id: string;
  /** Unix time in seconds, as received. */
  readonly timestamp: string;
  /** `v1,BASE64`, several separated by spaces: two for a day after a rotation. */
  readonly signatures: string;
}

/** Maximum difference to the sender's clock in seconds. */
const tolerance = 300;

/**
 * True if the holder of the secret signed these bytes within the tolerance (Standard Webhooks 1.0: HMAC-SHA256 of `id.timestamp.body`).
 * @param secret `whsec_` and base64
 * @param now Unix time in seconds
 */
export function isGenuine(body: Buffer, signed: Signed, secret: string, now: number): boolean {
  const sent = Number(signed.timestamp);
  if (!/^\d+$/.test(signed.timestamp) || Math.abs(now - sent) > tolerance) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key)
    .update(`${signed.id}.${signed.timestamp}.`)
    .update(body)
    .digest();
  return signed.signatures.split(' ').some((each) => {
    const [version, value] = each.split(',', 2);
    const digest = Buffer.from(value ?? '', 'base64');
    return (
      version === 'v1' && digest.length === expected.length && timingSafeEqual(digest, expected)
    );
  });
}
