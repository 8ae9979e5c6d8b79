import { createHmac } from 'node:crypto';
import { isSame } from '../../platform/constant-time.ts';
import type { Secrets } from '../../platform/secrets.ts';

/*
 * Addresses of files that hold for five minutes, for those who have no session: gateways that fetch what they are to send, and people
 * to whom a link was sent. Whoever has one can read that file, and nothing else.
 */

/** For how long an address holds. */
export const heldForMs = 300_000;

/** What an address leads to. */
export interface Addressed {
  /** The slug of the team. */
  readonly team: string;
  readonly id: string;
  /** Its preview instead of the file. */
  readonly isPreview: boolean;
}

const purpose = 'pauta file addresses';

const signatureOf = (key: string, { team, id, isPreview }: Addressed, expires: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(`${team}/${id}/${isPreview ? 'preview' : 'file'}/${expires}`)
    .digest('base64url');

/** The path of a file on this service, with its signature: `/api/files/…`. */
export function pathOf(secrets: Secrets, file: Addressed, now = Date.now()): string {
  const expires = String(Math.floor((now + heldForMs) / 1_000));
  const query = new URLSearchParams({
    ...(file.isPreview ? { preview: 'true' } : {}),
    expires,
    signature: signatureOf(secrets.derive(purpose), file, expires),
  });
  return `/api/files/${file.team}/${file.id}?${query}`;
}

/** Whether an address was made here, with any of the keys, and still holds. */
export function isHeld(
  secrets: Secrets,
  file: Addressed,
  { expires, signature }: { readonly expires?: unknown; readonly signature?: unknown },
  now = Date.now(),
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false;
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 <= now) return false;
  return secrets
    .keys()
    .map((key) => isSame(signature, signatureOf(key.derive(purpose), file, expires)))
    .includes(true);
}
