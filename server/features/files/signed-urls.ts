import { createHmac } from 'node:crypto';
import { isSame } from '#server/platform/constant-time.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/*
 * Signed file URLs for clients without a session. A URL grants access to one file for five minutes, and only while the approval link that
 * it was issued for is valid.
 */

/** Lifetime of a URL. */
export const urlLifetimeMs = 300_000;

/** Target of a signed URL. */
interface Addressed {
  /** Team slug. */
  readonly team: string;
  readonly id: string;
  /** True for the preview instead of the file. */
  readonly isPreview: boolean;
  /** Stored hash of the approval link that the URL was issued for, as 64 hex digits. */
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

/** Signed path of a file on this service: `/api/files/…`. */
export function pathOf(secrets: Secrets, file: Addressed, now = Date.now()): string {
  const expires = String(Math.floor((now + urlLifetimeMs) / 1_000));
  const query = new URLSearchParams({
    ...(file.isPreview ? { preview: 'true' } : {}),
    link: file.link,
    expires,
    signature: signatureOf(secrets.derive(purpose), file, expires),
  });
  return `/api/files/${file.team}/${file.id}?${query}`;
}

/** True if a URL was signed here, with any of the keys, and has not expired. The caller must check its approval link. */
export function isSignatureValid(
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
