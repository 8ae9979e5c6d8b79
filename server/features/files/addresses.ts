import { createHmac } from 'node:crypto';
import { isSame } from '../../platform/constant-time.ts';
import type { Secrets } from '../../platform/secrets.ts';

/*
 * Signed addresses of files for a client without a session. An address reads one file for five minutes, and only while the approval
 * link that it was given out by works.
 */

/** How long an address is valid. */
export const heldForMs = 300_000;

/** What an address leads to. */
export interface Addressed {
  /** The slug of the team. */
  readonly team: string;
  readonly id: string;
  /** Its preview instead of the file. */
  readonly isPreview: boolean;
  /** Stored hash of the approval link that it was given out by, as 64 hex digits. */
  readonly link: string;
}

const purpose = 'pauta file addresses';

const signatureOf = (
  key: string,
  { team, id, isPreview, link }: Addressed,
  expires: string,
): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(`${team}/${id}/${isPreview ? 'preview' : 'file'}/${link}/${expires}`)
    .digest('base64url');

/** The path of a file on this service, with its signature: `/api/files/…`. */
export function pathOf(secrets: Secrets, file: Addressed, now = Date.now()): string {
  const expires = String(Math.floor((now + heldForMs) / 1_000));
  const query = new URLSearchParams({
    ...(file.isPreview ? { preview: 'true' } : {}),
    link: file.link,
    expires,
    signature: signatureOf(secrets.derive(purpose), file, expires),
  });
  return `/api/files/${file.team}/${file.id}?${query}`;
}

/** True if an address was signed here, with any of the keys, and has not expired. Its link is for the caller to check. */
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
