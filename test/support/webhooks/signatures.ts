import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';

/* Verification of delivered requests, as a receiver would do it. */

/** A received request: its headers and raw body. */
export interface Signed {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * The interface's rule, as implemented by a receiver that parses first: over the JSON serialisation of the payload.
 * @param read parses the payload
 */
export function verifies(
  { headers, body }: Signed,
  secret: string,
  header = 'x-webhook-signature',
  read: (text: string) => unknown = JSON.parse,
): boolean {
  const signature = headers[header];
  const digest = (text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex');
  const serialised = JSON.stringify(read(body.toString()));
  return digest(body) === signature && digest(serialised) === signature;
}

/** The same by the library of Standard Webhooks. */
export function verifiesStandard({ headers, body }: Signed, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
